import type { NewJob } from './store.ts'

/** What a submission comes to: how long it may become, and at which prices. */
export type Terms = Pick<
  NewJob,
  'max_tokens' | 'price_limit_nano' | 'reserved_nano' | 'price_cap_nano' | 'input_cap_nano'
>

/** `served`: a host that is active now asks no more than its limit. */
export interface Agreed {
  terms: Terms
  served: boolean
}

import { formatCredits } from '@mkt/schemas'
import { namesOf } from '../../storage/capability-mask.ts'
import type { Prospects } from './wait-store.ts'

/** What is asked of the hosts. */
export interface Wish {
  model: string
  max_tokens: number
  price_cap_nano: bigint
  input_cap_nano: bigint
  /** The one host that the job is meant for. */
  target_host_id: string | null
  only_hosts: string | null
  /** What its host must be able to do: see capability-mask.ts. */
  needs: number
}

/** What a job waits for that some host could run, were it not excluded, or busy. */
export interface Line {
  /** The first excluded host that may have it again, and when, as ISO 8601. */
  back: { host_id: string; at: string } | undefined
  /** Jobs that are before it. */
  ahead: number
}

/**
 * What hosts lack for a job, as the end of the sentence "It waits for ...": the first demand that none of them meets,
 * in the order in which claims ask. Undefined where some host may run it. Pure.
 */
export function lack(wish: Wish, prospects: Prospects): string | undefined {
  const { offering, paused, active, capable, able, affordable } = prospects
  if (wish.target_host_id !== null) return lackOfOne(wish, wish.target_host_id, prospects)
  const { model, max_tokens, price_cap_nano } = wish
  if (offering === 0 && wish.only_hosts !== null)
    return `one of the hosts that may run it: none of them offers "${model}" at present`
  if (offering === 0) return `a host: none offers "${model}" at present`
  if (active === 0 && paused > 0) return `a host: every active one that offers "${model}" is paused by its owner`
  if (active === 0) return `a host: none that offers "${model}" is active`
  if (capable === 0) return `a host of "${model}" that can do ${listed(wish)}`
  if (able === 0)
    return `a host with max_tokens of at least ${max_tokens}; the most that an active one generates is ${prospects.longest}`
  if (affordable === 0)
    return (
      readsTooDear(wish, prospects, 'the cheapest host') ??
      `a price of at most ${formatCredits(price_cap_nano)}; the cheapest host asks ${price(prospects)}`
    )
  return undefined
}

function lackOfOne(wish: Wish, host: string, prospects: Prospects) {
  const { model, max_tokens, price_cap_nano } = wish
  const { offering, paused, active, capable, able, affordable, longest } = prospects
  if (offering === 0) return `${host} to offer "${model}": it does not at present`
  if (active === 0 && paused > 0) return `${host} to be resumed: its owner has paused it`
  if (active === 0) return `${host} to be active`
  if (capable === 0) return `${host} to be able to do ${listed(wish)}`
  if (able === 0) return `${host} to take max_tokens of ${max_tokens}; the most that it generates is ${longest}`
  if (affordable === 0)
    return (
      readsTooDear(wish, prospects, host) ??
      `a price of at most ${formatCredits(price_cap_nano)}; ${host} asks ${price(prospects)}`
    )
  return undefined
}

const listed = ({ needs }: Wish) => namesOf(needs).join(', ')
/** Undefined where it is what is written that costs too much. */
function readsTooDear({ input_cap_nano }: Wish, { cheapest_input_nano: asked }: Prospects, who: string) {
  if (asked === null || asked <= input_cap_nano) return undefined
  const most = formatCredits(input_cap_nano)
  return `a price of at most ${most} for a token of the prompt; ${who} asks ${formatCredits(asked)}`
}

const price = ({ cheapest_nano }: Prospects) => formatCredits(cheapest_nano ?? 0n)

/** What a job waits for that lacks nothing. Pure. */
export function turn({ target_host_id }: Wish, { back, ahead }: Line): string {
  if (back) return `${back.host_id} to come back after a failed attempt, at ${back.at}`
  const who = target_host_id ?? 'a host'
  if (ahead === 0) return `${who} to be free: it is next in line`
  return `its turn: ${ahead === 1 ? '1 job is' : `${ahead} jobs are`} ahead of it`
}

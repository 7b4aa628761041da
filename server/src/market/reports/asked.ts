import type { ChosenHosts, Job } from '@mkt/schemas'
import { VERIFIED } from '../../storage/capability-mask.ts'
import { hostsOf } from '../../storage/chosen-hosts.ts'
import type { JobRow } from '../jobs/store.ts'

type Asked = Pick<
  Job,
  'max_price_per_token' | 'max_price_per_input_token' | 'target_host_id' | 'hosts' | 'verified' | 'partial'
>

/** What a buyer said of prices and hosts, as they said it: what they did not say is not there. */
export function askedOf(job: JobRow): Asked {
  const { max_price_nano, max_input_price_nano, target_host_id, only_hosts, not_hosts, needs, keep_partial } = job
  return {
    ...(max_price_nano === null ? {} : { max_price_per_token: max_price_nano }),
    ...(max_input_price_nano === null ? {} : { max_price_per_input_token: max_input_price_nano }),
    ...(target_host_id === null ? {} : { target_host_id }),
    ...(only_hosts === null && not_hosts === null ? {} : { hosts: chosen(only_hosts, not_hosts) }),
    ...((needs & VERIFIED) === 0 ? {} : { verified: true }),
    ...(keep_partial === 0 ? {} : { partial: 'keep' }),
  }
}

const chosen = (only: string | null, not: string | null): ChosenHosts => ({
  ...(only === null ? {} : { only: hostsOf(only) }),
  ...(not === null ? {} : { not: hostsOf(not) }),
})

import { sql } from 'kysely'

/**
 * How many models of the host whose row is `h` checks have not decided about, or have on watch: by the key of its
 * verdicts.
 */
export const UNDECIDED = sql<number>`(select count(*) from host_verdicts v
  where v.host_id = h.host_id and v.verdict in ('undecided', 'watch'))`

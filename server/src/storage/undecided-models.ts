import { sql } from 'kysely'

/**
 * How many models of the host whose row is `h` checks have not decided about, or have on watch: by the key of its
 * verdicts.
 */
export const UNDECIDED = sql<number>`(select count(*) from host_verdicts v
  where v.host_id = h.host_id and v.verdict in ('undecided', 'watch'))`

/** The same as its owner sees it at a moment: what is doubted and still shown as verified is none of them. */
export const undecidedAsShown = (now: unknown) => sql<number>`(select count(*) from host_verdicts v
  where v.host_id = h.host_id and v.verdict in ('undecided', 'watch')
    and (v.shown_until is null or v.shown_until <= ${now}))`

/** Routine checks that have to count before a verified host is paid for what it earned until the first of them. */
export const ROUTINE_CHECKS_LATER = 2

const LATER = sql.lit(ROUTINE_CHECKS_LATER - 1)

/**
 * When the second newest routine check of the host whose row is `h` began, of that of its verified models which was
 * looked at least; 0 where there were fewer. Null where none of them was checked since a moment, or the operator
 * vouches for it: then there is nothing to wait for. By verification_checks_of_host.
 */
export const routineSince = (since: unknown) => sql<number | null>`(case when h.trusted = 1 then null else
  (select min(coalesce((select c.created_at from verification_checks c where c.host_id = v.host_id
      and c.model = v.model and c.state = 'counted' and c.routine = 1 order by c.check_id desc
      limit 1 offset ${LATER}), 0))
    from host_verdicts v where v.host_id = h.host_id and v.verdict = 'verified' and v.checked_at > ${since}) end)`

import { type RawBuilder, sql } from 'kysely'

/** The hosts of a list as a job's row holds them: each id between spaces, so that SQL finds one without a parser. */
export const hostList = (ids: readonly string[]): string => ` ${ids.join(' ')} `

/** The ids of a list. */
export const hostsOf = (list: string): string[] => list.trim().split(' ')

/** Whether a list holds a host. */
export const listsHost = (list: string, host_id: string): boolean => list.includes(` ${host_id} `)

/** What a job says of hosts: columns of `jobs`, or parameters. */
interface Chosen {
  only: RawBuilder<unknown>
  not: RawBuilder<unknown>
}

const holds = (list: RawBuilder<unknown>, host: RawBuilder<unknown>) =>
  sql`replace(${list}, ' ' || ${host} || ' ', '') <> ${list}`

/** Whether a job leaves a host in: it is on the list of those that may run it, and not on that of the others. */
export const maySend = ({ only, not }: Chosen, host: RawBuilder<unknown>) =>
  sql<boolean>`(${only} is null or ${holds(only, host)}) and (${not} is null or not ${holds(not, host)})`

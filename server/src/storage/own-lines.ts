import { sql } from 'kysely'

/**
 * Jobs that a user aims at a host of their own wait in a row of `queues` of that host, named by a tab and its id where
 * other rows have a model: no model's name holds a tab.
 */
export const OWN_LINE = '\t'

/** Of a job in SQL: the name of its queue. */
export const queueName = sql<string>`coalesce(${sql.lit(OWN_LINE)} || target_host_id, model)`

/** Of a row of queues: whether it is such a line. */
export const isOwnLine = sql<boolean>`model like ${sql.lit(`${OWN_LINE}%`)}`

import { sql } from 'kysely'

/**
 * What a host asks for a token with a model: the model's own price where it has one, else the host's. Columns or
 * parameters, for what is written as for what is read.
 */
export const askedWith = (own: unknown, hosts: unknown) => sql<bigint>`coalesce(${own}, ${hosts})`

/** The same of the tables as most queries name them. */
export const ASKED = askedWith(sql.ref('m.price_nano'), sql.ref('h.price_nano'))
export const ASKED_INPUT = askedWith(sql.ref('m.input_price_nano'), sql.ref('h.input_price_nano'))

import { CAPABILITIES, type Capability } from '@mkt/schemas'
import { type RawBuilder, sql } from 'kysely'

/** Capabilities as rows hold them: a bit each, so that a claim compares two numbers and takes no list apart. */
export const maskOf = (names: readonly Capability[]): number => names.reduce((mask, name) => mask | bitOf(name), 0)

export const bitOf = (name: Capability): number => 1 << CAPABILITIES.indexOf(name)

/** The names of a mask, in the order in which they are listed. */
export const namesOf = (mask: number): Capability[] => CAPABILITIES.filter((name) => (mask & bitOf(name)) !== 0)

/** A bit that no host says of itself: it was shown to run the model. Jobs ask for it as for what engines can do. */
export const VERIFIED = 1 << 30

/** What a host can do with a model, as columns or parameters: its own word, and what the server knows of it. */
export const ableWith = (own: unknown, hosts: unknown, marks: unknown) =>
  sql<number>`(coalesce(${own}, ${hosts}) | ${marks})`

/** Whether an engine that can do all of `able` can do what is needed. */
export const covers = (able: number, needs: number): boolean => (needs & ~able) === 0

/** The same of columns or parameters. */
export const coversNeeds = (able: unknown, needs: RawBuilder<unknown>) => sql<boolean>`(${needs} & ${able}) = ${needs}`

import { CAPABILITIES, type Capability } from '@mkt/schemas'
import { type RawBuilder, sql } from 'kysely'

/** Capabilities as rows hold them: a bit each, so that a claim compares two numbers and takes no list apart. */
export const maskOf = (names: readonly Capability[]): number => names.reduce((mask, name) => mask | bitOf(name), 0)

export const bitOf = (name: Capability): number => 1 << CAPABILITIES.indexOf(name)

/** The names of a mask, in the order in which they are listed. */
export const namesOf = (mask: number): Capability[] => CAPABILITIES.filter((name) => (mask & bitOf(name)) !== 0)

/** Whether an engine that can do all of `able` can do what is needed. */
export const covers = (able: number, needs: number): boolean => (needs & ~able) === 0

/** The same of columns or parameters. */
export const coversNeeds = (able: unknown, needs: RawBuilder<unknown>) => sql<boolean>`(${needs} & ${able}) = ${needs}`

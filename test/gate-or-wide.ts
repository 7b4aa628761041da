/** Set by the projects of `npm run test:wide`. */
const WIDE = process.env.MKT_TEST_WIDE !== undefined

/** How much of one kind a test tries: the gate a part of it, the wide tests all. `WIDER` in wide.ts names the files. */
export const gateOrWide = <T>(gate: T, wide: T): T => (WIDE ? wide : gate)

/** Of many alike, the gate tries every so-manieth and the last, which is the newest; the wide tests try all. */
export const someOrAll = <T>(all: readonly T[], every: number): T[] =>
  all.filter((_, at) => WIDE || at % every === 0 || at === all.length - 1)

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'

/** Of rows that are read at once: a row may be 8 MiB, and a hundred of those held the event loop for 4.5 s. */
const PAGE_BYTES = 1_048_576
/** Rows of which the lengths are looked up at once. */
const LOOKED_AT = 100

/** What a row's texts take, in bytes. */
export interface Size {
  bytes: number
}

/** The column of that: neither SQLite nor Postgres reads a text to say how long it is. */
export function bytesOf(...texts: RawBuilder<unknown>[]) {
  const lengths = texts.map((text) => sql`coalesce(octet_length(${text}), 0)`)
  return sql<number>`${sql.join(lengths, sql` + `)}`.as('bytes')
}

export interface Paged<T, K> {
  /** Where the first page begins. */
  from: K
  /** The sizes of at most so many rows from a place on, in their order. */
  sizes: (from: K, limit: number) => Promise<readonly Size[]>
  /** Those rows. */
  rows: (from: K, limit: number) => Promise<T[]>
  /** The place behind a row. */
  behind: (row: T) => K
}

/**
 * Rows with texts of any length, page by page in their order: a page is one row, or as many as are a megabyte together.
 * Between two pages others have their turn.
 */
export async function* pagesByBytes<T, K>({ from, sizes, rows, behind }: Paged<T, K>): AsyncGenerator<T[]> {
  for (let at = from; ; await nextTurn()) {
    const found = await sizes(at, LOOKED_AT)
    const limit = fitting(found)
    const page = limit === 0 ? [] : await rows(at, limit)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || (limit === found.length && limit < LOOKED_AT)) return
    at = behind(last)
  }
}

/** How many of the first together are within the bytes of a page: one in any case. */
function fitting(sizes: readonly Size[]): number {
  let sum = 0
  const over = sizes.findIndex(({ bytes }) => {
    sum += bytes
    return sum > PAGE_BYTES
  })
  return over < 0 ? sizes.length : Math.max(1, over)
}

import { setImmediate as nextTurn } from 'node:timers/promises'

/** An entry of a list, as JSON, and what it is ordered by. */
export interface ListedRow {
  key: string
  text: string
}

export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Rows of an answer without a limit, and the most of any. */
export const MOST_ROWS = 1000
/** A page that is asked for ends here too: it is put together for one reader, the others' answer is there already. */
const PAGE_BYTES = 1_048_576
/** Rows put together at once. */
const ROWS_AT_ONCE = 5000

/** A list as JSON texts in order, of which any page is a copy: `rows` come in that order. */
export class Listing {
  readonly #name: string
  readonly #rows: readonly ListedRow[]
  readonly #descending: boolean
  readonly #first: Buffer

  constructor(name: string, rows: readonly ListedRow[], order: 'newest first' | 'by name') {
    this.#name = name
    this.#rows = rows
    this.#descending = order === 'newest first'
    this.#first = Buffer.from(`{"${name}":[${textsOf(rows.slice(0, MOST_ROWS))}]}`)
  }

  /**
   * The answer as it is sent. With a limit or a cursor it is the page after the cursor and says where the next one
   * begins; without either the first 1,000 rows, made once for all readers.
   */
  page({ limit, cursor }: PageQuery): Buffer {
    if (limit === undefined && cursor === undefined) return this.#first
    const start = cursor === undefined ? 0 : this.#after(cursor)
    let end = start
    let bytes = 0
    while (end < this.#rows.length && end - start < (limit ?? MOST_ROWS) && bytes < PAGE_BYTES) {
      bytes += (this.#rows[end] as ListedRow).text.length
      end++
    }
    const next = end < this.#rows.length ? (this.#rows[end - 1]?.key ?? null) : null
    const texts = textsOf(this.#rows.slice(start, end))
    return Buffer.from(`{"${this.#name}":[${texts}],"next_cursor":${JSON.stringify(next)}}`)
  }

  /** The same with what is known beside of each row, members of a JSON object as text; made in steps. */
  async with(details: ReadonlyMap<string, string>): Promise<Listing> {
    const rows: ListedRow[] = []
    for (const { key, text } of this.#rows) {
      const more = details.get(key)
      rows.push({ key, text: more === undefined ? text : `${text.slice(0, -1)},${more.slice(1)}` })
      if (rows.length % ROWS_AT_ONCE === 0) await nextTurn()
    }
    return new Listing(this.#name, rows, this.#descending ? 'newest first' : 'by name')
  }

  /** The row of a key, as JSON. */
  text(key: string): string | undefined {
    const row = this.#rows[this.#after(key) - 1]
    return row?.key === key ? row.text : undefined
  }

  keys(most: number): string[] {
    return this.#rows.slice(0, most).map(({ key }) => key)
  }

  /** The first row that comes after the key. */
  #after(key: string): number {
    let [low, high] = [0, this.#rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const { key: other } = this.#rows[middle] as ListedRow
      if (this.#descending ? other >= key : other <= key) low = middle + 1
      else high = middle
    }
    return low
  }
}

const textsOf = (rows: readonly ListedRow[]) => rows.map(({ text }) => text).join(',')

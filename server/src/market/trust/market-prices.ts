import type { Clock } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import { type Sold, soldOf } from './market-price.ts'
import { salesOf } from './sales-store.ts'

const HOUR_MS = 3_600_000
const HOURS = 24
// A day's median moves slowly: what takes long to read is kept for so long that reading costs a few per cent of a core.
const FRESH_ROWS = 100
const MS_A_ROW = 0.05
const MOST_MS = 60_000

/** The first hours whose sales count in a week and in a day, in hours since 1970; `now` is wall ms. */
export function salesSince(now: number): { week: number; day: number } {
  const hour = Math.floor(now / HOUR_MS)
  return { week: hour - 7 * HOURS, day: hour - HOURS }
}

/** What was paid for each model over the last days, to the hour, as lately read. */
export class MarketPrices {
  readonly #reader: Reader
  readonly #clock: Clock
  readonly #kept = new Map<string, { sold: Sold; until: number }>()

  constructor(reader: Reader, clock: Clock) {
    this.#reader = reader
    this.#clock = clock
  }

  async of(model: string): Promise<Sold> {
    const kept = this.#kept.get(model)
    if (kept && this.#clock.monotonic() < kept.until) return kept.sold
    this.#kept.delete(model)
    const sales = await salesOf(this.#reader, model, salesSince(this.#clock.now()))
    const sold = soldOf(sales)
    const rows = sales.reduce((sum, sale) => sum + sale.rows, 0)
    if (rows > FRESH_ROWS)
      this.#kept.set(model, { sold, until: this.#clock.monotonic() + Math.min(MOST_MS, rows * MS_A_ROW) })
    return sold
  }
}

import type { Clock } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import { marketPrice } from './market-price.ts'
import { salesOf } from './sales-store.ts'

const HOUR_MS = 3_600_000
const HOURS = 24
// A day's median moves slowly: what takes long to read is kept for so long that reading costs a few per cent of a core.
const FRESH_ROWS = 100
const MS_A_ROW = 0.05
const MOST_MS = 60_000

/** The first hour whose sales still count, in hours since 1970; `now` is wall ms. */
export const salesSince = (now: number) => Math.floor(now / HOUR_MS) - HOURS

/** The market's price of each model over the last day, to the hour, as lately read. */
export class MarketPrices {
  readonly #reader: Reader
  readonly #clock: Clock
  readonly #kept = new Map<string, { price_nano: bigint | undefined; until: number }>()

  constructor(reader: Reader, clock: Clock) {
    this.#reader = reader
    this.#clock = clock
  }

  /** In nano-credits a token; undefined where nothing was paid for the model. */
  async of(model: string): Promise<bigint | undefined> {
    const kept = this.#kept.get(model)
    if (kept && this.#clock.monotonic() < kept.until) return kept.price_nano
    this.#kept.delete(model)
    const sales = await salesOf(this.#reader, model, salesSince(this.#clock.now()))
    const price_nano = marketPrice(sales)
    const rows = sales.reduce((sum, sale) => sum + sale.rows, 0)
    if (rows > FRESH_ROWS)
      this.#kept.set(model, { price_nano, until: this.#clock.monotonic() + Math.min(MOST_MS, rows * MS_A_ROW) })
    return price_nano
  }
}

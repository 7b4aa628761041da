import type { SoldHour } from '@mkt/schemas'
import { CachedByKey } from '../../base/cached-by-key.ts'
import type { Clock } from '../../base/clock.ts'
import { isoTime } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import { type HourlySale, hourlySales, soldModels } from './sales-store.ts'

const HOUR_MS = 3_600_000
/** Questions whose answers are kept apart: anyone may ask, and each costs as much as there are hosts with sales. */
const MOST_KEPT = 500
const KEPT_MS = 30_000

interface Asked {
  model?: string | undefined
  hours: number
  after?: string | undefined
  limit: number
}

type History = { name: string; hours: SoldHour[] }[]

/** What models were sold for lately, by the hour. An answer of many rows is up to half a minute old. */
export class SalesHistory {
  readonly #reader: Reader
  readonly #clock: Clock
  readonly #kept: CachedByKey<History>

  constructor(reader: Reader, clock: Clock) {
    this.#reader = reader
    this.#clock = clock
    this.#kept = new CachedByKey({ clock, most: MOST_KEPT, mostMs: KEPT_MS })
  }

  async of(asked: Asked): Promise<History> {
    const key = JSON.stringify([asked.model, asked.hours, asked.after, asked.limit])
    return await this.#kept.get(key, () => this.#read(asked))
  }

  async #read({ model, hours, after = '', limit }: Asked): Promise<{ value: History; rows: number }> {
    const since = Math.floor(this.#clock.now() / HOUR_MS) - hours + 1
    const names = model === undefined ? await soldModels(this.#reader, { after, since, limit }) : [model]
    const sales: HourlySale[] = []
    for (const name of names) sales.push(...(await hourlySales(this.#reader, { model: name, since })))
    const byModel = Map.groupBy(sales, ({ model: name }) => name)
    const value = [...byModel].map(([name, sold]) => ({ name, hours: byHour(sold) }))
    return { value, rows: sales.length }
  }
}

function byHour(sales: readonly HourlySale[]): SoldHour[] {
  return [...Map.groupBy(sales, ({ hour }) => hour)]
    .map(([hour, sold]) => sumOf(hour, sold))
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => (a.hour < b.hour ? -1 : 1))
}

/** Each row is whole tokens at one price; what was given for nothing is no sale. */
function sumOf(hour: number, sold: readonly HourlySale[]): SoldHour {
  const priced = sold.filter(({ price_nano }) => price_nano > 0n)
  const credits = priced.reduce((sum, { sold_nano }) => sum + sold_nano, 0n)
  const tokens = priced.reduce((sum, { sold_nano, price_nano }) => sum + sold_nano / price_nano, 0n)
  const price_per_token = tokens === 0n ? 0n : credits / tokens
  return { hour: isoTime(hour * HOUR_MS), price_per_token, tokens: Number(tokens), credits }
}

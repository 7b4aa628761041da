import type { Clock } from '../../base/clock.ts'
import { Kept } from '../../base/kept.ts'
import type { Database } from '../../storage/database.ts'
import { nameOfDay, readDays } from '../usage/period.ts'
import { earnedByAll, usedByAll } from './all-store.ts'

const KEPT_MS = 60_000
/** Periods whose answers are kept apart. */
const MOST_KEPT = 20

type Figures = Awaited<ReturnType<typeof read>>

/** The whole marketplace by day. An answer is kept for a minute: it looks through the days of all users. */
export class AllFigures {
  readonly #database: Database
  readonly #clock: Clock
  readonly #kept = new Map<string, Kept<Figures>>()

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Error: invalid_request (period). */
  async of(given: { from?: string | undefined; to?: string | undefined }): Promise<Figures> {
    const { from, to } = readDays(given, this.#clock.now())
    const key = `${from} ${to}`
    const make = async () => {
      const value = await read(this.#database, { from, to })
      return { value, rows: value.rows.length }
    }
    const kept = this.#kept.get(key) ?? new Kept(this.#clock, make, KEPT_MS)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(key, kept)
    return await kept.get()
  }
}

async function read(database: Database, days: { from: number; to: number }) {
  const earned = new Map((await earnedByAll(database, days)).map(({ day, earned_nano }) => [day, earned_nano]))
  const rows = (await usedByAll(database, days)).map(({ day, jobs, tokens, charged_nano }) => ({
    ...{ day: nameOfDay(day), jobs, tokens, charged: charged_nano, earned: earned.get(day) ?? 0n },
  }))
  const total = { jobs: 0, tokens: 0, charged: 0n, earned: 0n }
  for (const { jobs, tokens, charged, earned: share } of rows) {
    total.jobs += jobs
    total.tokens += tokens
    total.charged += charged
    total.earned += share
  }
  return { from: nameOfDay(days.from), to: nameOfDay(days.to), rows, total }
}

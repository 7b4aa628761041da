import { CachedByKey } from '../../base/cached-by-key.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../storage/database.ts'
import { nameOfDay, readDays } from '../usage/period.ts'
import { earnedByAll, usedByAll } from './all-store.ts'

const KEPT_MS = 60_000
/** Periods whose answers are kept apart. */
const MOST_KEPT = 20

type Figures = Awaited<ReturnType<typeof read>>['value']

/** The whole marketplace by day. It looks through the days of all users, so that of many an answer is kept. */
export class AllFigures {
  readonly #database: Database
  readonly #clock: Clock
  readonly #kept: CachedByKey<Figures>

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
    this.#kept = new CachedByKey({ clock, most: MOST_KEPT, mostMs: KEPT_MS })
  }

  /** Error: invalid_request (period). */
  async of(given: { from?: string | undefined; to?: string | undefined }): Promise<Figures> {
    const { from, to } = readDays(given, this.#clock.now())
    return await this.#kept.get(`${from} ${to}`, () => read(this.#database, { from, to }))
  }
}

async function read(database: Database, days: { from: number; to: number }) {
  const earned = new Map((await earnedByAll(database, days)).map(({ day, earned_nano }) => [day, earned_nano]))
  const used = await usedByAll(database, days)
  const looked = used.reduce((sum, { looked }) => sum + Number(looked), 0)
  const rows = used.map(({ day, jobs, tokens, charged_nano }) => ({
    ...{ day: nameOfDay(day), jobs, tokens, charged: charged_nano, earned: earned.get(day) ?? 0n },
  }))
  const total = { jobs: 0, tokens: 0, charged: 0n, earned: 0n }
  for (const { jobs, tokens, charged, earned: share } of rows) {
    total.jobs += jobs
    total.tokens += tokens
    total.charged += charged
    total.earned += share
  }
  return { value: { from: nameOfDay(days.from), to: nameOfDay(days.to), rows, total }, rows: looked }
}

import type { Database } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'

// Anyone may offer a model under any name, and each label is a series that is kept for ever.
const MOST = 50
/** Of those at most so many by free jobs: a place in the figures that costs nothing is worth nothing. */
const MOST_FREE = MOST / 2

const served = statement<{ limit: number }>()((q, p) =>
  q
    .selectFrom('host_models')
    .select('model')
    .where('measured_jobs', '>', 0)
    .groupBy('model')
    .orderBy((e) => e.fn.sum('measured_jobs'), 'desc')
    .orderBy('model')
    .limit(p('limit')),
)

/**
 * Which models have a label of their own in the figures; all others are `other`. A model gets one with its first job
 * that a host completed with tokens, while there is room; at a start those with the most such jobs have theirs.
 */
export class ModelLabels {
  readonly #known = new Set<string>()

  /** Reads which models were served most until now. */
  static async open(database: Database): Promise<ModelLabels> {
    const labels = new ModelLabels()
    for (const { model } of await database.all(served, { limit: MOST_FREE })) labels.#known.add(model)
    return labels
  }

  of(model: string): string {
    return this.#known.has(model) ? model : 'other'
  }

  /** A job of the model was completed with tokens; `paid`: its buyer was charged. */
  learn(model: string, paid: boolean): void {
    if (this.#known.size < (paid ? MOST : MOST_FREE)) this.#known.add(model)
  }

  /** Figures by model, as read from the database, by label. */
  sum(rows: readonly { model: string; value: number }[]): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { model, value } of rows) sums.set(this.of(model), (sums.get(this.of(model)) ?? 0) + value)
    return sums
  }
}

import type { UsageReport } from '@mkt/schemas'

export type UsageRow = UsageReport['rows'][number]

export interface Sum {
  name: string
  jobs: number
  /** Written, which are charged. */
  tokens: number
  prompt_tokens: number
  credits: bigint
}

const NOTHING = { jobs: 0, tokens: 0, prompt_tokens: 0, credits: 0n }

function added(sum: Sum, row: UsageRow): Sum {
  return {
    name: sum.name,
    jobs: sum.jobs + row.jobs,
    tokens: sum.tokens + row.tokens,
    prompt_tokens: sum.prompt_tokens + row.prompt_tokens,
    credits: sum.credits + row.credits,
  }
}

/** Rows added up by a name, the dearest first. */
export function sumBy(rows: readonly UsageRow[], nameOf: (row: UsageRow) => string): Sum[] {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const name = nameOf(row)
    sums.set(name, added(sums.get(name) ?? { name, ...NOTHING }, row))
  }
  return [...sums.values()].sort((a, b) => (a.credits < b.credits ? 1 : a.credits > b.credits ? -1 : 0))
}

/** All rows as one. */
export const totalOf = (rows: readonly UsageRow[]): Sum => rows.reduce(added, { name: '', ...NOTHING })

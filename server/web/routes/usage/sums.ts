import type { UsageReport } from '@mkt/schemas'

type Row = UsageReport['rows'][number]

interface Sum {
  name: string
  jobs: number
  tokens: number
  credits: bigint
}

/** Rows added up by a name, the dearest first. */
export function sumBy(rows: readonly Row[], nameOf: (row: Row) => string): Sum[] {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const name = nameOf(row)
    const sum = sums.get(name) ?? { name, jobs: 0, tokens: 0, credits: 0n }
    sums.set(name, {
      name,
      jobs: sum.jobs + row.jobs,
      tokens: sum.tokens + row.tokens,
      credits: sum.credits + row.credits,
    })
  }
  return [...sums.values()].sort((a, b) => (a.credits < b.credits ? 1 : a.credits > b.credits ? -1 : 0))
}

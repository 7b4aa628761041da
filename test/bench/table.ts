import type { Figure } from './figure.ts'
import { type Sample, type Spread, summarize } from './measure.ts'

export const UNITS: Record<keyof Sample, string> = {
  per_s: '/s',
  per_cpu_s: '/CPU s',
  p50_ms: 'ms p50',
  p99_ms: 'ms p99',
  mean_ms: 'ms mean',
  worst_ms: 'ms at worst',
  mb: 'MB',
  commits: 'transactions',
  writes: 'transactions that write',
  busy: 'cores',
  generator_busy: 'cores of the generator',
  others_busy: 'cores of others',
  cpu_us: 'us of CPU',
  looks: 'looks a job',
  share: '% that met a warm host',
}

/** The figures as a table of text, a line for each thing measured. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = [['figure', 'measured', 'spread', 'anchor', 'ratio', 'goal']]
  for (const { name, goal, ours, theirs, ratios } of figures) {
    const own = summarize(ours)
    const bare = summarize(theirs)
    for (const [member, spread] of Object.entries(own) as [keyof Sample, Spread][]) {
      const ratio = ratios.find((entry) => entry.member === member)
      const verdict = ratio?.met === undefined ? '' : `${ratio.met ? 'met' : 'MISSED'}: ${goal}`
      lines.push([
        name,
        `${round(spread.median)} ${UNITS[member]}`,
        `${round(spread.least)}..${round(spread.most)}`,
        bare[member] ? round(bare[member].median) : '',
        ratio && Number.isFinite(ratio.ratio) ? `${ratio.ratio.toFixed(2)} x` : '',
        verdict,
      ])
    }
    for (const note of limitNotes(own)) lines.push([name, note, '', '', '', ''])
  }
  const widths = (lines[0] as string[]).map((_, at) => Math.max(...lines.map((line) => (line[at] as string).length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

// Of a core: what a quiet machine does by itself is a tenth of that.
const MUCH = 0.3

/** A generator that is busier than what it measures is itself the limit, and so is a machine that does other things. */
export function limitNotes(own: Partial<Record<keyof Sample, Spread>>): string[] {
  const generator = own.generator_busy?.median ?? 0
  const others = own.others_busy?.median ?? 0
  return [
    ...(generator > 0.9 && generator > (own.busy?.median ?? 0) ? ['note: the load generator was the limit'] : []),
    ...(others > MUCH ? [`note: other programs took ${round(others)} cores meanwhile`] : []),
  ]
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

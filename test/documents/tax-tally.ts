import type { Extracted } from '../../server/src/documents/extract/extractor.ts'
import type { Truth } from './specimen.ts'

interface Result {
  truth: Truth
  got: Extracted
}

/** Field-F1 over all results, what was read wrong (missing ones apart), and the share of table rows that are right. */
export function tally(results: readonly Result[]): { f1: number; wrong: string[]; rows: number } {
  const counts = { right: 0, wrong: 0, missing: 0, spurious: 0 }
  const wrong: string[] = []
  for (const { truth, got } of results) {
    for (const [name, want] of Object.entries(truth.fields)) {
      const field = got.fields[name]
      if (!field) counts.missing++
      else if (same(name, want, field.value)) counts.right++
      else {
        counts.wrong++
        wrong.push(`${name}: ${field.value} for ${want}`)
      }
    }
    for (const name of Object.keys(got.fields)) if (!(name in truth.fields)) counts.spurious++
  }
  const { right } = counts
  const precision = right / (right + counts.wrong + counts.spurious)
  const recall = right / (right + counts.wrong + counts.missing)
  return { f1: (2 * precision * recall) / (precision + recall), wrong, rows: rowShare(results) }
}

function rowShare(results: readonly Result[]): number {
  let [right, all] = [0, 0]
  for (const { truth, got } of results) {
    const found = got.tables.flatMap(({ rows }) =>
      rows.map(({ values }) => JSON.stringify([values.code, values.amount])),
    )
    for (const { code, amount } of Object.values(truth.tables ?? {}).flat()) {
      all++
      if (found.includes(JSON.stringify([code, amount]))) right++
    }
  }
  return all === 0 ? 1 : right / all
}

const fold = (text: unknown) =>
  String(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const sorted = (text: unknown) =>
  String(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

function same(name: string, want: string | number, got: string | number): boolean {
  if (typeof want === 'number') return want === got
  return fold(want) === fold(got) || (name.endsWith('_name') && sorted(want) === sorted(got))
}

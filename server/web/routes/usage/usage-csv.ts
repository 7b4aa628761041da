import { formatCredits } from '@mkt/schemas'
import { csvOf } from '../../parts/csv.ts'
import { tokenOf } from './filters.tsx'
import type { UsageRow } from './sums.ts'

const HEAD = ['day_utc', 'model', 'token', 'jobs', 'tokens_written', 'tokens_read', 'credits']

/** What the page shows, a line for each day, model and token, oldest first. */
export function usageCsv(rows: readonly UsageRow[]): string {
  const byDay = [...rows].sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : a.day === b.day ? 0 : 1))
  return csvOf(HEAD, byDay.map(lineOf))
}

function lineOf(row: UsageRow): (string | number)[] {
  const { day = '', model = '', jobs, tokens, prompt_tokens, credits } = row
  return [day, model, tokenOf(row), jobs, tokens, prompt_tokens, formatCredits(credits)]
}

import type { Analysis } from '@mkt/schemas'
import { printFields, printItems, printTable } from '../render.ts'
import { count } from '../words/count.ts'
import { documentWords } from '../words/documents.ts'
import { foundFields } from './found-fields.ts'
import { printSlip } from './print-slip.ts'
import { slipsOf } from './slips.ts'
import { writtenNumber } from './written-number.ts'

/**
 * An analysis for a person: what it is, how risky, its flags, what could not be done, its fields with how sure they
 * are, its tables' sizes. `full`: every document of the file, its tables, where its values stand, the codes of flags.
 */
export function printAnalysis(analysis: Analysis, full = false): void {
  const { document_id, document_type, extraction, risk_assessment, issues = [] } = analysis
  const slips = slipsOf(analysis)
  printFields([
    ['document', document_id],
    ['type', document_type],
    ['pages', String(extraction.metadata.page_count)],
    ['documents', slips.length > 1 && !full ? documentWords.several(slips.map(({ type }) => type)) : undefined],
    ['risk', documentWords.risk(risk_assessment.risk_level, risk_assessment.risk_score)],
    ['policy', full ? risk_assessment.policy : undefined],
    ['erased after', analysis.erased_after],
    ...(full
      ? []
      : extraction.tables.map(({ name, rows }) => ['table', `${name}, ${count(rows.length, 'row')}`] as const)),
  ])
  printItems(risk_assessment.flags.map((flag) => (full ? fullFlag(flag) : `${flag.severity}: ${flag.message}`)))
  printItems(issues.map(({ message, pages }) => documentWords.issue(message, pages)))
  if (full)
    for (const [at, slip] of slips.entries()) printSlip(slip, slips.length > 1 ? `${at + 1} of ${slips.length}: ` : '')
  else printFound(analysis)
}

function printFound({ document_type: type, extraction }: Analysis): void {
  const fields = foundFields({ type, fields: extraction.fields })
  process.stdout.write(fields.length === 0 ? `${documentWords.noFields}\n` : '\n')
  printTable(
    [{ title: 'FIELD' }, { title: 'VALUE' }, { title: 'SURE', align: 'right' }],
    fields.map(([name, { value, confidence }]) => [name, shown(value), documentWords.sure(confidence)]),
  )
}

type Flag = Analysis['risk_assessment']['flags'][number]

/** `medium SUM_WRONG: The parts ... (net_pay; page 1)`. */
function fullFlag({ severity, code, message, fields, evidence }: Flag): string {
  const pages = [...new Set(evidence.map(({ page }) => page))]
  const where = [fields.join(', '), pages.length > 0 ? documentWords.onPages(pages) : ''].filter((part) => part !== '')
  return `${severity} ${code}: ${message}${where.length > 0 ? ` (${where.join('; ')})` : ''}`
}

/** Amounts with their cents, everything else as it is. */
const shown = (value: string | number) => (typeof value === 'number' ? writtenNumber(value) : value)

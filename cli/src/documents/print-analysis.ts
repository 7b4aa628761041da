import type { Analysis } from '@mkt/schemas'
import { printFields, printItems, printTable } from '../render.ts'
import { count } from '../words/count.ts'
import { documentWords } from '../words/documents.ts'
import { foundFields } from './found-fields.ts'

/** An analysis for a person: what it is, how risky, its flags, its fields with how sure they are, its tables' sizes. */
export function printAnalysis(analysis: Analysis): void {
  const { document_id, document_type, extraction, risk_assessment } = analysis
  printFields([
    ['document', document_id],
    ['type', document_type],
    ['pages', String(extraction.metadata.page_count)],
    ['risk', riskLine(risk_assessment)],
    ...extraction.tables.map(({ name, rows }) => ['table', `${name}, ${count(rows.length, 'row')}`] as const),
  ])
  printItems(risk_assessment.flags.map(({ severity, message }) => `${severity}: ${message}`))
  const fields = foundFields(analysis)
  write(fields.length === 0 ? documentWords.noFields : '')
  if (fields.length === 0) return
  printTable(
    [{ title: 'FIELD' }, { title: 'VALUE' }, { title: 'SURE', align: 'right' }],
    fields.map(([name, { value, confidence }]) => [name, shown(value), `${Math.round(confidence * 100)} %`]),
  )
}

/** `MEDIUM, score 31 of 100`. */
function riskLine({ risk_level, risk_score }: Analysis['risk_assessment']): string {
  return documentWords.risk(risk_level, risk_score)
}

/** Amounts with their cents, everything else as it is. */
function shown(value: string | number): string {
  return typeof value === 'number' ? value.toFixed(2) : value
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}

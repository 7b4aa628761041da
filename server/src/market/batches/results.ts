import { writeJson } from '@mkt/schemas'
import type { Reader } from '../../storage/database.ts'
import { contentOf } from '../pieces/piece.ts'
import { type ResultLine, resultLines } from './line-store.ts'

const COLUMNS = [
  'line',
  'custom_id',
  'job_id',
  'status',
  'input_text',
  'output_text',
  'error',
  'tokens',
  'credits',
] as const

/** All lines of a batch in their order, each as JSON on a line of its own, or as a table. */
export async function* batchResultsText(
  reader: Reader,
  batch_id: string,
  format: 'jsonl' | 'csv',
): AsyncGenerator<string> {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`
  const write = format === 'csv' ? csvLine : (row: Result) => `${writeJson(row)}\n`
  for await (const rows of resultLines(reader, batch_id)) yield rows.map((row) => write(resultOf(row))).join('')
}

type Result = ReturnType<typeof resultOf>

function resultOf({ pieces_json, ...row }: ResultLine) {
  return {
    line: row.line + 1,
    custom_id: row.custom_id,
    job_id: row.job_id,
    status: row.refused === null ? (row.state ?? 'waiting') : 'failed',
    input_text: row.input_text ?? row.waiting_text,
    output_text: pieces_json === null ? null : contentOf(JSON.parse(pieces_json) as string[]),
    error: row.refused ?? row.error,
    tokens: row.tokens_generated ?? 0,
    credits: row.charged_nano ?? 0n,
  }
}

function csvLine(row: Result): string {
  return `${COLUMNS.map((column) => cell(row[column])).join(',')}\r\n`
}

/** What spreadsheets take for a formula when a cell begins with it. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: Result[keyof Result]): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? value : writeJson(value)
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

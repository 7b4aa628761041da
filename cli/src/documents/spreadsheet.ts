import { type Analysis, TABLES, type TableName } from '@mkt/schemas'
import { type CsvRow, csvOf } from './csv.ts'
import { foundFields } from './found-fields.ts'
import { type Slip, slipsOf } from './slips.ts'
import { writtenNumber } from './written-number.ts'

export interface SpreadsheetOptions {
  /** A line for each row of this table, instead of one for each document of a file. */
  table?: TableName
  /** With a column of how sure each value is, 0 to 1. */
  confidence?: boolean
}

const OWN = ['slip', 'risk_score', 'confidence']

/** Analyses as CSV: a line for each document of each file, or for each row of a table of theirs. */
export function spreadsheetOf(analyses: readonly Analysis[], { table, confidence }: SpreadsheetOptions): string {
  const sure = confidence ?? false
  const rows = analyses.flatMap((analysis) =>
    slipsOf(analysis).flatMap((slip, at) => {
      const own = { document_id: analysis.document_id, slip: at + 1 }
      return table ? rowsOf(slip, table, own, sure) : [lineOf(analysis, slip, own, sure)]
    }),
  )
  const first = table ? ['document_id', 'slip', ...TABLES[table]] : []
  return csvOf(rows, first, numberIn)
}

/** Counts and shares of ours are written as they are. */
function numberIn(value: number, column: string): string {
  return OWN.includes(column) || column.endsWith('_confidence') ? String(value) : writtenNumber(value, column)
}

function lineOf(analysis: Analysis, slip: Slip, own: CsvRow, sure: boolean): CsvRow {
  const { risk_level, risk_score, flags } = slip.risk_assessment ?? analysis.risk_assessment
  const values = foundFields(slip).flatMap(([name, { value, confidence }]): [string, string | number][] =>
    sure
      ? [
          [name, value],
          [`${name}_confidence`, confidence],
        ]
      : [[name, value]],
  )
  const codes = flags.map(({ code }) => code).join(' ')
  const pages = slip.pages.join(' ')
  return {
    ...own,
    pages,
    document_type: slip.type,
    risk_level,
    risk_score,
    flags: codes,
    ...Object.fromEntries(values),
  }
}

function rowsOf({ tables }: Slip, name: TableName, own: CsvRow, sure: boolean): CsvRow[] {
  const wanted = tables.filter((table) => table.name === name)
  return wanted.flatMap(({ rows, confidence }) =>
    rows.map((row) => ({ ...own, ...row, ...(sure ? { confidence } : {}) })),
  )
}

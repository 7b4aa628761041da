import type { Analysis } from '@mkt/schemas'
import { type Sheet, workbookOf } from './workbook.ts'

type Part = NonNullable<Analysis['slips']>[number]

/** An analysis with detail=full as a workbook: the documents of the file, all fields, all flags, and each table. */
export function analysisWorkbook(analysis: Analysis): Uint8Array {
  const parts = analysis.slips ?? []
  return workbookOf([documentsSheet(analysis), fieldsSheet(parts), flagsSheet(analysis), ...tableSheets(parts)])
}

/** Files that were analysed before each of their documents had a risk of its own show the file's. */
function documentsSheet({ document_id, slips = [], documents, risk_assessment }: Analysis): Sheet {
  return {
    name: 'Documents',
    head: ['document_id', 'slip', 'document_type', 'pages', 'risk_level', 'risk_score'],
    rows: slips.map(({ type, pages }, at) => {
      const { risk_level, risk_score } = documents?.[at]?.risk_assessment ?? risk_assessment
      return [document_id, at + 1, type, pages.join(' '), risk_level, risk_score]
    }),
  }
}

function fieldsSheet(parts: readonly Part[]): Sheet {
  return {
    name: 'Fields',
    head: ['slip', 'document_type', 'field', 'value', 'confidence', 'page'],
    rows: parts.flatMap(({ type, fields }, at) =>
      Object.entries(fields).map(([name, { value, confidence, evidence }]) => [
        ...[at + 1, type, name, value, confidence],
        evidence?.page,
      ]),
    ),
  }
}

function flagsSheet({ risk_assessment }: Analysis): Sheet {
  return {
    name: 'Flags',
    head: ['severity', 'code', 'message', 'fields', 'pages'],
    rows: risk_assessment.flags.map(({ severity, code, message, fields, evidence }) => {
      const pages = [...new Set(evidence.map(({ page }) => page))]
      return [severity, code, message, fields.join(' '), pages.join(' ')]
    }),
  }
}

function tableSheets(parts: readonly Part[]): Sheet[] {
  return parts.flatMap(({ tables }, at) =>
    tables.map(({ name, columns, rows }) => ({
      name: parts.length > 1 ? `${at + 1} ${name}` : name,
      head: columns,
      rows: rows.map((row) => columns.map((column) => row[column])),
    })),
  )
}

import { type Analysis, DOUBTFUL, FIELDS, type FieldEntry, type ValueKind } from '@mkt/schemas'
import type { Assessment } from '../model/findings.ts'
import type { Judged, JudgedField, JudgedPart, JudgedTable } from '../threads/work.ts'
import { wordIssues } from './issue-wording.ts'

export interface AnalysisFacts {
  documentId: string
  processingMs: number
  engine: Analysis['extraction']['metadata']['extraction_engine']
  reportUrl: string
}

/** What was judged as the contract words it: `detail` adds the evidence of fields and the parts of the file. */
export function toAnalysis(judged: Judged, facts: AnalysisFacts, { detail }: { detail: boolean }): Analysis {
  const [first] = judged.parts
  return {
    status: 'success',
    document_id: facts.documentId,
    document_type: first ? nameOf(first) : 'UNKNOWN',
    processing_time_ms: facts.processingMs,
    extraction: {
      fields: first ? fieldsOf(first, detail) : {},
      tables: first ? tablesOf(first.tables) : [],
      metadata: { page_count: judged.pageCount, extraction_engine: facts.engine },
    },
    risk_assessment: riskOf(judged.assessment, detail),
    ...(detail || judged.parts.length > 1 ? { parts: Math.max(1, judged.parts.length) } : {}),
    ...(detail ? { slips: slipsOf(judged), documents: documentsOf(judged) } : {}),
    ...(judged.issues.length > 0 ? { issues: wordIssues(judged.issues) } : {}),
    annotated_pdf_url: facts.reportUrl,
  }
}

/** Where the text came from. */
export function engineOf({ recognised, pageCount }: Pick<Judged, 'recognised' | 'pageCount'>): AnalysisFacts['engine'] {
  if (recognised === 0) return 'pdf-text'
  return recognised < pageCount ? 'pdf-text+ocr' : 'ocr'
}

/** The values of the first part, for the comparison with later documents. */
export function valuesOf({ parts: [first] }: Judged): Record<string, string | number> {
  const entries = first ? Object.entries(fieldsOf(first, false)) : []
  return Object.fromEntries(entries.map(([name, { value }]) => [name, value]))
}

/** How many values a person should look at, of all documents of the file. */
export function doubtsOf({ parts }: Judged): number {
  const entries = parts.flatMap((part) => Object.values(fieldsOf(part, false)))
  return entries.filter(({ confidence }) => confidence < DOUBTFUL).length
}

type Slip = NonNullable<Analysis['slips']>[number]

const nameOf = ({ type, own }: JudgedPart) => own?.name ?? type

/** A part as a slip with detail=full. */
export const slipOf = (part: JudgedPart): Slip => ({
  type: nameOf(part),
  pages: part.pages,
  fields: fieldsOf(part, true),
  tables: tablesOf(part.tables),
})

/** A file in which nothing was found is a document of no type. */
const NOTHING: Slip = { type: 'UNKNOWN', pages: [], fields: {}, tables: [] }

function slipsOf({ parts }: Judged): Slip[] {
  return parts.length > 0 ? parts.map(slipOf) : [NOTHING]
}

function documentsOf({ parts, assessment }: Judged): NonNullable<Analysis['documents']> {
  if (parts.length === 0) return [{ ...NOTHING, risk_assessment: riskOf(assessment, true) }]
  return parts.map((part) => ({ ...slipOf(part), risk_assessment: riskOf(part.assessment, true) }))
}

// Nothing but what the contract declares leaves, however it was read: of another name or kind it is no field. Only a
// document of no type names its fields itself.
function fieldsOf(
  { type, fields, own: kind }: Pick<JudgedPart, 'type' | 'fields' | 'own'>,
  detail: boolean,
): Analysis['extraction']['fields'] {
  const own = type === 'UNKNOWN'
  const names: Readonly<Record<string, ValueKind>> = kind ? kind.kinds : own ? kindsOf(fields) : FIELDS[type]
  const entries = Object.entries(names).flatMap(([name, kind]): [string, FieldEntry][] => {
    const field = fields[name]
    return field && IS[kind](field.value) ? [[name, entryOf(field, detail)]] : []
  })
  return Object.fromEntries(entries)
}

const KINDS = new Map<string, ValueKind>(Object.values(FIELDS).flatMap((names) => Object.entries(names)))

/** A name that some type declares promises that type's kind of value; any other is text. */
function kindsOf(fields: JudgedPart['fields']): Record<string, ValueKind> {
  const names = Object.keys(fields).filter((name) => /^[a-z][a-z0-9_]*$/.test(name))
  return Object.fromEntries(names.map((name) => [name, KINDS.get(name) ?? 'text']))
}

const IS: Record<ValueKind, (value: string | number) => boolean> = {
  amount: (value) => typeof value === 'number' && Number.isFinite(value),
  date: (value) => typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value),
  year: (value) => typeof value === 'string' && /^\d{4}$/.test(value),
  text: (value) => typeof value === 'string' && value !== '',
}

function entryOf({ value, confidence, page, box, covered, doubt }: JudgedField, detail: boolean): FieldEntry {
  const entry = { value, confidence: probability(confidence) }
  if (!detail) return entry
  const said = doubt ? { printed: doubt.printed, readings: doubt.readings } : {}
  const chosen = doubt?.chosenBy ? { chosen_by: doubt.chosenBy } : {}
  return { ...entry, evidence: { page, bbox: box.map(point) }, ...(covered ? { covered } : {}), ...said, ...chosen }
}

function tablesOf(tables: JudgedTable[]): Analysis['extraction']['tables'] {
  return tables.map(({ name, page, columns, rows, confidence }) => ({
    name,
    page,
    columns,
    rows,
    confidence: probability(confidence),
  }))
}

function riskOf(assessment: Assessment, detail: boolean): Analysis['risk_assessment'] {
  const { score, level, flags, confidence, policy } = assessment
  return {
    risk_score: score,
    risk_level: level,
    flags: flags.map(({ code, severity, family, message, fields, evidence }) => ({
      code,
      severity,
      family,
      message,
      fields,
      evidence: evidence.map(({ page, bbox }) => ({ page, bbox: bbox.map(point) })),
    })),
    confidence: probability(confidence),
    ...(detail ? { policy } : {}),
  }
}

const probability = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
const point = (value: number) => Math.round(value * 100) / 100

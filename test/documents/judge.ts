import { FIELDS, type ValueKind } from '../../schemas/src/documents/fields.ts'
import type { DocumentPart } from '../../server/src/documents/model/findings.ts'
import type { Truth } from './specimen.ts'

/** What became of a document's fields, table rows and type, by count. */
export interface Tally {
  right: number
  wrong: number
  missing: number
  spurious: number
}

export interface Verdict {
  type: boolean
  fields: Tally
  rows: Tally
  /** A line for each fault: what was wanted and what came. */
  faults: string[]
}

/** Holds the first slip of an analysis against the document's truth. Pure. */
export function judge(truth: Truth, part: DocumentPart): Verdict {
  const verdict: Verdict = { type: part.type === truth.document_type, fields: tally(), rows: tally(), faults: [] }
  if (!verdict.type) verdict.faults.push(`type ${part.type} instead of ${truth.document_type}`)
  judgeFields(truth, part, verdict)
  for (const [name, rows] of Object.entries(truth.tables ?? {})) {
    const found = part.tables.filter((table) => table.name === name).flatMap((table) => table.rows)
    judgeRows(
      name,
      rows,
      found.map(({ values }) => values),
      verdict,
    )
  }
  return verdict
}

export const tally = (): Tally => ({ right: 0, wrong: 0, missing: 0, spurious: 0 })

export function addTally(sum: Tally, more: Tally): void {
  for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += more[key]
}

/** The harmonic mean of precision and recall; 1 where there was nothing to find and nothing was found. */
export function f1({ right, wrong, missing, spurious }: Tally): number {
  const all = 2 * right + 2 * wrong + missing + spurious
  return all === 0 ? 1 : (2 * right) / all
}

function judgeFields(truth: Truth, part: DocumentPart, { fields, faults }: Verdict): void {
  const kinds: Record<string, ValueKind> = FIELDS[truth.document_type]
  for (const [name, wanted] of Object.entries(truth.fields)) {
    if (truth.optional?.includes(name)) continue
    const got = part.fields[name]?.value
    const fate = got === undefined ? 'missing' : isRight(name, kinds[name] ?? 'text', wanted, got) ? 'right' : 'wrong'
    fields[fate]++
    if (fate !== 'right') faults.push(`${name} ${fate}: wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`)
  }
  for (const [name, { value }] of Object.entries(part.fields)) {
    if (name in truth.fields || !(name in kinds) || truth.optional?.includes(name)) continue
    fields.spurious++
    faults.push(`${name} spurious: got ${JSON.stringify(value)}`)
  }
}

// A form is named with or without the word before its number: `Form 941`, `941`.
function isRight(name: string, kind: ValueKind, wanted: string | number, got: string | number): boolean {
  return same(kind, wanted, got) || (name === 'form_name' && ` ${got} `.includes(` ${wanted} `))
}

function same(kind: ValueKind, wanted: string | number, got: string | number): boolean {
  if (kind === 'amount') return typeof got === 'number' && Math.abs(Number(wanted) - got) < 0.005
  if (kind === 'date' || kind === 'year') return wanted === got
  return fold(wanted) === fold(got) || sorted(wanted) === sorted(got)
}

const fold = (text: string | number) =>
  String(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const sorted = (text: string | number) =>
  String(text)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

type Row = Record<string, string | number>

/** Rows are compared as a multiset by what identifies them: date and amounts, or code and amount. */
function judgeRows(table: string, wanted: Row[], found: Row[], { rows, faults }: Verdict): void {
  const open = found.map((row) => keyOf(table, row))
  for (const row of wanted) {
    const at = open.indexOf(keyOf(table, row))
    if (at >= 0) {
      open.splice(at, 1)
      rows.right++
    } else {
      rows.missing++
      faults.push(`${table} row missing: ${JSON.stringify(row)}`)
    }
  }
  rows.spurious += open.length
  for (const key of open) faults.push(`${table} row not on the page: ${key}`)
}

const KEYS: Record<string, readonly string[]> = {
  transactions: ['date', 'withdrawal', 'deposit'],
  line_items: ['amount'],
  box_12: ['code', 'amount'],
  other_information: ['code', 'amount'],
}

function keyOf(table: string, row: Row): string {
  const cell = (value: string | number | undefined) =>
    typeof value === 'number' ? value.toFixed(2) : (value ?? '').toString().toLowerCase()
  return (KEYS[table] ?? Object.keys(row)).map((name) => `${name}=${cell(row[name])}`).join(' ')
}

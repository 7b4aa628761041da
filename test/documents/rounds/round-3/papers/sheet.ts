import { readdirSync, readFileSync } from 'node:fs'
import {
  type DocumentType,
  FIELDS,
  TABLES,
  type TableName,
  type ValueKind,
} from '../../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../../specimen.ts'
import { dateIn, type Manner, moneyIn } from './money.ts'
import { rowsOf, type Values } from './rows.ts'

/** A paper ready for its printer, with its truth. */
export interface Sheet extends Manner {
  name: string
  printer: string
  /** The day it was made. */
  made: string
  /** How it is scanned, and whether it is in the round as a scan only. */
  look?: string
  scanOnly: boolean
  text: string
  truth: Truth
}

/** The value of `subtotal*0.15+12.5`: products of names and numbers, added up from the left, each to the cent. */
function reckon(expression: string, values: Values): number {
  const term = (text: string) =>
    text.split('*').reduce((product, factor) => product * Number(values[factor.trim()] ?? factor), 1)
  const terms = expression.match(/[+-]?[^+-]+/g) ?? []
  const cents = terms.map((each) => Math.round(term(each.replace(/^[+-]/, '')) * 100) * (each.startsWith('-') ? -1 : 1))
  return cents.reduce((sum, each) => sum + each, 0) / 100
}

const worthOf = (text: string, values: Values): string | number => {
  if (text.startsWith('=')) return reckon(text.slice(1), values)
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function printedAs(manner: Manner, kind: ValueKind | undefined, value: string | number): string {
  if (kind === 'text' || kind === 'year') return String(value)
  if (typeof value === 'number') return moneyIn(manner, value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dateIn(manner, value) : value
}

/** Prints the marks of a text, `[[name|value|as printed]]`, and says what they are worth. */
function marked(text: string, sheet: Sheet, values: Values): string {
  const kinds: Record<string, ValueKind> = FIELDS[sheet.truth.document_type]
  return text.replace(/\[\[([^\]]*)\]\]/g, (_, mark: string) => {
    const [name = '', said, printed] = mark.split('|')
    const kind = kinds[name]
    const raw = said === undefined ? values[name] : kind === 'text' || kind === 'year' ? said : worthOf(said, values)
    if (raw === undefined) throw new Error(`${sheet.name}: ${name} has no value`)
    values[name] = raw
    if (kind) sheet.truth.fields[name] = raw
    return printed ?? printedAs(sheet, kind, raw)
  })
}

interface Head {
  set: [string, string][]
  let: [string, string][]
  manner: Record<string, string>
}

function headOf(lines: readonly string[]): Head {
  const head: Head = { set: [], let: [], manner: {} }
  for (const line of lines) {
    const [, word = '', rest = ''] = /^@(\w+) ?(.*)$/.exec(line) ?? []
    if (word === 'set' || word === 'let') {
      const [name = '', value = ''] = rest.split(/=(.*)/)
      head[word].push([name, value])
    } else head.manner[word] = rest
  }
  return head
}

function sheetOf(source: string): Sheet {
  const [first = '', ...lines] = source.split('\n')
  const start = lines.findIndex((line) => !line.startsWith('@'))
  const head = headOf(lines.slice(0, start))
  const [name = '', type = '', printer = '', money = '', date = '', locale = '', made = ''] = first.trim().split(' ')
  const optional = head.manner.optional?.split(' ') ?? []
  const truth: Truth = { document_type: type as DocumentType, fields: {}, optional, tables: {}, risk: 'clean' }
  const look = head.manner.only ?? head.manner.scan
  const scanOnly = head.manner.only !== undefined
  const sheet: Sheet = { name, printer, money, date, locale, made, scanOnly, text: '', truth, ...(look && { look }) }
  const values: Values = {}
  for (const [key, value] of head.set) values[key] = worthOf(value, values)
  const tabled = tablesOf(lines.slice(start).join('\n'), sheet, head.manner, values)
  for (const [key, value] of head.let) values[key] = worthOf(`=${value}`, values)
  sheet.text = marked(tabled, sheet, values)
  return sheet
}

/** Prints the rows of each `{{table|columns`, a pattern and a line for each row, `}}`. */
function tablesOf(text: string, sheet: Sheet, manner: Record<string, string>, values: Values): string {
  return text.replace(
    /\{\{(\w*)\|(.*)\n(.*)\n([\s\S]*?)\n\}\}/g,
    (_, table: string, columns: string, pattern, body) => {
      const lines: string[] = body.split('\n')
      const told = lines.filter((line) => !line.startsWith('>'))
      const rows = rowsOf(columns.split(' '), told, values, 'card' in manner, 'inclusive' in manner)
      const row = { ...sheet, date: manner.rowdate ?? sheet.date, signs: manner.signs }
      const known = (TABLES[table as TableName] ?? []) as readonly string[]
      const shown = known.filter(
        (column) => new RegExp(`\\$(new)?${column}\\b`).test(pattern) || MOVED.includes(column),
      )
      const { tables = {} } = sheet.truth
      if (table) tables[table] = [...(tables[table] ?? []), ...rows.map((each) => kept(each, shown))]
      return printedRows(lines, pattern, rows, row)
    },
  )
}

/** The rows as the pattern has them; between them, after `>`, what stands there with values of the row before. */
function printedRows(lines: readonly string[], pattern: string, rows: readonly Values[], manner: RowManner): string {
  let last = -1
  const filled = (text: string) =>
    text.replace(/\$(\w+)/g, (_: string, key: string) => {
      const row = rows[last]
      // A day is named at its first row, and its balance stands at its last.
      if (key === 'newdate') return row?.date === rows[last - 1]?.date ? '' : cell(manner, 'date', row?.date)
      if (key === 'daybalance') return row?.date === rows[last + 1]?.date ? '' : cell(manner, 'balance', row?.balance)
      return cell(manner, key, row?.[key])
    })
  return lines
    .map((line) => {
      if (line.startsWith('>')) return filled(line.slice(1))
      last++
      return filled(pattern)
    })
    .join('\n')
}

const MOVED = ['withdrawal', 'deposit']
const RAW = ['quantity', 'tax_rate', 'code', 'unit', 'n', 'y', 'ref']

/** How rows are written: `signs` is what stands behind a negative and behind a positive amount, ` S/ H`. */
type RowManner = Manner & { signs: string | undefined }

function cell(manner: RowManner, key: string, value: string | number | undefined): string {
  if (value === undefined) return ''
  if (manner.signs && typeof value === 'number' && ['move', 'balance'].includes(key)) {
    const [minus = '', plus = ''] = manner.signs.replaceAll('_', ' ').split('/')
    return `${printedAs(manner, undefined, Math.abs(value))}${value < 0 ? minus : plus}`
  }
  if (RAW.includes(key)) return String(value).replace('.', typeof value === 'number' ? manner.money.slice(-3, -2) : '.')
  return `${printedAs(manner, undefined, value)}${key === 'credit' ? ' CR' : ''}`
}

const kept = (row: Values, columns: readonly string[]): Values =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => columns.includes(key) && value !== ''))

const FOLDER = new URL('sheets/', import.meta.url)

/** Every sheet of a folder by name. */
export function readSheets(folder = FOLDER): Map<string, Sheet> {
  const sources = readdirSync(folder)
    .sort()
    .flatMap((file) => `\n${readFileSync(new URL(file, folder), 'utf8')}`.split(/\n@@ /).slice(1))
  return new Map(sources.map((source) => sheetOf(source)).map((sheet) => [sheet.name, sheet]))
}

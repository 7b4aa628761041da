import { readdirSync, readFileSync } from 'node:fs'
import { type DocumentType, FIELDS, type ValueKind } from '../../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../../specimen.ts'

/** A paper before it is printed: what its layout says in the language of the program that prints it. */
export interface Paper {
  name: string
  /** `chromium`, `wkhtmltopdf`, `soffice`, `groff`, or `sheet` for the printer of this folder. */
  program: string
  options: Record<string, string>
  body: string
  truth: Truth
  /** The texts of its fields as they stand on the page. */
  printed: string[]
}

type Value = string | number
type Row = Record<string, Value>

/** Everything of `layouts/`, each file of which holds several papers, in the order of their names. */
export function readPapers(): Paper[] {
  const folder = new URL('layouts/', import.meta.url)
  const files = readdirSync(folder).toSorted()
  return files.flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split(/^=== /m).slice(1).map(readPaper))
}

/*
 * name TYPE program option=value ... ?field (open to argument) +field=value (said without being printed so)
 * `{field:printed=meant}` prints a value and says what it means; `=meant` may be left out, `{?field:...}` is optional.
 * `%rows table | pattern with {columns}` is followed by lines of cells and `%end`; `~` stands for a computed amount.
 */
function readPaper(source: string): Paper {
  const [head = '', ...lines] = source.trimEnd().split('\n')
  const [name = '', type = '', program = '', ...rest] = head.match(/(?:[^\s"]|"[^"]*")+/g) ?? []
  const words = rest.map((word) => word.replaceAll('"', ''))
  const options = Object.fromEntries(words.filter((word) => /^[a-z]/.test(word)).map(pair))
  const document_type = type as DocumentType
  const optional = words.filter((word) => word.startsWith('?')).map((word) => word.slice(1))
  const truth: Truth = { document_type, fields: {}, optional, risk: 'clean' }
  const reader = new Reader(truth, options)
  for (const [field, value] of words.filter((word) => word.startsWith('+')).map((word) => pair(word.slice(1))))
    truth.fields[field] = reader.meant(field, value)
  return { name, program, options, body: reader.marks(reader.rows(lines).join('\n')), truth, printed: reader.printed }
}

const pair = (word: string): [string, string] => {
  const [key = '', ...value] = word.split('=')
  return [key, value.join('=')]
}

/** Reads what is printed, and prints what is computed. */
class Reader {
  #balance: number
  #sums: Record<string, number> = { opening_balance: 0, total_deposits: 0, total_withdrawals: 0, subtotal: 0 }

  readonly printed: string[] = []
  readonly truth: Truth
  readonly options: Record<string, string>

  constructor(truth: Truth, options: Record<string, string>) {
    this.truth = truth
    this.options = options
    this.#balance = Number(options.open ?? 0)
    this.#sums.opening_balance = this.#balance
  }

  rows(lines: readonly string[]): string[] {
    let [table, pattern]: (string | undefined)[] = []
    return lines.flatMap((line) => {
      const start = /^%rows (\w+) \| (.*)/.exec(line)
      if (start) [, table, pattern] = start
      if (line === '%end') table = undefined
      if (start || line === '%end') return []
      return table && pattern ? [this.#row(table, pattern, line)] : [line]
    })
  }

  #row(table: string, pattern: string, line: string): string {
    const columns = [...pattern.matchAll(/\{!?(\w+)\}/g)].map(([, column = '']) => column)
    const cells = line.split('|').map((cell) => cell.trim())
    const row: Row = {}
    const printed = columns.map((column, at) => this.#cell(row, column, pair(cells[at] ?? '')))
    const tables = this.truth.tables ?? {}
    this.truth.tables = { ...tables, [table]: [...(tables[table] ?? []), row] }
    this.#sums.subtotal = (this.#sums.subtotal ?? 0) + Number(row.amount ?? 0)
    let at = 0
    return pattern.replace(/\{(!?)\w+\}/g, (_, hidden) => (hidden && at++ >= 0 ? '' : (printed[at++] ?? '')))
  }

  #cell(row: Row, column: string, [printed, meant]: [string, string]): string {
    if (printed === '' || column.startsWith('x')) return printed
    if (printed === '~') row.balance = this.#balance
    if (printed === '~') return this.#print(this.#balance)
    const value = this.meant(column, meant || printed)
    if (column === 'move') row[Number(value) < 0 ? 'withdrawal' : 'deposit'] = Math.abs(Number(value))
    else row[column] = value
    if (/^(move|deposit|withdrawal)$/.test(column)) this.#move(column === 'withdrawal' ? -Number(value) : Number(value))
    return printed
  }

  #move(amount: number): void {
    this.#balance = cents(this.#balance + (this.options.card ? -amount : amount))
    const side = amount < 0 ? 'total_withdrawals' : 'total_deposits'
    this.#sums[side] = cents((this.#sums[side] ?? 0) + Math.abs(amount))
  }

  marks(text: string): string {
    return text.replace(/\{(\??)(\w+):([^{}]*)\}/g, (all, open: string, field: string, inner: string) => {
      if (!(field in FIELDS[this.truth.document_type])) return all
      const [printed, meant] = pair(inner)
      const sum = field === 'closing_balance' ? this.#balance : this.#sums[field]
      if (open) this.truth.optional = [...(this.truth.optional ?? []), field]
      this.truth.fields[field] = printed === '~' ? cents(sum ?? 0) : this.meant(field, meant || printed)
      const shown = printed === '~' ? this.#print(sum ?? 0) : printed
      this.printed.push(shown)
      return shown
    })
  }

  meant(field: string, printed: string): Value {
    const kinds: Record<string, ValueKind> = FIELDS[this.truth.document_type]
    const kind = kinds[field] ?? COLUMNS[field] ?? 'text'
    if (kind === 'amount') return amountOf(printed)
    if (kind === 'date') return this.#date(printed)
    return printed
      .replaceAll('&amp;', '&')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  }

  #date(printed: string): string {
    const parts = printed.match(/^(\d+)[./-](\d+)(?:[./-](\d+)|\.)?$/)?.slice(1) ?? []
    const [first = '', second = '', year = this.options.year ?? ''] = parts
    const two = (part: string) => part.padStart(2, '0')
    if (first.length === 4) return `${first}-${two(second)}-${two(year)}`
    const whole = year.length === 2 ? `20${year}` : year
    if (first) return [whole, ...(this.options.mdy ? [first, second] : [second, first]).map(two)].join('-')
    const day = new Date(`${/\d{4}/.test(printed) ? printed : `${printed} ${this.options.year}`} UTC`)
    return day.toISOString().slice(0, 10)
  }

  #print(amount: number): string {
    const [thousands = ',', point = '.'] = this.options.num ?? ',.'
    const [whole = '', part = ''] = Math.abs(amount).toFixed(2).split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands.replace('_', ' '))
    return `${amount < 0 ? '-' : ''}${grouped}${point}${part}`
  }
}

const COLUMNS: Record<string, ValueKind> = Object.fromEntries(
  ['move', 'withdrawal', 'deposit', 'balance', 'quantity', 'unit_price', 'amount']
    .map((name): [string, ValueKind] => [name, 'amount'])
    .concat([['date', 'date']]),
)

const cents = (amount: number) => Math.round(amount * 100) / 100

/** `1.234,56`, `1 234,56`, `(12.00)`, `12.00-`, `$ 5,000`. */
function amountOf(printed: string): number {
  const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(printed.replace(/[^\d.,]/g, '')) ?? []
  const size = Number(`${whole.replace(/\D/g, '')}.${part || 0}`)
  return /^\s*\(|[-−–]/.test(printed) ? -size : size
}

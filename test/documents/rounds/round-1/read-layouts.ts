import { readFileSync } from 'node:fs'
import { type DocumentType, FIELDS } from '../../../../schemas/src/documents/fields.ts'
import type { FontName } from './fonts.ts'
import { COUNTRIES } from './habits.ts'
import type { Row, Sheet, Value } from './sheet.ts'

const FILES = ['invoices', 'receipts', 'statements', 'pay', 'slips']

/** All papers of the round: `## NAME TYPE COUNTRY FONT SIZE WxH`, `key: value`
 * on lines or three blanks apart, a dot, the template. */
export function readLayouts(): Sheet[] {
  return FILES.flatMap((file) => {
    const text = readFileSync(new URL(`layouts/${file}.txt`, import.meta.url), 'utf8')
    return `\n${text}`.split(/\n## /).slice(1).map(sheetOf)
  })
}

function sheetOf(text: string): Sheet {
  const [head = '', template = ''] = text.trimEnd().split(/\n\.\n/)
  const [first = '', ...lines] = head.split(/\n| {3}/)
  const [name = '', type, country = '', font, base, size = ''] = first.split(' ')
  const [width = 0, height = 0] = size.split('x').map(Number)
  const habits = COUNTRIES[country]
  if (!habits) throw new Error(`${name}: no country ${country}`)
  const sheet: Sheet = {
    name,
    type: type as DocumentType,
    habits,
    font: font as FontName,
    base: Number(base),
    size: [width, height],
    values: {},
    says: {},
    producer: '',
    made: '',
    template,
  }
  for (const line of lines) {
    const at = line.indexOf(': ')
    read(line.slice(0, at), line.slice(at + 2), sheet)
  }
  return sheet
}

function read(key: string, text: string, sheet: Sheet): void {
  const [word = '', rest = ''] = key.split(' ')
  const entries = text.split(' | ').map((entry) => entry.split('; '))
  if (key === 'made' || key === 'producer' || key === 'creator') sheet[key] = text
  else if (key === 'optional') sheet.optional = text.split(' ')
  else if (word === 'says') sheet.says = { ...sheet.says, [rest]: readValue(rest, text, sheet) }
  else if (word === 'sale') sell(Number(rest), entries, sheet)
  else if (word === 'ledger') book(Number(rest), entries, sheet)
  else if (key === 'card')
    sheet.rows = movesOf(entries).map(([date, description, move]) => ({
      date,
      description,
      move,
      [move < 0 ? 'deposit' : 'withdrawal']: Math.abs(move),
    }))
  else if (key === 'box12') {
    sheet.rows = [{ code: text.slice(0, 1), amount: Number(text.slice(2)) }]
    sheet.values.n_box12 = Number(text.slice(2))
  } else if (key === 'drop') sheet.dropped = text.split(', ')
  else sheet.values[key] = readValue(key, text, sheet)
}

function readValue(key: string, text: string, { type, values }: Sheet): Value {
  if (text.startsWith('=')) return values[text.slice(1)] ?? text
  const kinds: Record<string, string> = FIELDS[type]
  return kinds[key] === 'amount' || key.startsWith('n_') ? Number(text) : text
}

const cents = (value: number) => Math.round(value * 100) / 100

/** Lines of a sale, with their sums at a rate of tax. */
function sell(rate: number, lines: readonly string[][], sheet: Sheet): void {
  sheet.rows = lines.map(([description = '', quantity = '', price]) => {
    const unit_price = Number(price)
    return {
      description,
      quantity: quantity.replace('.', decimalOf(sheet)),
      unit_price,
      amount: cents(Number(quantity) * unit_price),
    }
  })
  const subtotal = cents(sheet.rows.reduce((sum, { amount }) => sum + Number(amount), 0))
  const total_tax = cents((subtotal * rate) / 100)
  const invoice_total = cents(subtotal + total_tax)
  Object.assign(sheet.values, { subtotal, total_tax, invoice_total })
  if (sheet.values.amount_due !== undefined) sheet.values.amount_due = invoice_total
}

const decimalOf = ({ habits: { money } }: Sheet) => (money === 'de' || money === 'fr' ? ',' : '.')

const movesOf = (entries: readonly string[][]) =>
  entries.map(([date = '', description = '', amount]) => [date, description, Number(amount)] as const)

/** Movements of an account with their balances and sums. */
function book(opening: number, entries: readonly string[][], sheet: Sheet): void {
  const moves = movesOf(entries)
  let balance = opening
  sheet.rows = moves.map(([date, description, move]) => {
    balance = cents(balance + move)
    const row: Row = { date, description, move, [move < 0 ? 'withdrawal' : 'deposit']: Math.abs(move) }
    return sheet.dropped?.includes('balance') ? row : { ...row, balance }
  })
  const sum = (sign: number) => cents(moves.reduce((all, [, , each]) => all + Math.max(0, each * sign), 0))
  Object.assign(sheet.values, {
    opening_balance: opening,
    closing_balance: balance,
    total_deposits: sum(1),
    total_withdrawals: sum(-1),
  })
}

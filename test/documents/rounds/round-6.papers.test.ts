import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import { installed } from './installed.ts'
import { bare, cents, remainder, sumOf } from './paper-values.ts'
import { textsOf } from './round-3/papers/place.ts'
import type { Sheet } from './round-3/papers/sheet.ts'
import { printed, programOf } from './round-4/papers/print.ts'
import { LOOKS, left, names, sheets } from './round-6/papers/index.ts'

if (left.length > 0) console.log(`papers of the sixth round that cannot be made here: ${left.join(', ')}`)

const all = [...sheets.values()]
const TODAY = '2026-11-23'
const DAY = 86_400_000
/** How many papers of each program are looked at; ours cost nothing. */
const MOST = 6

/** Whether every second digit doubled makes a sum of tens. */
const isLuhn = (digits: string) =>
  [...digits.replace(/\D/g, '')]
    .reverse()
    .map((digit, at) => Number(digit) * (1 + (at % 2)))
    .reduce((sum, each) => sum + (each > 9 ? each - 9 : each), 0) %
    10 ===
  0

test('the sixth round has sixty papers of every printer, and scans of more than half of them', () => {
  expect(all.length).toBe(60)
  expect(names.length).toBe(91)
  expect(new Set(names).size).toBe(91)
  expect(all.filter(({ scanOnly }) => !scanOnly).length).toBe(56)
  const programs = Map.groupBy(all, programOf)
  expect([...programs.keys()].sort()).toEqual(['chromium', 'fonts-liberation', 'groff', 'soffice', 'wkhtmltopdf'])
  expect(Math.min(...[...programs.values()].map(({ length }) => length))).toBeGreaterThan(9)
  expect(all.filter(({ look }) => look !== undefined && !(look in LOOKS))).toEqual([])
  expect(new Set(all.map(({ truth }) => truth.document_type)).size).toBe(15)
})

test('the truth of the sixth round has known names, values and columns, and nothing is dated after today', () => {
  for (const { name, made, truth } of all) {
    const { document_type: type, fields, optional = [], tables = {} } = truth
    expect([name, Object.keys(fields).filter((field) => !(field in FIELDS[type]))]).toEqual([name, []])
    expect([name, optional.filter((field) => !(field in FIELDS[type]))]).toEqual([name, []])
    const wrong = Object.entries(fields).filter(
      ([, value]) => value === '' || Number.isNaN(value) || /[[|]/.test(`${value}`),
    )
    expect([name, wrong]).toEqual([name, []])
    for (const [table, rows] of Object.entries(tables)) {
      const known: readonly string[] = TABLES[table as keyof typeof TABLES] ?? expect.fail(`${name} ${table}`)
      expect([name, rows.flatMap(Object.keys).filter((column) => !known.includes(column))]).toEqual([name, []])
    }
    expect(made <= TODAY, name).toBe(true)
    const days = Object.entries(fields).filter(([field]) => /_date$|^pay_period_(start|end)$/.test(field))
    for (const [field, day] of days) {
      expect(new Date(String(day)).toISOString().slice(0, 10), `${name} ${field}`).toBe(day)
      const late = (Date.parse(String(day)) - Date.parse(made)) / DAY
      expect(late, `${name} ${field}`).toBeLessThan(field === 'due_date' ? 62 : 8)
      expect(late, `${name} ${field}`).toBeGreaterThan(-100)
    }
  }
})

const closings: Partial<Record<Sheet['truth']['document_type'], (sheet: Sheet) => void>> = {
  BANK_STATEMENT: balanced,
  CREDIT_CARD_STATEMENT: balanced,
  INVOICE: ({ name, truth: { fields, tables, optional = [] } }) => {
    const { subtotal, total_tax: tax, invoice_total: total } = fields
    expect(sumOf(tables?.line_items), name).toBe(cents(subtotal ?? total))
    if (!optional.includes('subtotal') && !optional.includes('total_tax'))
      expect(cents(total), name).toBe(cents(subtotal) + cents(tax))
    for (const { quantity, unit_price, amount } of tables?.line_items ?? [])
      if (quantity !== undefined) expect(cents(amount), name).toBe(Math.round(Number(quantity) * cents(unit_price)))
    if (fields.iban !== undefined) expect(remainder(fields.iban), name).toBe(1n)
  },
  RECEIPT: ({ name, truth: { fields, optional = [] } }) => {
    if (optional.includes('total_tax') && fields.total_tax === undefined) return
    expect(cents(fields.total), name).toBe(cents(fields.subtotal) + cents(fields.total_tax) + cents(fields.tip))
  },
  PAY_STUB: ({ name, truth: { fields, optional = [] } }) => {
    const { gross_pay: gross, net_pay: net, total_taxes: taxes, total_deductions: less } = fields
    expect(cents(net), name).toBeLessThan(cents(gross))
    expect(cents(fields.ytd_gross_pay), name).toBeGreaterThanOrEqual(cents(gross))
    if (optional.length === 0 && taxes !== undefined && less !== undefined)
      expect(cents(net), name).toBe(cents(gross) - cents(taxes) - cents(less))
  },
  W2_TAX_SLIP: ({ name, truth: { fields } }) => {
    const [base, health] = [cents(fields.social_security_wages), cents(fields.medicare_wages_and_tips)]
    expect(cents(fields.social_security_tax_withheld), name).toBe(Math.round(base * 0.062))
    expect(cents(fields.medicare_tax_withheld), name).toBe(Math.round(health * 0.0145))
  },
  T4_TAX_SLIP: ({ name, truth: { fields } }) => {
    const insured = cents(fields.ei_insurable_earnings)
    const pensionable = cents(fields.cpp_qpp_pensionable_earnings)
    expect(cents(fields.ei_premiums), name).toBe(Math.round(insured * 0.0164))
    expect(cents(fields.cpp_contributions), name).toBe(Math.round((pensionable - 350_000) * 0.0595))
    expect(isLuhn(String(fields.employer_account_number).slice(0, 9)), name).toBe(true)
  },
}

function balanced({ name, truth: { document_type: type, fields, tables } }: Sheet): void {
  const rows = tables?.transactions
  const sign = type === 'BANK_STATEMENT' ? 1 : -1
  const [got, gone] = [sumOf(rows, 'deposit'), sumOf(rows, 'withdrawal')]
  expect(cents(fields.total_deposits), name).toBe(got)
  expect(cents(fields.total_withdrawals), name).toBe(gone)
  expect(cents(fields.closing_balance), name).toBe(cents(fields.opening_balance) + sign * (got - gone))
  const last = rows?.at(-1)?.balance
  if (last !== undefined) expect(last, name).toBe(fields.closing_balance)
  const days = rows?.map(({ date }) => String(date)) ?? []
  const [from = days[0] ?? '', to = TODAY] = [fields.statement_start_date, fields.statement_end_date].map(String)
  expect([name, days.filter((day) => day > to || (from !== 'undefined' && day < from))]).toEqual([name, []])
  const account = String(fields.account_number)
  if (/^[A-Z]{2}\d\d [\w ]+$/.test(account)) expect(remainder(account), name).toBe(1n)
}

test('sums, rates and check digits of the sixth round close', () => {
  for (const sheet of all) closings[sheet.truth.document_type]?.(sheet)
  const numbers = all.flatMap(({ truth }) => truth.fields.social_insurance_number ?? [])
  expect(numbers.map((number) => isLuhn(String(number)))).toEqual([true, true])
  const printedIbans = all.flatMap(
    ({ text }) => text.match(/\b[A-Z]{2}\d\d(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,3})?(?! ?[*\w])/g) ?? [],
  )
  expect(printedIbans.length).toBeGreaterThan(12)
  expect(printedIbans.filter((iban) => remainder(iban) !== 1n)).toEqual([])
})

/** Names and amounts of the truth that the pages do not print. */
async function unprinted({ truth: { fields, tables = {} } }: Sheet, bytes: Uint8Array): Promise<unknown[]> {
  const pages = (await PDFDocument.load(bytes)).getPageCount()
  const texts = await Promise.all(Array.from({ length: pages }, (_, at) => textsOf(bytes, at + 1)))
  const page = bare(texts.flatMap((each) => each.map(({ text }) => text)).join(''))
  const told = Object.entries(fields).filter(([field]) => !/_date$|_address$|^pay_period|^currency$/.test(field))
  const columns = ['description', 'withdrawal', 'deposit', 'balance', 'amount', 'unit_price']
  const cells = Object.values(tables).flatMap((rows) => rows.flatMap((row) => columns.map((name) => row[name] ?? '')))
  return [...told.map(([, value]) => value), ...cells].filter((value) => {
    const wanted = typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : value
    return !page.includes(bare(wanted))
  })
}

for (const program of new Set(all.map(programOf)))
  test(`the pages of the sixth round print what the truth says (${program})`, async ({ skip }) => {
    skip(!installed(program), `${program} is not installed`)
    const own = all
      .filter((sheet) => programOf(sheet) === program && sheet.printer !== 'calc')
      .slice(0, program === 'fonts-liberation' ? all.length : MOST)
    const prints = await printed(own)
    expect([...prints.keys()].sort()).toEqual(own.map(({ name }) => name).sort())
    for (const [name, bytes] of prints) {
      const sheet = sheets.get(name) ?? expect.fail(name)
      expect([name, await unprinted(sheet, bytes)]).toEqual([name, []])
    }
  })

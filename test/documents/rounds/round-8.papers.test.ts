import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import { bare, cents, remainder, sumOf } from './paper-values.ts'
import { textsOf } from './round-3/papers/place.ts'
import { all, LOOKS, left, names, type Paper, sheets } from './round-8/papers/index.ts'

if (left.length > 0) console.log(`papers of the eighth round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-27'

test('the eighth round has sixty papers, nearly half of them printed by other programs', () => {
  expect(all.length).toBe(60)
  expect(names.length).toBe(83)
  expect(new Set(names).size).toBe(83)
  expect(sheets.size).toBe(33)
  expect(new Set(all.map(({ program }) => program)).size).toBe(5)
  expect(all.filter(({ look }) => look !== undefined && !(look in LOOKS))).toEqual([])
  expect(new Set(all.flatMap(({ look }) => look ?? [])).size).toBe(Object.keys(LOOKS).length)
  expect(new Set(all.map(({ truth }) => truth.document_type)).size).toBe(19)
})

test('the truth of the eighth round has known names, values and columns, and nothing is dated after today', () => {
  for (const { name, truth } of all) {
    const { document_type: type, fields, optional = [], tables = {} } = truth
    const unknown = [...Object.keys(fields), ...optional].filter((field) => !(field in FIELDS[type]))
    expect([name, unknown]).toEqual([name, []])
    const wrong = Object.values(fields).filter(
      (value) => value === '' || Number.isNaN(value) || /[[|]/.test(`${value}`),
    )
    expect([name, wrong]).toEqual([name, []])
    for (const [table, rows] of Object.entries(tables)) {
      const known: readonly string[] = TABLES[table as keyof typeof TABLES] ?? expect.fail(`${name} ${table}`)
      expect([name, rows.flatMap(Object.keys).filter((column) => !known.includes(column))]).toEqual([name, []])
    }
    for (const [field, day] of Object.entries(fields).filter(([each]) => /_date$|_(start|end)$/.test(each))) {
      expect(new Date(String(day)).toISOString().slice(0, 10), `${name} ${field}`).toBe(day)
      if (field !== 'due_date') expect(String(day) <= TODAY, `${name} ${field}`).toBe(true)
    }
  }
})

const closings: Partial<Record<Paper['truth']['document_type'], (paper: Paper) => void>> = {
  BANK_STATEMENT: balanced,
  CREDIT_CARD_STATEMENT: balanced,
  INVOICE: ({ name, truth: { fields, tables } }) => {
    expect(sumOf(tables?.line_items), name).toBe(cents(fields.subtotal))
    const off = cents(fields.invoice_total) - cents(fields.subtotal) - cents(fields.total_tax)
    // Swiss and Indian totals are rounded, to five centimes and to the rupee.
    expect(Math.abs(off), name).toBeLessThan({ 'ch-qr': 3, 'in-gst': 51 }[name] ?? 1)
    if (fields.iban !== undefined) expect(remainder(fields.iban), name).toBe(1n)
  },
  PAY_STUB: ({ name, truth: { fields } }) => {
    expect(cents(fields.net_pay), name).toBeLessThan(cents(fields.gross_pay))
    expect(cents(fields.ytd_gross_pay ?? fields.gross_pay), name).toBeGreaterThanOrEqual(cents(fields.gross_pay))
  },
  W2_TAX_SLIP: ({ name, truth: { fields } }) => {
    const [base, health] = [cents(fields.social_security_wages), cents(fields.medicare_wages_and_tips)]
    expect(cents(fields.social_security_tax_withheld), name).toBe(Math.round(base * 0.062))
    expect(cents(fields.medicare_tax_withheld), name).toBe(Math.round(health * 0.0145))
  },
  T4_TAX_SLIP: ({ name, truth: { fields } }) => {
    const pensionable = cents(fields.cpp_qpp_pensionable_earnings)
    expect(cents(fields.ei_premiums), name).toBe(Math.round(cents(fields.ei_insurable_earnings) * 0.0164))
    expect(cents(fields.cpp_contributions), name).toBe(Math.round((pensionable - 350_000) * 0.0595))
  },
  UTILITY_BILL: ({ name, truth: { fields } }) => {
    const before = cents(fields.previous_balance) - cents(fields.payments_received)
    expect(cents(fields.amount_due), name).toBe(before + cents(fields.current_charges ?? fields.amount_due))
  },
  PURCHASE_ORDER: ({ name, truth: { fields } }) => {
    expect(cents(fields.order_total), name).toBe(cents(fields.subtotal) + cents(fields.total_tax))
  },
}

function balanced({ name, truth: { document_type: type, fields, tables } }: Paper): void {
  const rows = tables?.transactions
  const sign = type === 'BANK_STATEMENT' ? 1 : -1
  const [got, gone] = [sumOf(rows, 'deposit'), sumOf(rows, 'withdrawal')]
  if (fields.total_deposits !== undefined) expect(cents(fields.total_deposits), name).toBe(got)
  if (fields.total_withdrawals !== undefined) expect(cents(fields.total_withdrawals), name).toBe(gone)
  expect(cents(fields.closing_balance), name).toBe(cents(fields.opening_balance) + sign * (got - gone))
  const account = String(fields.account_number)
  if (/^[A-Z]{2}\d\d [\w ]+$/.test(account)) expect(remainder(account), name).toBe(1n)
}

test('sums, rates and check digits of the eighth round close', () => {
  for (const paper of all) closings[paper.truth.document_type]?.(paper)
})

/** What the truth has and is printed nowhere as a whole: sums of two figures, and lines that follow each other. */
const IMPLIED: Record<string, string[]> = {
  'uk-payslip': ['total_taxes', 'total_deductions'],
  'us-two-page': ['total_withdrawals'],
}

/** Names and amounts of the truth that the pages do not print. */
async function unprinted({ name, truth: { fields, tables = {} } }: Paper, bytes: Uint8Array): Promise<unknown[]> {
  const pages = (await PDFDocument.load(bytes)).getPageCount()
  const texts = await Promise.all(Array.from({ length: pages }, (_, at) => textsOf(bytes, at + 1)))
  const page = bare(texts.flatMap((each) => each.map(({ text }) => text)).join(''))
  const told = Object.entries(fields).filter(
    ([field]) => !/_date$|_address$|_(start|end)$|^currency$|frequency$/.test(field) && !IMPLIED[name]?.includes(field),
  )
  const columns = ['withdrawal', 'deposit', 'balance', 'amount', 'unit_price']
  const cells = Object.values(tables).flatMap((rows) => rows.flatMap((row) => columns.map((key) => row[key] ?? '')))
  return [...told.map(([, value]) => value), ...cells].filter((value) => {
    const forms = typeof value === 'number' ? [value.toFixed(2), String(value)] : [value]
    return !forms.some((form) => page.includes(bare(form)))
  })
}

test('the pages of the eighth round print what the truth says', async () => {
  for (const paper of all) expect([paper.name, await unprinted(paper, await paper.bytes())]).toEqual([paper.name, []])
})

import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import { bare, cents, remainder, sumOf } from './paper-values.ts'
import { textsOf } from './round-3/papers/place.ts'
import type { Sheet } from './round-3/papers/sheet.ts'
import { all, left, papers } from './round-11/papers/index.ts'

if (left.length > 0) console.log(`papers of the eleventh round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-26'

test('the eleventh round has papers of many issuers, kinds and languages', () => {
  expect(all.length).toBeGreaterThan(55)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ truth }) => truth.document_type)).size).toBe(16)
  expect(new Set(all.map(({ locale }) => locale.slice(0, 2))).size).toBe(14)
})

test('the truth of the eleventh round has known names, values and columns, and nothing is dated after today', () => {
  for (const { name, made, truth, text } of all) {
    const { document_type: type, fields, optional = [], tables = {} } = truth
    expect([name, [...Object.keys(fields), ...optional].filter((field) => !(field in FIELDS[type]))]).toEqual([
      name,
      [],
    ])
    expect([name, Object.entries(fields).filter(([, value]) => value === '' || Number.isNaN(value))]).toEqual([
      name,
      [],
    ])
    expect([name, text.match(/NaN|undefined|\[\[|\{\{|\$[a-z]\w+/)]).toEqual([name, null])
    for (const [table, rows] of Object.entries(tables)) {
      const known: readonly string[] = TABLES[table as keyof typeof TABLES] ?? expect.fail(`${name} ${table}`)
      expect([name, rows.flatMap(Object.keys).filter((column) => !known.includes(column))]).toEqual([name, []])
    }
    expect(made <= TODAY, name).toBe(true)
  }
})

function balanced({ name, truth: { document_type: type, fields, tables } }: Sheet): void {
  const sign = type === 'BANK_STATEMENT' ? 1 : -1
  const [got, gone] = ['deposit', 'withdrawal'].map((column) => sumOf(tables?.transactions, column)) as [number, number]
  expect(cents(fields.closing_balance), name).toBe(cents(fields.opening_balance) + sign * (got - gone))
  if (fields.total_deposits !== undefined) expect(cents(fields.total_deposits), name).toBe(got)
  if (fields.total_withdrawals !== undefined) expect(cents(fields.total_withdrawals), name).toBe(gone)
}

function summed({ name, truth: { fields, tables, optional = [] } }: Sheet): void {
  expect(sumOf(tables?.line_items), name).toBe(cents(fields.subtotal))
  if (optional.includes('invoice_total')) return
  expect(cents(fields.invoice_total), name).toBe(cents(fields.subtotal) + cents(fields.total_tax))
}

test('sums and check digits of the eleventh round close', () => {
  for (const sheet of all) {
    const { document_type: type } = sheet.truth
    if (type.endsWith('STATEMENT')) balanced(sheet)
    if (type === 'INVOICE') summed(sheet)
    const ibans = sheet.text.match(/\b[A-Z]{2}\d\d(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,3})?(?! ?[*\w])/g) ?? []
    expect(ibans.filter((iban) => remainder(iban) !== 1n)).toEqual([])
  }
})

/** Names and amounts of the truth that the pages do not print. */
async function unprinted(bytes: Uint8Array, { fields, tables = {} }: Sheet['truth']): Promise<unknown[]> {
  const pages = (await PDFDocument.load(bytes)).getPageCount()
  const texts = await Promise.all(Array.from({ length: pages }, (_, at) => textsOf(bytes, at + 1)))
  const page = bare(texts.flatMap((each) => each.map(({ text }) => text)).join(''))
  const told = Object.entries(fields).filter(
    ([field]) => !/_date$|_address$|^pay_|^currency$|_period_|^iban$/.test(field),
  )
  const columns = ['withdrawal', 'deposit', 'balance', 'amount', 'unit_price']
  const cells = Object.values(tables).flatMap((rows) => rows.flatMap((row) => columns.map((key) => row[key] ?? '')))
  return [...told.map(([, value]) => value), ...cells].filter((value) => {
    const wanted = typeof value === 'number' ? String(value).replace(/(\.\d)$/, '$10') : value
    return !page.includes(bare(wanted))
  })
}

test('the pages of the eleventh round print what the truth says', async () => {
  const unsaid: [string, unknown[]][] = []
  for await (const { name, bytes, truth } of papers()) {
    const implied = [truth.fields.subtotal, truth.fields.total_tax]
    const lacking = (await unprinted(bytes, truth)).filter((value) => !implied.includes(value as number))
    if (lacking.length > 0) unsaid.push([name, lacking])
  }
  expect(unsaid).toEqual([])
}, 120_000)

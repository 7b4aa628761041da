import { PDFDocument } from '@cantoo/pdf-lib'
import { expect } from 'vitest'
import { FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import { bare, cents, remainder, sumOf } from './paper-values.ts'
import { textsOf } from './round-3/papers/place.ts'
import type { Sheet } from './round-3/papers/sheet.ts'

/** The truth has known names, values and columns; all marks of the text are filled in; it was made by that day. */
export function truthIsWhole({ name, made, truth, text }: Sheet, today: string): void {
  const { document_type: type, fields, optional = [], tables = {} } = truth
  const unknown = [...Object.keys(fields), ...optional].filter((field) => !(field in FIELDS[type]))
  expect([name, unknown]).toEqual([name, []])
  const empty = Object.entries(fields).filter(([, value]) => value === '' || Number.isNaN(value))
  expect([name, empty]).toEqual([name, []])
  expect([name, text.match(/NaN|undefined|\[\[|\{\{|\$[a-z]\w+/)]).toEqual([name, null])
  for (const [table, rows] of Object.entries(tables)) {
    const known: readonly string[] = TABLES[table as keyof typeof TABLES] ?? expect.fail(`${name} ${table}`)
    expect([name, rows.flatMap(Object.keys).filter((column) => !known.includes(column))]).toEqual([name, []])
  }
  expect(made <= today, name).toBe(true)
}

function balanced({ name, truth: { document_type: type, fields, tables } }: Sheet): void {
  const sign = type === 'BANK_STATEMENT' ? 1 : -1
  const [got, gone] = ['deposit', 'withdrawal'].map((column) => sumOf(tables?.transactions, column)) as [number, number]
  // A balance that is printed as a text alone, or not at all, leads nowhere.
  if (fields.opening_balance !== undefined)
    expect(cents(fields.closing_balance), name).toBe(cents(fields.opening_balance) + sign * (got - gone))
  if (fields.total_deposits !== undefined) expect(cents(fields.total_deposits), name).toBe(got)
  if (fields.total_withdrawals !== undefined) expect(cents(fields.total_withdrawals), name).toBe(gone)
}

/** Lines come to the net sum, or, where prices have the tax in them, to the gross one. */
function summed({ name, truth: { fields, tables, optional = [] } }: Sheet): void {
  expect([cents(fields.subtotal), cents(fields.invoice_total)], name).toContain(sumOf(tables?.line_items))
  if (optional.includes('invoice_total') || fields.subtotal === undefined) return
  expect(cents(fields.invoice_total), name).toBe(cents(fields.subtotal) + cents(fields.total_tax))
}

/** Sums and check digits of a paper are right. */
export function sumsClose(sheet: Sheet): void {
  const { document_type: type } = sheet.truth
  if (type.endsWith('STATEMENT')) balanced(sheet)
  if (type === 'INVOICE') summed(sheet)
  const ibans = sheet.text.match(/\b[A-Z]{2}\d\d(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,3})?(?! ?[*\w])/g) ?? []
  expect(ibans.filter((iban) => remainder(iban) !== 1n)).toEqual([])
}

/** Names and amounts of the truth that the pages do not print. */
export async function unprinted(bytes: Uint8Array, { fields, tables = {} }: Sheet['truth']): Promise<unknown[]> {
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

/** By a sheet's name: what its truth says and its pages do not print, but for sums that others imply. */
export async function unsaidOn(printed: AsyncIterable<{ sheet: Sheet; bytes: Uint8Array }>) {
  const unsaid: [name: string, values: unknown[]][] = []
  for await (const { sheet, bytes } of printed) {
    const { name, truth } = sheet
    const implied = [truth.fields.subtotal, truth.fields.total_tax]
    const missing = (await unprinted(bytes, truth)).filter((value) => !implied.includes(value as number))
    if (missing.length > 0) unsaid.push([name, missing])
  }
  return unsaid
}

import { describe, expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { type Written, writtenPage } from './written-page.ts'

const SOURCE = { attachments: [] } as unknown as Source

function read(texts: readonly Written[]) {
  const pages = [writtenPage(texts)]
  const section = { type: 'INVOICE' as const, confidence: 1, pages: [1], region: undefined }
  const { fields, tables } = extractInvoice(section, pages, { source: SOURCE, pages })
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  return { values, rows: tables[0]?.rows.map((row) => row.values) ?? [], fields }
}

const HEAD: Written[] = [
  [50, 720, 'Invoice No: A-1001'],
  [50, 700, 'Date: 3 May 2024'],
]

describe('an invoice on one page', () => {
  test('terms alone are no due date', () => {
    const { values } = read([...HEAD, [50, 680, 'Payment terms: 30 days net']])
    expect(values).toMatchObject({ invoice_number: 'A-1001', invoice_date: '2024-05-03', payment_terms: '30 days net' })
    expect(values).not.toHaveProperty('due_date')
  })

  test('a title may carry number and day', () => {
    const { values } = read([[50, 720, 'Rechnung Nr. 580214 vom 17.09.2021']])
    expect(values).toMatchObject({ invoice_number: '580214', invoice_date: '2021-09-17' })
  })

  test('captions side by side have their values beneath', () => {
    const { values } = read([
      [50, 720, 'Invoice No'],
      [200, 720, 'Invoice Date'],
      [350, 720, 'Due Date'],
      [50, 705, '20417'],
      [200, 705, '03/21/2023'],
      [350, 705, '04/20/2023'],
    ])
    expect(values).toMatchObject({ invoice_number: '20417', invoice_date: '2023-03-21', due_date: '2023-04-20' })
  })

  test.each([
    ['Price', 'Tax', 'Total', ['200.00', '30.00', '230.00'], { subtotal: 200, total_tax: 30, invoice_total: 230 }],
    ['Tax', 'Amount', 'Paid', ['30.00', '200.00', '230.00'], { subtotal: 200, total_tax: 30 }],
  ])('a row under %s, %s and %s is what its own sum makes of it', (one, two, three, sums, expected) => {
    const row = (y: number, name: string, cells: readonly string[]): Written[] => [
      [50, y, name],
      ...cells.map((cell, index): Written => [300 + index * 80, y, cell]),
    ]
    const rows = [row(500, 'Product', [one, two, three]), row(480, 'Slate lamp', sums), row(460, 'Total', sums)]
    const { values } = read([...HEAD, ...rows.flat(), [300, 440, 'Grand Total'], [460, 440, '230.00']])
    expect(values).toMatchObject(expected)
  })

  test('the sums are those that close', () => {
    const { values } = read([
      ...HEAD,
      [300, 300, 'Subtotal'],
      [450, 300, '$1,540.00'],
      [300, 285, 'Discount'],
      [450, 285, '$140.00'],
      [300, 270, 'Total before tax'],
      [450, 270, '$1,400.00'],
      [300, 255, 'Tax 7%'],
      [450, 255, '$98.00'],
      [300, 240, 'Total'],
      [450, 240, '$1,498.00'],
      [300, 225, 'Paid'],
      [450, 225, '$500.00'],
      [300, 210, 'Balance due'],
      [450, 210, '$998.00'],
    ])
    expect(values).toMatchObject({
      subtotal: 1400,
      total_tax: 98,
      invoice_total: 1498,
      amount_due: 998,
    })
    // Of whose dollar nothing is said.
    expect(values).not.toHaveProperty('currency')
  })

  test('a credit note keeps its minus', () => {
    const { values } = read([
      [50, 720, 'Gutschrift Nr. G-77 vom 01.02.2024'],
      [300, 300, 'Nettobetrag'],
      [450, 300, '-100,00 €'],
      [300, 285, 'USt. 19 %'],
      [450, 285, '-19,00 €'],
      [300, 270, 'Gesamtbetrag'],
      [450, 270, '-119,00 €'],
    ])
    expect(values).toMatchObject({ subtotal: -100, total_tax: -19, invoice_total: -119, currency: 'EUR' })
  })

  test('a masked IBAN is the payer’s and no field', () => {
    const { values } = read([...HEAD, [50, 200, 'IBAN: DE21 7700 **** **** **** 34']])
    expect(values).not.toHaveProperty('iban')
  })

  test('two taxes without a sum of their own are added where that closes', () => {
    const { values, fields } = read([
      ...HEAD,
      [300, 300, 'Subtotal'],
      [450, 300, '$200.00'],
      [300, 285, 'GST 5%'],
      [450, 285, '$10.00'],
      [300, 270, 'QST 9.975%'],
      [450, 270, '$19.95'],
      [300, 255, 'Total'],
      [450, 255, '$229.95'],
    ])
    expect(values).toMatchObject({ subtotal: 200, total_tax: 29.95, invoice_total: 229.95 })
    expect(fields.total_tax?.words.map(({ text }) => text)).toEqual(['$10.00', '$19.95'])
  })

  test('an empty page says nothing', () => {
    expect(read([[50, 720, 'Invoice']]).values).toEqual({})
  })
})

const TABLE: Written[] = [
  [50, 500, 'Description'],
  [300, 500, 'Qty'],
  [380, 500, 'Price'],
  [480, 500, 'Amount'],
]

describe('the table of goods', () => {
  test('goes on after a sum where rows close, and leaves the sums out', () => {
    const { rows } = read([
      ...TABLE,
      [50, 480, 'Oak shelf'],
      [300, 480, '2'],
      [380, 480, '40.00'],
      [480, 480, '80.00'],
      [50, 465, 'Subtotal goods'],
      [480, 465, '80.00'],
      [50, 450, 'Mounting'],
      [300, 450, '3'],
      [380, 450, '25.00'],
      [480, 450, '75.00'],
      [380, 420, 'Total'],
      [480, 420, '155.00'],
    ])
    expect(rows).toEqual([
      { description: 'Oak shelf', quantity: 2, unit_price: 40, amount: 80 },
      { description: 'Mounting', quantity: 3, unit_price: 25, amount: 75 },
    ])
  })

  test('a text under a row goes on its description', () => {
    const { rows } = read([
      ...TABLE,
      [50, 480, 'Oak shelf'],
      [300, 480, '2 pcs'],
      [380, 480, '40.00'],
      [480, 480, '80.00'],
      [50, 468, 'dark stained'],
    ])
    expect(rows).toEqual([
      { description: 'Oak shelf dark stained', quantity: 2, unit: 'pcs', unit_price: 40, amount: 80 },
    ])
  })

  test('a count under another name is known by the price', () => {
    const { rows } = read([
      [50, 500, '#'],
      [100, 500, 'Product'],
      [380, 500, 'Price'],
      [480, 500, 'Sum'],
      [50, 480, '250'],
      [100, 480, 'Candles'],
      [380, 480, '0.64'],
      [480, 480, '160.00'],
    ])
    expect(rows).toEqual([{ description: 'Candles', quantity: 250, unit_price: 0.64, amount: 160 }])
  })
})

describe('the parties', () => {
  test('stand under their captions', () => {
    const { values } = read([
      ...HEAD,
      [50, 650, 'From'],
      [50, 638, 'Oak & Elm Joinery'],
      [50, 626, '14 Orchard Lane'],
      [300, 650, 'Bill to'],
      [300, 638, 'Marcus Tillman'],
      [300, 626, '7 Market Square'],
    ])
    expect(values).toMatchObject({ vendor_name: 'Oak & Elm Joinery', customer_name: 'Marcus Tillman' })
  })

  test('the sender’s line stands over the receiver’s window', () => {
    const { values } = read([
      [50, 700, 'Musterholz GmbH | Lindenweg 4 | 12345 Berlin'],
      [50, 680, 'Frau'],
      [50, 668, 'Sabine Kolbe'],
      [50, 656, 'Hafenweg 3'],
      [50, 644, '04109 Leipzig'],
    ])
    expect(values).toMatchObject({ vendor_name: 'Musterholz GmbH', customer_name: 'Sabine Kolbe' })
  })

  test('the tax number in the receiver’s address is the receiver’s', () => {
    const { values } = read([
      [50, 700, 'Verkäufer'],
      [50, 688, 'Musterholz GmbH'],
      [50, 676, 'USt-IdNr. DE145873206'],
      [300, 700, 'Käufer'],
      [300, 688, 'Nordlicht Handels AG'],
      [300, 676, 'USt-IdNr. DE298117345'],
    ])
    expect(values).toMatchObject({ vendor_tax_id: 'DE145873206', customer_tax_id: 'DE298117345' })
  })
})

import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { type Written, writtenPage } from './written-page.ts'

const SOURCE = { attachments: [] } as unknown as Source
const SECTION: Section = { type: 'INVOICE', confidence: 1, pages: [1], region: undefined }

/** Rows under each other, each a caption and what stands beside it. */
function read(...lines: (readonly string[])[]): Record<string, unknown> {
  const texts = lines.flatMap((row, at) => row.map((text, of): Written => [50 + 200 * of, 760 - 18 * at, text]))
  const pages = [writtenPage(texts)]
  const { fields } = extractInvoice(SECTION, pages, { source: SOURCE, pages })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test.each([
  ['Nettobeløp', '25 % MVA', 'Å betale'],
  ['Goods and services', 'VAT @ 20%', 'Invoice total'],
  ['Subtotal', 'Output CGST 9%', 'Total'],
])('%s is the sum before %s', (net, tax, gross) => {
  expect(read([net, '800.00'], [tax, '200.00'], [gross, '1,000.00'])).toMatchObject({
    subtotal: 800,
    total_tax: 200,
    invoice_total: 1000,
  })
})

test('tax that the buyer holds back is not the tax', () => {
  const found = read(
    ['Subtotal', '$ 1,000.00'],
    ['IVA trasladado 16%', '$ 160.00'],
    ['IVA retenido 4%', '$ 40.00'],
    ['Total', '$ 1,120.00'],
  )
  expect(found).toMatchObject({ subtotal: 1000, total_tax: 160, invoice_total: 1120 })
})

test.each([
  ['RFC: ABC010203XY7', 'ABC010203XY7'],
  ['RFC: ABCD010203QW9', 'ABCD010203QW9'],
])('%s is read to its last sign', (printed, value) => {
  expect(read(['Ejemplo SA de CV', 'FACTURA'], [printed])).toMatchObject({ vendor_tax_id: value })
})

test.each([
  ['Invoice no.', 'AB 4417', 'AB 4417'],
  ['Invoice no.', '4417 AB', '4417'],
  ['Serie y folio:', 'AB-4417', 'AB-4417'],
])('%s %s', (caption, printed, value) => {
  expect(read([caption, printed])).toMatchObject({ invoice_number: value })
})

test.each([
  ['Payment is due upon receipt. Tax ID 12-3456789. All amounts are in euros.', 'Payment is due upon receipt'],
  ['Strictly 21 days. Pay to account 00112233.', 'Strictly 21 days'],
  ['Forma de pago: 03 Por definir Condiciones: 15 días', '15 días'],
  ['Payment terms: Net 30 days', 'Net 30 days'],
])('terms end with their sentence: %s', (printed, value) => {
  expect(read(['INVOICE'], [printed])).toMatchObject({ payment_terms: value })
})

test.each(['MOTTATT', 'RECEIVED', 'SAAPUNUT'])('the word of a stamp is no party: %s', (word) => {
  const found = read(['Beispiel GmbH'], ['Rechnung Nr. 12'], [], [], [], [], [word], ['06 FEB 2025'])
  expect(Object.values(found)).not.toContain(word)
})

test('a caption of a payment slip under another is no party', () => {
  expect(Object.values(read(['LASKU'], ['Saaja'], ['Viitenumero'], ['12345']))).not.toContain('Viitenumero')
})

test('a legal form under the comma of a name belongs to it', () => {
  const found = read(['Bill to'], ['Norte Hotel,'], ['S.A.'], ['Rua Nova 8'], ['4000-256 Porto'])
  expect(found).toMatchObject({ customer_name: 'Norte Hotel, S.A.' })
})

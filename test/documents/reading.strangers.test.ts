import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { documentCurrency } from '../../server/src/documents/values/currency.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const EXTRACTORS = { BANK_STATEMENT: extractStatement, INVOICE: extractInvoice, PAY_STUB: extractPayStub } as const

/** The fields that are read of a page of these texts. */
function read(type: keyof typeof EXTRACTORS, texts: readonly Written[]) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const page = writtenPage(texts)
  const { fields } = EXTRACTORS[type](section, [page], { source: SOURCE, pages: [page] })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test('a stub in a currency without cents is read by its thousands', () => {
  const rows = [
    ['Havi bér', '412 000'],
    ['Bruttó bér összesen', '455 000'],
    ['Levonások összesen', '152 425'],
    ['Nettó kifizetendő', '302 575'],
  ]
  const written = rows.flatMap(([caption = '', sum = ''], at): Written[] => [
    [40, 640 - 16 * at, caption],
    [300, 640 - 16 * at, sum],
  ])
  expect(
    read('PAY_STUB', [[40, 700, 'Bérjegyzék'], [40, 684, 'Dolgozó neve: Szabó Piroska'], ...written]),
  ).toMatchObject({
    employee_name: 'Szabó Piroska',
    gross_pay: 455000,
    total_deductions: 152425,
    net_pay: 302575,
  })
})

test('a name that did not fit its narrow cell goes on under its caption, and a list of captions does not', () => {
  const cells = (next: number): Written[] => [
    [40, 700, 'PAYSLIP'],
    [40, 660, 'Employee: Wanjiru Achieng'],
    [176, 660, 'Payroll No: 0417'],
    [40, 649, 'Odhiambo'],
    [40, next, 'Pay date: 28-08-2026'],
    [40, 580, 'NET PAY'],
    [176, 580, '63,110.40'],
  ]
  expect(read('PAY_STUB', cells(625)).employee_name).toBe('Wanjiru Achieng Odhiambo')
  expect(read('PAY_STUB', cells(638)).employee_name).toBe('Wanjiru Achieng')
})

test('the holder stands over an address that is one line, and no bank over its own', () => {
  const head: Written[] = [
    [40, 740, 'Kontoudtog'],
    [40, 700, 'Freja Holst Madsen'],
    [40, 688, 'Egevej 14, 7400 Herning'],
    [40, 640, '01-05-2026'],
    [160, 640, 'Saldo'],
    [400, 640, '1.204,50'],
  ]
  expect(read('BANK_STATEMENT', head).account_holder_name).toBe('Freja Holst Madsen')
  const banks = head.map(([x, y, text]): Written => [x, y, text.replace('Freja Holst Madsen', 'Holstebro Bank')])
  expect(read('BANK_STATEMENT', banks).account_holder_name).toBeUndefined()
})

test('what a company is by law belongs to its name on a line of its own', () => {
  const vendor = read('INVOICE', [
    [40, 740, 'Deniz Boru Sanayi ve Ticaret Ltd.'],
    [40, 725, 'Şti.'],
    [40, 700, 'FATURA'],
    [40, 680, 'Fatura No: DNZ2026000000417'],
    [40, 640, 'Mal Hizmet Toplam Tutarı'],
    [300, 640, '19.575,00 TL'],
    [40, 624, 'Ödenecek Tutar'],
    [300, 624, '23.490,00 TL'],
  ])
  expect(vendor).toMatchObject({
    vendor_name: 'Deniz Boru Sanayi ve Ticaret Ltd. Şti.',
    currency: 'TRY',
    subtotal: 19575,
  })
})

test('a Greek invoice is read by its own words', () => {
  const invoice = read('INVOICE', [
    [40, 740, 'ΤΙΜΟΛΟΓΙΟ ΠΩΛΗΣΗΣ'],
    [40, 720, 'Αριθμός: Β-000417'],
    [200, 720, 'Ημερομηνία: 03/08/2026'],
    [380, 720, 'Λήξη πληρωμής: 02/09/2026'],
    [40, 640, 'Καθαρή αξία'],
    [300, 640, '1.000,00 €'],
    [40, 624, 'ΦΠΑ 24%'],
    [300, 624, '240,00 €'],
    [40, 608, 'Πληρωτέο ποσό'],
    [300, 608, '1.240,00 €'],
  ])
  expect(invoice).toMatchObject({
    invoice_number: 'Β-000417',
    invoice_date: '2026-08-03',
    due_date: '2026-09-02',
    subtotal: 1000,
    total_tax: 240,
    currency: 'EUR',
  })
})

test.each([
  ['Organize San. 4. Cad. No: 22\nToplam 23.490,00 TL', 'TRY'],
  ['TOTAL   PHP   1,615.00', 'PHP'],
  ['All amounts in NZD.\nBalance 640.05', 'NZD'],
  ['CUIT: 30-70918264-4\nImporte total: $ 534.263,40', 'ARS'],
])('%j is in %s', (text, currency) => {
  expect(documentCurrency(text)?.currency).toBe(currency)
})

test('a word of prose that looks like a code is no currency', () => {
  expect(documentCurrency('Try 2 pieces\nCad. 14 bis')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { readPageText } from '../../server/src/documents/classify/page-text.ts'
import { weighPage } from '../../server/src/documents/classify/weigh-page.ts'
import { writtenPage } from './written-page.ts'

test('the subject of a letter is its title, in bold or not', () => {
  const page = writtenPage([
    [50, 700, 'Stadtklinik Wernfels'],
    [50, 500, 'Betreff: Arbeitsbescheinigung'],
  ])
  expect(readPageText(page).pieces.at(-1)).toMatchObject({ text: 'betreff: arbeitsbescheinigung', role: 'title' })
})

test('the purpose of a payment is no title, at the top of a page neither', () => {
  const page = writtenPage([
    [50, 760, '27 May'],
    [150, 760, 'RENT TRANSFER 1402'],
    [450, 760, '546.23'],
    [150, 745, 'Ref 88A4 1207 invoice'],
    [50, 700, 'INVOICE'],
  ])
  const roles = Object.fromEntries(
    readPageText(page).pieces.map(({ text, role, leading }) => [text, { role, leading }]),
  )
  expect(roles['rent transfer 1402']).toEqual({ role: 'plain', leading: false })
  expect(roles['ref 88a4 1207 invoice']).toEqual({ role: 'plain', leading: false })
  expect(roles.invoice).toEqual({ role: 'title', leading: true })
})

const weighed = (...lines: string[]) => {
  const page = writtenPage(lines.map((text, n) => [50, 740 - 16 * n, text] as const))
  return weighPage(readPageText(page)).find(({ type }) => type === 'INCOME_LETTER')?.margin ?? 0
}

test('a reference that lists what somebody is paid is a letter on income', () => {
  const rows = ['Employee: Mrs Iona Pettifer', 'Position: Bookbinder, permanent', 'Annual salary: £28,400.00']
  expect(weighed('Harrowgate Bindery', 'Employment reference', ...rows)).toBeGreaterThan(0)
  expect(
    weighed('Harrowgate Bindery', 'Employment reference number: 4471', 'Employee: Mrs Iona Pettifer'),
  ).toBeLessThan(0)
})

test('on a recognised page what stands alone among the first lines is a title: bold print is not told there', () => {
  const page = writtenPage([
    [50, 500, 'Corner Cabs'],
    [50, 480, 'Receipt'],
    [50, 460, 'Fare'],
    [450, 460, '24.60'],
  ])
  const roleOf = (of: typeof page) => readPageText(of).pieces.find(({ text }) => text === 'receipt')?.role
  const ocr = { confidence: 0.9, language: 'eng', skewDegrees: 0, rotation: 0 as const }
  expect(roleOf({ ...page, page: { ...page.page, ocr } })).toBe('title')
  expect(roleOf(page)).toBe('plain')
})

const firstOf = (...lines: string[]) => {
  const page = writtenPage(lines.map((text, n) => [50, 740 - 16 * n, text] as const))
  return weighPage(readPageText(page)).find(({ margin }) => margin > 0)?.type
}

test('the subject of a letter may fill its line', () => {
  const subject = 'RE: CONFIRMATION OF EMPLOYMENT - MISS OLUFUNKE A. B. OKEREKE LAWAL'
  expect(firstOf('Dear Sir,', subject, 'We write to confirm that she is a staff of this company.')).toBe(
    'INCOME_LETTER',
  )
})

test('what a meter counted is billed by a utility, though tax law calls the paper an invoice', () => {
  const head = [
    'Account number 7714',
    'Bill date 8 May 2031',
    'Amount due $84.10',
    'TAX INVOICE 3307',
    'Supply address 4 Elm Rd',
  ]
  const body = ['Balance from last bill 0.00', 'Subtotal 73.13', 'GST at 15% 10.97', 'Total charges this bill 84.10']
  expect(firstOf(...head, 'Meter', 'Energy 310 kWh', 'Quantity', ...body)).toBe('UTILITY_BILL')
  expect(firstOf(...head, 'Cable 310 m', 'Quantity', ...body)).toBe('INVOICE')
})

test('an offer by the hour that is contingent and at will is a letter on income', () => {
  const terms = ['Your employment is at will.', 'This offer is contingent on a background check.']
  expect(firstOf('Dear Amelia,', 'We are thrilled to offer you the position of technician.', ...terms)).toBe(
    'INCOME_LETTER',
  )
})

test('a receipt of wages that is filed with the tax office as invoices are is a pay stub', () => {
  const filed = ['CFDI 4.0', 'RFC: ABC070207QK4', 'Folio fiscal: 4E88-07A3', 'Subtotal 900.00', 'Importe', 'Concepto']
  const paid = ['RECIBO DE NÓMINA', 'Días pagados 15', 'Total percepciones 900.00', 'Total deducciones 90.00']
  expect(firstOf(...paid, ...filed, 'Neto a pagar 810.00')).toBe('PAY_STUB')
})

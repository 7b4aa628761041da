import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { rawPdf } from './raw-pdf.ts'
import { type Case, codesOf, flagNamed, partOf, readingOf, word } from './risk-case.ts'

const saved = (text: string, turn?: number) => {
  const made: Case = { type: 'INVOICE', fields: { customer_name: 'Merrow Ltd', invoice_date: '2025-02-03' } }
  const part = partOf(made)
  const field = part.fields[/\d/.test(text) ? 'invoice_date' : 'customer_name']
  if (!field) throw new Error('no such field')
  if (turn !== undefined) field.words = [word(text, field.box, { turn })]
  const number: Box = [40, 40, 60, 50]
  const added = [
    { page: 1, text, box: field.box },
    { page: 1, text: '06', box: number },
  ]
  const rest = { formValues: [], attachments: false, annotations: false, signatures: false }
  const change = { pages: [1], removed: [], added, ...rest }
  const revisions = [
    { end: 600, change: undefined },
    { end: 1000, change },
  ]
  const flags = findFlags(readingOf({ ...made, source: { revisions } }, [part]), [part])
  return flags.find(({ code }) => code === 'PAGE_CHANGED_AFTER_SAVING')
}

test('a stamp that was taken for a name or a day is no value of the paper; a day that was put in upright is', () => {
  expect(saved('RECEIVED')).toMatchObject({ severity: 'medium', proof: false })
  expect(saved('2025-02-03', 9)).toMatchObject({ severity: 'medium', proof: false })
  expect(saved('2025-02-03')).toMatchObject({ severity: 'high', proof: true })
})

const show = (x: number, y: number, text: string, font = 'F1', size = 10) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

async function fontFlags(content: string[]): Promise<string[]> {
  const objects = {
    5: '<< /Font << /F1 6 0 R /F9 10 0 R >> >>',
    10: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 >>',
  }
  const { flags } = await runPipeline(rawPdf({ content: content.join('\n'), objects }), undefined, { ocr: false })
  return flags.map(({ code }) => code).filter((code) => code === 'FONT_OF_ITS_OWN')
}

test('a letterhead has a font of its own; a name that was set into the page has not', async () => {
  const rest = [
    show(40, 715, 'Earnings statement of the month'),
    show(40, 700, 'Employee: Maribel Oswin'),
    show(40, 685, 'Pay period: 2025-03-01 to 2025-03-15'),
    show(40, 640, 'Gross pay 3,000.00'),
    show(40, 620, 'Total deductions 550.00'),
    show(40, 600, 'Net pay 2,450.00'),
  ]
  expect(await fontFlags([show(40, 740, 'Merrow Timber Ltd', 'F9'), ...rest])).toEqual([])
  expect(await fontFlags([...rest, show(40, 740, 'Employer: Merrow Ltd', 'F9')])).toEqual(['FONT_OF_ITS_OWN'])
})

test('a sign that recognition drew into a figure is no other figure', () => {
  const box: Box = [60, 100, 98, 110]
  const picture = { pictures: [{ box: [0, 0, 612, 842] as Box, order: 0 }] }
  const layer = word('9,275.00}Nos', box, { visibility: 'invisible' })
  const codes = (text: string) =>
    codesOf({ type: 'UNKNOWN', words: [layer, word(text, box, { origin: 'ocr', confidence: 0.96 })], page: picture })
  expect(codes('9,275.00')).toEqual([])
  expect(codes('1,275.00')).toEqual(['TEXT_LAYER_DISAGREES'])
})

test.each<[string, Record<string, number>, string[]]>([
  ['both totals', { withdrawal: 721.22, deposit: 3106.58 }, []],
  ['one total', { withdrawal: 721.22 }, []],
  ['another amount', { withdrawal: 821.22 }, ['STATEMENT_ROWS']],
])('a row under the columns that has %s of them', (_, last, found) => {
  const rows = [
    { date: '2025-03-02', description: 'Rent', withdrawal: 640 },
    { date: '2025-03-09', description: 'Payroll', deposit: 3106.58 },
    { date: '2025-03-15', description: 'Power', withdrawal: 81.22 },
    { date: '2025-03-31', description: 'Turnover', ...last },
  ]
  expect(
    codesOf({ type: 'BANK_STATEMENT', fields: { opening_balance: 1000, closing_balance: 3385.36 }, rows }),
  ).toEqual(found)
})

test('tax that the customer keeps back is taken off beside the tax that is added', () => {
  const withheld = (total: number): Case => ({
    type: 'INVOICE',
    fields: { subtotal: 1000, total_tax: 40, invoice_total: total },
    printed: ['160.00'],
  })
  expect(codesOf(withheld(1120))).toEqual([])
  expect(flagNamed(withheld(1520), 'INVOICE_TOTAL').severity).toBe('high')
})

test.each([
  ['GBP', 'medium', true],
  ['USD', 'low', false],
])('days of an invoice in %s', (currency, severity, proof) => {
  const fields = { invoice_date: '2025-06-04', due_date: '2025-05-04', currency }
  const part = partOf({ type: 'INVOICE', fields })
  for (const field of Object.values(part.fields))
    field.printed = String(field.value).replace(/(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1')
  const flags = findFlags(readingOf({ type: 'INVOICE' }, [part]), [part])
  expect(flags.find(({ code }) => code === 'DUE_BEFORE_INVOICED')).toMatchObject({ severity, proof })
})

test('a date that stands askew was stamped on the paper, and is in doubt as its own', () => {
  const made: Case = { type: 'INVOICE', fields: { invoice_date: '2024-03-15', due_date: '2024-03-01' } }
  const part = partOf(made)
  const [word] = part.fields.invoice_date?.words ?? []
  const flag = () => findFlags(readingOf(made, [part]), [part]).find(({ code }) => code === 'DUE_BEFORE_INVOICED')
  expect(flag()).toMatchObject({ severity: 'medium', proof: true })
  if (word) word.turn = 14
  expect(flag()).toMatchObject({ severity: 'low', proof: false })
})

import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

/** What is read of a page of these lines, whose cells stand 130 points apart. */
async function read(lines: readonly string[]) {
  const content = lines.flatMap((line, row) =>
    line.split('|').map((cell, column) => {
      const place = `1 0 0 1 ${40 + 130 * column} ${750 - 15 * row} Tm`
      return `BT /F1 9 Tf ${place} (${escaped(cell)}) Tj ET`
    }),
  )
  const { parts } = await runPipeline(rawPdf({ content: content.join('\n') }), undefined, { ocr: false })
  const [part] = parts
  const fields = Object.fromEntries(Object.entries(part?.fields ?? {}).map(([name, { value }]) => [name, value]))
  const rows = part?.tables.flatMap(({ rows: all }) => all.map(({ values }) => values)) ?? []
  return { type: part?.type, fields, rows }
}

const FOLIO = (head: string) => [
  'Pension Moosbach',
  'Dorf 7, 6391 Fieberbrunn',
  head,
  'Leistung|Anzahl|Einzelpreis|Gesamt',
  'Einzelzimmer|3|61,00|183,00',
  'Summe EUR|||183,00',
  'Enthaltene MwSt. 10 %|||16,64',
]

test('a line that begins with what the paper is called and its number says what it is, however long', async () => {
  const numbered = 'Rechnung Nr. 2024/77 Datum: 03.05.2024 Zimmer 4 Anreise 30.04. Abreise 03.05.2024'
  expect(await read(FOLIO(numbered))).toMatchObject({ type: 'INVOICE', fields: { invoice_number: '2024/77' } })
  const mentioned = 'Angebot Nr. 2024/77 Datum: 03.05.2024, eine Rechnung folgt nach Ihrer Abreise am 03.05.2024'
  expect((await read(FOLIO(mentioned))).type).not.toBe('INVOICE')
})

const ACCOUNT = (rows: readonly string[]) => [
  'Rekeningafschrift',
  'Waddenbank N.V.',
  'Periode 01-03-2024 t/m 31-03-2024',
  'Vorig saldo 100,00',
  'Datum|Omschrijving|Bedrag',
  ...rows,
  'Nieuw saldo 130,00',
]

test('a word behind the amount says which way the money went, as the bank of the language writes it', async () => {
  const { rows } = await read(ACCOUNT(['04-03-2024|Bakkerij Smit|20,00 Af', '09-03-2024|Teruggave|50,00 Bij']))
  expect(rows).toMatchObject([{ withdrawal: 20 }, { deposit: 50 }])
})

const BILL = (terms: string) => [
  'INVOICE',
  'Invoice number: 4471|Invoice date: 3 May 2024',
  'Description|Quantity|Unit price|Amount',
  'Gutter cleaning|2|40.00|80.00',
  'Total|||80.00',
  `Terms: ${terms}`,
]

test.each([
  ['14 days. Direct deposit to account 20417733.', '14 days'],
  ['Net 30 days, 2% if paid within 10 days', 'Net 30 days, 2% if paid within 10 days'],
])('the terms %j are %j', async (printed, terms) => {
  expect((await read(BILL(printed))).fields).toMatchObject({ payment_terms: terms })
})

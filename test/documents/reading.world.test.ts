import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const EXTRACTORS = {
  BANK_STATEMENT: extractStatement,
  INVOICE: extractInvoice,
  PAY_STUB: extractPayStub,
  INCOME_LETTER: extractLetter,
} as const

/** What is read of a page of these texts: its fields, and the rows of its tables. */
function read(type: keyof typeof EXTRACTORS, texts: readonly Written[]) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const page = writtenPage(texts)
  const { fields, tables } = EXTRACTORS[type](section, [page], { source: SOURCE, pages: [page] })
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  return { ...values, rows: tables.flatMap(({ rows }) => rows.map((row) => row.values)) } as Record<string, unknown>
}

const row = (y: number, ...cells: [x: number, text: string][]): Written[] => cells.map(([x, text]) => [x, y, text])

test('a new balance whose day stands under the heading of value dates is no transaction', () => {
  const page = [
    ...row(700, [40, 'Date'], [120, 'Valeur'], [280, 'Libellé'], [430, 'Débit'], [520, 'Crédit']),
    ...row(680, [200, 'ANCIEN SOLDE'], [515, '900,00']),
    ...row(664, [40, '03.02.2026'], [120, '03.02.2026'], [200, 'PRLV ASSURANCE'], [425, '45,50']),
    ...row(648, [40, '05.02.2026'], [120, '05.02.2026'], [200, 'VIR LOYER'], [515, '310,00']),
    ...row(632, [60, 'NOUVEAU SOLDE AU'], [160, '28.02.2026'], [225, '(en euros)'], [510, '1 164,50']),
  ]
  const { rows, closing_balance } = read('BANK_STATEMENT', page)
  expect(rows).toHaveLength(2)
  expect(closing_balance).toBe(1164.5)
})

test('sums side by side belong to no column of the list above them', () => {
  const page = [
    ...row(740, [40, 'Salarisspecificatie']),
    ...row(700, [40, 'Omschrijving'], [190, 'Aantal'], [260, 'Tarief'], [330, 'Uitbetaling'], [430, 'Inhouding']),
    ...row(684, [40, 'Salaris'], [190, '160,00'], [260, '20,00'], [330, '3.200,00']),
    ...row(668, [40, 'Loonheffing'], [430, '410,00']),
    ...row(
      630,
      [40, 'Bruto loon'],
      [180, '3.200,00 Totaal inhoudingen'],
      [390, '410,00 Netto te betalen'],
      [530, '2.790,00'],
    ),
    ...row(560, [40, 'Cumulatieven'], [180, 'Brutoloon']),
    ...row(544, [40, 't/m maart'], [180, '9.600,00']),
  ]
  expect(read('PAY_STUB', page)).toMatchObject({ gross_pay: 3200, net_pay: 2790 })
})

test('parties whose names are in another script stand under their captions', () => {
  const page = [
    ...row(760, [280, 'ФАКТУРА']),
    ...row(720, [40, 'ПОЛУЧАТЕЛ'], [320, 'ДОСТАВЧИК']),
    ...row(706, [40, 'Пекарна Изгрев ЕООД'], [320, 'Мелница Добруджа ООД']),
    ...row(692, [40, 'гр. Русе, ул. Борисова 8'], [320, 'гр. Добрич, ул. България 3']),
  ]
  expect(read('INVOICE', page)).toMatchObject({
    customer_name: 'Пекарна Изгрев ЕООД',
    vendor_name: 'Мелница Добруджа ООД',
  })
})

test('captions at the left of their columns head the figures at the right of them', () => {
  const page = [
    ...row(740, [40, 'Factura A-77']),
    ...row(700, [40, 'Descripción'], [200, 'Cantidad'], [300, 'Valor unitario'], [420, 'Importe']),
    ...row(684, [40, 'Mesa plegable'], [250, '4'], [385, '350.00'], [490, '1,400.00']),
    ...row(668, [40, 'Silla apilable'], [245, '12'], [385, '80.00'], [495, '960.00']),
    ...row(640, [300, 'Total'], [490, '2,360.00']),
  ]
  const { rows } = read('INVOICE', page) as { rows: { amount: number; unit_price: number }[] }
  expect(rows.map(({ unit_price, amount }) => [unit_price, amount])).toEqual([
    [350, 1400],
    [80, 960],
  ])
})

test('the row that sums up the pay says in the next column what is taken off it', () => {
  const page = [
    ...row(740, [40, 'Recibo de Pagamento de Salário']),
    ...row(700, [40, 'Descrição'], [300, 'Vencimentos'], [420, 'Descontos']),
    ...row(684, [40, 'Salário'], [310, '2.900,00']),
    ...row(668, [40, 'INSS'], [430, '261,00']),
    ...row(640, [180, 'Total de Vencimentos'], [310, '2.900,00'], [430, '261,00']),
    ...row(620, [300, 'Valor Líquido'], [425, '2.639,00']),
  ]
  expect(read('PAY_STUB', page)).toMatchObject({ gross_pay: 2900, total_deductions: 261, net_pay: 2639 })
})

test('in a letter a comma may follow the currency, and a number the name', () => {
  const page = [
    ...row(740, [40, 'SC Atelier Mureș SRL']),
    ...row(720, [40, 'Nr. 77 / 14.05.2026']),
    ...row(690, [40, 'Se adeverește că dl./dna. Rusu Mihaela, CNP 2900101226107, este angajată a societății.']),
    ...row(676, [40, 'Venitul brut lunar este de 5.210 lei, iar salariul net este de 3.050 lei.']),
  ]
  expect(read('INCOME_LETTER', page)).toMatchObject({
    employee_name: 'Rusu Mihaela',
    gross_income: 5210,
    letter_date: '2026-05-14',
  })
})

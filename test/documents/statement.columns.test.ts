import { expect, test } from 'vitest'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** What is read of a statement whose pages print these texts. */
function read(...texts: Written[][]) {
  const pages = texts.map((page, at) => writtenPage(page, [], at + 1))
  const section: Section = { type: 'BANK_STATEMENT', confidence: 1, pages: [1, 2], region: undefined }
  const { fields, tables } = extractStatement(section, pages, { source: SOURCE, pages })
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  const rows = tables[0]?.rows.map(({ values: { date, withdrawal, deposit, balance } }) => {
    return [String(date).slice(5), withdrawal ?? '', deposit ?? '', balance ?? '']
  })
  return { values, rows }
}

/** Rows of texts, 14 points apart: at these left edges, or where an edge is negative, ending there. */
const table = (edges: readonly number[], from: number, rows: readonly (readonly string[])[]): Written[] =>
  rows.flatMap((row, line) =>
    row.flatMap((text, at): Written[] => {
      const edge = edges[at] ?? 0
      return text === '' ? [] : [[edge < 0 ? -edge - 5 * text.length : edge, from - 14 * line, text]]
    }),
  )

test('days with a dot are no amounts, and dots part thousands, where no amount has cents', () => {
  const { values, rows } = read([
    [40, 760, 'Minta Takarék Zrt.'],
    [300, 760, 'Időszak: 2026.03.01 - 2026.03.31'],
    [300, 746, 'Devizanem: HUF'],
    ...table([40, 110, 170, -420, -490, -560], 700, [
      ['Könyvelés', 'Értéknap', 'Megnevezés', 'Terhelés', 'Jóváírás', 'Egyenleg'],
      ['', '', 'Nyitó egyenleg', '', '', '204.310'],
      ['2026.03.03', '03.02', 'Vízdíj', '12.640', '', '191.670'],
      ['2026.03.10', '03.10', 'Munkabér', '', '318.400', '510.070'],
      ['2026.03.31', '03.31', 'Kezelési költség', '745', '', '509.325'],
      ['', '', 'Forgalom összesen', '13.385', '318.400', ''],
      ['', '', 'Záró egyenleg', '', '', '509.325'],
    ]),
  ])
  expect(values).toMatchObject({ opening_balance: 204310, closing_balance: 509325 })
  expect(rows).toEqual([
    ['03-03', 12640, '', 191670],
    ['03-10', '', 318400, 510070],
    ['03-31', 745, '', 509325],
  ])
})

const TWO_LINES = table([40, 80, 140, -380, -440, -520, 545], 700, [
  ['FECHA', '', '', '', '', 'SALDO', ''],
  ['OPER', 'LIQ', 'COD. DESCRIPCIÓN', 'CARGOS', 'ABONOS', 'OPERACIÓN', 'LIQUIDACIÓN'],
])

test('a heading over two of the next line is that of the column of balances', () => {
  const { rows } = read([
    [40, 760, 'Banco de Prueba'],
    [300, 760, 'Periodo DEL 01/05/2026 AL 31/05/2026'],
    [300, 746, 'Saldo Anterior 2,000.00'],
    ...TWO_LINES,
    ...table([40, 80, 140, -380, -440, -520, -600], 670, [
      ['04/may', '04/may', 'P02 RENTA', '1,200.00', '', '800.00', '800.00'],
      ['15/may', '15/may', 'D11 SUELDO', '', '9,100.00', '9,900.00', '9,900.00'],
      ['28/may', '27/may', 'P02 LUZ', '310.00', '', '9,590.00', '9,590.00'],
    ]),
  ])
  expect(rows).toEqual([
    ['05-04', 1200, '', 800],
    ['05-15', '', 9100, 9900],
    ['05-28', 310, '', 9590],
  ])
})

test('`Valor` is the column of amounts where no other is, and a day says its balance once', () => {
  const { values, rows } = read([
    [40, 760, 'Banco Exemplo S.A.'],
    [40, 746, 'PERIODO: 01/04/2026 A 30/04/2026'],
    [300, 746, 'MOEDA: R$'],
    ...table([40, 90, 140, 330, -450, -550], 700, [
      ['DATA', 'LOTE', 'HISTORICO', 'DOCUMENTO', 'VALOR', 'SALDO'],
      ['31/03', '', 'SALDO ANTERIOR', '', '', '900,00 C'],
      ['02/04', '13105', 'ALUGUEL', '4401', '650,00 D', ''],
      ['02/04', '13105', 'PIX RECEBIDO', '4402', '1.200,00 C', '1.450,00 C'],
      ['20/04', '13079', 'MERCADO', '4403', '230,50 D', '1.219,50 C'],
    ]),
  ])
  expect(values).toMatchObject({ currency: 'BRL', opening_balance: 900 })
  expect(rows).toEqual([
    ['04-02', 650, '', ''],
    ['04-02', '', 1200, 1450],
    ['04-20', 230.5, '', 1219.5],
  ])
})

test('without headings the days may stand behind what they are for', () => {
  const { rows } = read([
    [40, 760, 'Voorbeeldbank'],
    [40, 720, 'Vorig saldo op 01-06-2026'],
    [480, 720, '500,00 +'],
    ...table([40, 380, -520], 700, [
      ['0001 Huur juni', '02-06', '310,00 -'],
      ['0002 Wedde', '11-06', '1.940,25 +'],
      ['0003 Geldopname', '19-06', '60,00 -'],
    ]),
    [40, 640, 'Nieuw saldo op 30-06-2026'],
    [475, 640, '2.070,25 +'],
  ])
  expect(rows).toEqual([
    ['06-02', 310, '', ''],
    ['06-11', '', 1940.25, ''],
    ['06-19', 60, '', ''],
  ])
})

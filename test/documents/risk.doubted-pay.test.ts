import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'
import { codesOf } from './risk-case.ts'

/** Of a recognised net pay above the gross pay, whether it is said to be none. */
const isToldAs = (net: number, origin: 'ocr' | 'text', more: Record<string, number> = {}) =>
  codesOf({
    type: 'PAY_STUB',
    origin,
    fields: { gross_pay: 2310.45, total_deductions: 512.3, net_pay: net, ...more },
  }).includes('PAY_STUB_NET')

test('a recognised net pay that may be that of the year accuses nobody', () => {
  expect(isToldAs(17981.5, 'ocr', { ytd_gross_pay: 23104.5 })).toBe(false)
  expect(isToldAs(17981.5, 'text', { ytd_gross_pay: 23104.5 })).toBe(true)
  expect(isToldAs(2231.87, 'ocr', { ytd_gross_pay: 23104.5 })).toBe(true)
})

test('nor is it said to be above the gross pay, unless it was read from the text', () => {
  const codes = (origin: 'ocr' | 'text') =>
    codesOf({ type: 'PAY_STUB', origin, fields: { gross_pay: 2310.45, net_pay: 17981.5, ytd_gross_pay: 23104.5 } })
  expect(codes('ocr')).not.toContain('PAY_STUB_NET_ABOVE_GROSS')
  expect(codes('text')).toContain('PAY_STUB_NET_ABOVE_GROSS')
})

const text = (x: number, y: number, shown: string) => `BT /F1 9 Tf ${x} ${y} Td (${shown}) Tj ET`

/** A table whose rules part the heading from the rows, and the last two rows from nothing. */
const ROWS: readonly (readonly [y: number, foot: number, ...cells: string[]])[] = [
  [600, 592, 'Cotisations', 'Base', 'Taux', 'Montant'],
  [580, 572, 'Salaire brut', '', '', '3 120,00'],
  [560, 552, 'Retraite de base', '3 120,00', '7,3000', '227,76'],
  [540, 0, 'Autre contribution', '3 065,40', '9,7000', '297,34'],
  [525, 0, 'Total des retenues et'],
  [519, 0, '', '', '', '525,10'],
  [513, 500, 'contributions'],
]

const COLUMNS = [40, 240, 330, 420, 520]

test('the figures of a row over a total in the same ruled cell are not the total', async () => {
  const shown = ROWS.flatMap(([y, , ...cells]) => cells.map((cell, at) => text((COLUMNS[at] ?? 0) + 4, y, cell)))
  const levels = [612, ...ROWS.flatMap(([, foot]) => foot || [])]
  const rules = [
    ...levels.map((y) => `40 ${y} m 520 ${y} l S`),
    ...COLUMNS.map((x) => `${x} 612 m ${x} 500 l S`),
    text(60, 700, 'BULLETIN DE PAIE'),
    text(60, 680, 'Date de paiement : 30/04/2025'),
    text(60, 460, 'Net a payer'),
    text(424, 460, '2 594,90'),
  ]
  const { parts, flags } = await runPipeline(rawPdf({ content: [...rules, ...shown].join('\n') }))
  expect(parts[0]?.fields.total_deductions?.value).toBe(525.1)
  expect(flags.filter(({ code }) => code.startsWith('PAY_STUB'))).toEqual([])
})

test('what is taken in two rows behind the deductions, before the net pay, is no gap', async () => {
  const stub = async (net: string) => {
    const rows = [
      ['Salaire brut', '2 640,20'],
      ['Total des cotisations', '571,16'],
      ['Titres-restaurant', '-67,20'],
      ['Net avant impot', '2 001,84'],
      ['Impot preleve a la source', '-104,33'],
      ['Net a payer', net],
    ]
    const shown = rows.flatMap(([caption = '', amount = ''], at) => [
      text(60, 600 - 16 * at, caption),
      text(424, 600 - 16 * at, amount),
    ])
    const head = [text(60, 700, 'BULLETIN DE PAIE'), text(60, 680, 'Date de paiement : 30/04/2025')]
    const { flags } = await runPipeline(rawPdf({ content: [...head, ...shown].join('\n') }))
    return flags.map(({ code }) => code).filter((code) => code.startsWith('PAY_STUB'))
  }
  expect(await stub('1 897,51')).toEqual([])
  expect(await stub('2 197,51')).toContain('PAY_STUB_NET')
})

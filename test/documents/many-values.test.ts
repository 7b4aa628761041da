import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { type RawPage, rawPdf } from './raw-pdf.ts'

/**
 * Who changes one figure of a ledger has to change all that follow from it: a dozen values, each set like the next, and
 * none of them alone. Pages of a Spanish savings bank, typed here for these tests.
 */
interface Way {
  font?: string
  size?: number
  /** How wide a digit is, in points. */
  wide?: number
  /** Points that a figure is moved by. */
  right?: number
  up?: number
}

const widthOf = (text: string, wide = 5.56) =>
  [...text].reduce((sum, each) => sum + (/\d/.test(each) ? wide : wide / 2), 0)

const show = (x: number, y: number, text: string, { font = 'F1', size = 10, right = 0, up = 0 }: Way = {}) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${(x + right).toFixed(2)} ${(y + up).toFixed(2)} Tm (${text}) Tj ET`
const ending = (end: number, y: number, text: string, way?: Way) => show(end - widthOf(text, way?.wide), y, text, way)

const HEAD = [
  show(50, 760, 'Caja Rural del Torcal', { font: 'F2', size: 14 }),
  show(50, 735, 'Extracto de cuenta'),
  show(50, 720, 'Titular: Inmaculada Berrocal Pino'),
  show(50, 705, 'Periodo: 01/02/2025 - 28/02/2025'),
  show(50, 670, 'Fecha'),
  show(120, 670, 'Concepto'),
  show(355, 670, 'Importe'),
  show(460, 670, 'Saldo'),
]
const ENTRIES = [
  ['03/02/2025', 'Recibo comunidad', '65,00', '1.135,00'],
  ['05/02/2025', 'Compra farmacia', '22,40', '1.112,60'],
  ['10/02/2025', 'Ingreso en efectivo', '300,00', '1.412,60'],
  ['14/02/2025', 'Recibo luz', '71,30', '1.341,30'],
  ['20/02/2025', 'Compra mercado', '48,10', '1.293,20'],
  ['25/02/2025', 'Transferencia recibida', '900,00', '2.193,20'],
  ['27/02/2025', 'Cajero', '100,00', '2.093,20'],
] as const

/** The ledger, its figures from row `from` on set as `way` says; with `labels` their words as well. */
function ledger(way: Way = {}, from = 2, labels = false): string {
  const rows = ENTRIES.flatMap(([on, what, amount, balance], at) => {
    const [y, own] = [650 - 17 * at, at >= from ? way : {}]
    const said = labels ? own : {}
    return [show(50, y, on, said), show(120, y, what, said), ending(390, y, amount, own), ending(490, y, balance, own)]
  })
  return [...HEAD, ...rows, show(50, 500, 'Entidad inscrita en el Registro del Banco de Espana')].join('\n')
}

/** Signs of debit right behind the balances of some rows. */
const lettered = (...rows: number[]) => rows.map((at) => show(492, 650 - 17 * at, 'D'))

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
const withFont = (name: string, content: string): RawPage => ({
  content,
  objects: { 5: '<< /Font << /F1 6 0 R /F2 7 0 R /F3 8 0 R /F9 10 0 R >> >>', 10: font(name) },
})

async function typedFlags(page: RawPage): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf(page), undefined, { ocr: false })
  return [...new Set(flags.filter(({ family }) => family === 'typography').map(({ code }) => code))]
}

test.each<[string, RawPage]>([
  ['in a stand-in for the font of the page', withFont('ArialMT', ledger({ font: 'F9' }))],
  ['in a second font of the same name', withFont('Helvetica,', ledger({ font: 'F9' }))],
  ['in another face of text', withFont('Times-Roman', ledger({ font: 'F9', wide: 5 }))],
])('figures from one row on, %s', async (_, page) => {
  expect(await typedFlags(page)).toContain('FONT_OF_ITS_OWN')
})

test.each<[string, RawPage]>([
  ['all of them in a font of figures', withFont('ArialMT', ledger({ font: 'F9' }, 0))],
  ['a new entry with its words in another font', withFont('ArialMT', ledger({ font: 'F9' }, 5, true))],
  ['the last ones bold, in the weight of the page', { content: ledger({ font: 'F2' }, 5) }],
  ['larger, as what they come to', withFont('ArialMT', ledger({ font: 'F9', size: 13 }, 6))],
])('figures that a bank may set like this: %s', async (_, page) => {
  expect(await typedFlags(page)).not.toContain('FONT_OF_ITS_OWN')
})

test.each<[string, Way]>([
  ['under the lines of their words by a hair', { up: -0.6 }],
  ['over them by a hair', { up: 0.85 }],
  ['a digit behind the edge of their columns', { right: 5.56 }],
])('figures from one row on lie %s', async (_, way) => {
  expect(await typedFlags({ content: ledger(way, 3) })).toContain('SLIGHTLY_OTHER_TYPE')
})

test.each<[string, string]>([
  ['every figure, as their program sets them', ledger({ up: -0.6 }, 0)],
  ['figures by a step of their program', ledger({ up: -0.5 })],
  ['figures that are rounded apart', ledger({ up: -0.12 })],
  ['whole entries, words and all', ledger({ up: -0.6 }, 2, true)],
  ['figures in a column of their own', ledger({ right: 24 }, 4)],
  ['figures that make room for a letter', [ledger({ right: 5.56 }, 3), ...lettered(0, 1, 2)].join('\n')],
])('nobody moved %s', async (_, content) => {
  expect(await typedFlags({ content })).not.toContain('SLIGHTLY_OTHER_TYPE')
})

test.each<[string, boolean]>([
  ['the figures before under other ones', true],
  ['the same figures again', false],
])('a layer that is switched off holds %s', async (_, isTold) => {
  const off = ENTRIES.flatMap(([, , amount, balance], at) =>
    [amount, balance].map((text, side) => {
      const was = !isTold ? text : text.replace(/^\d/, (digit) => String((Number(digit) % 9) + 1))
      return ending([390, 490][side] ?? 0, 650 - 17 * at, was)
    }),
  )
  const { flags } = await runPipeline(
    rawPdf({
      content: [ledger(), `/OC /Off BDC ${off.join(' ')} EMC`].join('\n'),
      catalog: '/OCProperties << /OCGs [12 0 R] /D << /OFF [12 0 R] >> >>',
      resources: '/Properties << /Off 12 0 R >>',
      objects: { 12: '<< /Type /OCG /Name (Layer) >>' },
    }),
    undefined,
    { ocr: false },
  )
  expect(flags.some(({ code }) => code === 'HIDDEN_VALUE')).toBe(isTold)
})

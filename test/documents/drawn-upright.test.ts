import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { outlinesIn } from '../../server/src/documents/text/shapes/font-shapes.ts'
import { rawPdf } from './raw-pdf.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
const outlineOf = outlinesIn(readFileSync(join(FONTS, 'LiberationSans-Regular.ttf')))
const FIGURES = [...'0123456789']

/** A figure as the operators of a page; quadratic curves are cut short, which no shape minds. */
function procedureOf(figure: string, up: 1 | -1): string {
  const operator: Record<string, string> = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'l', bezierCurveTo: 'c' }
  const drawn = (outlineOf(figure)?.commands ?? []).map(({ command, args }) => {
    if (command === 'closePath') return 'h'
    const points = args.map((value, k) => (k % 2 === 1 ? up * value : value))
    if (command === 'quadraticCurveTo') return `${points.slice(0, 2).join(' ')} l ${points.slice(2).join(' ')} l`
    return `${points.join(' ')} ${operator[command]}`
  })
  return `1139 0 0 -1600 1200 1600 d1 ${drawn.join(' ')} f`
}

/** A page of figures in a font that draws them itself, y up or down; its text says `lies` of some. */
async function lyingIn({ up, matrix = up, text = 1 }: Upright, lies: Record<string, string> = {}, beside = '') {
  const code = (figure: string) => figure.charCodeAt(0).toString(16)
  const pairs = FIGURES.map((figure) => `<${code(figure)}> <00${code(lies[figure] ?? figure)}>`).join(' ')
  const procedures = FIGURES.map((figure, k) => [20 + k, { stream: procedureOf(figure, up) }] as const)
  const objects = {
    5: '<< /Font << /F9 10 0 R /F1 6 0 R >> >>',
    10: `<< /Type /Font /Subtype /Type3 /FontBBox [0 -1600 1200 1600] /FontMatrix [0.0005 0 0 ${matrix * 0.0005} 0 0]
/CharProcs << ${FIGURES.map((_, k) => `/f${k} ${20 + k} 0 R`).join(' ')} >> /FirstChar 48 /LastChar 57
/Encoding << /Differences [48 ${FIGURES.map((_, k) => `/f${k}`).join(' ')}] >> /Widths [${'1139 '.repeat(10)}]
/ToUnicode 11 0 R /Resources << >> >>`,
    11: {
      stream: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange 10 beginbfchar ${pairs} endbfchar endcmap end end`,
    },
    ...Object.fromEntries(procedures),
  }
  const content = `BT /F9 12 Tf 1 0 0 ${text} 100 600 Tm (1234567890) Tj ET ${beside}`
  const { flags } = await runPipeline(rawPdf({ content, objects }), undefined, { ocr: false })
  return flags.filter(({ code }) => code === 'FONT_MAP_LIES').map(({ message }) => message)
}

interface Upright {
  up: 1 | -1
  matrix?: 1 | -1
  text?: 1 | -1
}

const UPRIGHT: Upright[] = [{ up: 1 }, { up: -1 }, { up: -1, matrix: 1, text: -1 }]

test.each(UPRIGHT)('figures that a font draws itself are as they stand on the page, %o', async (upright) => {
  expect(await lyingIn(upright)).toEqual([])
})

test.each(UPRIGHT.slice(0, 2))('one drawn otherwise than it is said to be is told, %o', async (upright) => {
  expect(await lyingIn(upright, { 2: '5' })).toEqual(['the page shows "1234567890" where its text says "1534567890"'])
})

test('text that is set mirrored shows other shapes than its font has, and is believed', async () => {
  expect(await lyingIn({ up: 1 }, { 3: '1' })).toHaveLength(1)
  expect(await lyingIn({ up: -1, matrix: 1, text: -1 }, { 3: '1' })).toEqual([])
})

test('a page of whose text nothing is left but signs lies to nobody', async () => {
  const garbled = 'BT /F1 12 Tf 72 500 Td (!"#$ &!" *+*= $"! #&=) Tj ET'
  expect(await lyingIn({ up: 1 }, { 2: '5' }, garbled)).toEqual([])
})

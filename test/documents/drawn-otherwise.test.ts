import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { SANS } from './pen-fonts.ts'
import { rawPdf } from './raw-pdf.ts'

const [WIDE, HIGH] = [48, 64]

/** A figure as pixels, true where it has ink. */
function pixelsOf(figure: string): boolean[] {
  const canvas = createCanvas(WIDE, HIGH)
  const pen = canvas.getContext('2d')
  pen.font = `76px ${SANS}`
  pen.fillText(figure, 3, 60)
  const { data } = pen.getImageData(0, 0, WIDE, HIGH)
  return Array.from({ length: WIDE * HIGH }, (_, at) => (data[4 * at + 3] ?? 0) > 127)
}

const hex = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bits = (dark: readonly boolean[]) =>
  Array.from({ length: dark.length / 8 }, (_, at) =>
    dark.slice(8 * at, 8 * at + 8).reduce((byte, one, k) => byte | ((one ? 0 : 1) << (7 - k)), 0),
  )
const bars = (dark: readonly boolean[]) =>
  dark.flatMap((one, at) => (one ? [`${10 * (at % WIDE)} ${10 * (HIGH - 1 - Math.floor(at / WIDE))} 10 10 re`] : []))

const placed = (picture: string) => `600 0 0 0 600 700 d1 q 480 0 0 640 0 0 cm ${picture} Q`
const inline = (kind: string, data: string) => `BI /W ${WIDE} /H ${HIGH} ${kind} /F /AHx ID ${data}> EI`
const PENS: Record<string, string> = {
  1: '150 520 m 300 640 l 300 0 l',
  4: '400 0 m 400 640 l 60 200 l 520 200 l',
  7: '60 620 m 460 620 l 180 0 l',
}

/** How a font of its own procedures may draw a figure. */
const WAYS: Record<string, (figure: string) => string> = {
  'as a mask of pixels': (figure) => placed(inline('/IM true /BPC 1', hex(bits(pixelsOf(figure))))),
  'as a grey picture': (figure) =>
    placed(inline('/CS /G /BPC 8', hex(pixelsOf(figure).map((dark) => (dark ? 0 : 255))))).replace(
      /0 0 600 700 d1/,
      'd0',
    ),
  'as a picture of one bit': (figure) =>
    placed(inline('/CS /G /BPC 1', hex(bits(pixelsOf(figure))))).replace(/0 0 600 700 d1/, 'd0'),
  'through a clip': (figure) => `600 0 0 0 600 700 d1 ${clipOf(figure)} W n 0 0 600 700 re f`,
  'with a pen': (figure) => `600 0 0 0 600 700 d1 70 w ${PENS[figure]} S`,
}

/** The clip in so few boxes that it is still taken for a character. */
function clipOf(figure: string): string {
  const dark = pixelsOf(figure)
  const coarse = Array.from({ length: 16 * 16 }, (_, at) => {
    const [x, y] = [3 * (at % 16) + 1, 4 * Math.floor(at / 16) + 2]
    return dark[y * WIDE + x] ? [`${30 * (at % 16)} ${40 * (15 - Math.floor(at / 16))} 30 40 re`] : []
  })
  return coarse.flat().join(' ')
}

/** What is told of a page of a font that draws these figures in that way, and says of one that it is another. */
async function told(way: (figure: string) => string, said: Record<string, string> = {}): Promise<string[]> {
  const figures = ['1', '4', '7']
  const code = (figure: string) => figure.charCodeAt(0).toString(16)
  const pairs = figures.map((figure) => `<${code(figure)}> <00${code(said[figure] ?? figure)}>`).join(' ')
  const objects = {
    5: '<< /Font << /F9 10 0 R /F1 6 0 R >> >>',
    10: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0]
/FirstChar 48 /LastChar 57
/CharProcs << ${figures.map((figure) => `/f${figure} ${20 + Number(figure)} 0 R`).join(' ')} >>
/Encoding << /Differences [${figures.map((figure) => `${figure.charCodeAt(0)} /f${figure}`).join(' ')}] >>
/Widths [${'600 '.repeat(10)}] /ToUnicode 11 0 R /Resources << >> >>`,
    11: {
      stream: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfchar ${pairs} endbfchar endcmap end end`,
    },
    ...Object.fromEntries(figures.map((figure) => [20 + Number(figure), { stream: way(figure) }])),
  }
  const content = 'BT /F9 12 Tf 100 600 Td (4711) Tj ET'
  const { flags } = await runPipeline(rawPdf({ content, objects }), undefined, { ocr: false })
  return flags.filter(({ code: of }) => of === 'FONT_MAP_LIES').map(({ message }) => message)
}

test.each(Object.entries(WAYS))('a figure that its font draws %s is what it shows', async (_, way) => {
  expect(await told(way)).toEqual([])
  expect(await told(way, { 7: '1' })).toEqual(['the page shows "4711" where its text says "4111"'])
})

test('a glyph of more than a character has is no blank one', async () => {
  const many = (figure: string) => `600 0 0 0 600 700 d1 ${`${bars(pixelsOf(figure)).join(' ')} `.repeat(20)} f`
  expect(await told(many, { 7: '1' })).toEqual([])
})

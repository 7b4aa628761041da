import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
const HEAD = [
  show(40, 740, 'Employment verification letter'),
  show(40, 715, 'Merrow Holdings Ltd, 12 Harbour Street'),
  show(40, 690, 'This letter confirms that Maribel Oswin has been employed with us since 3 June 2019.'),
  show(40, 660, 'Annual salary:'),
].join('\n')
/** The figure that the text says; what covers its first digit leaves another one. */
const SAID = show(130, 660, '198,500.00')
const FIRST = '129.5 657 6 11 re'

const TILES = '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 60 12] /XStep 60 /YStep 12'
const tiles = (stream: string, matrix: string) => ({
  dict: `${TILES} /Matrix [${matrix}] /Resources 5 0 R`,
  stream,
})
const RESOURCES = [
  '/Pattern << /White 10 0 R /Other 11 0 R >> /Shading << /Paper 12 0 R >>',
  '/ExtGState << /Pen << /BM /Multiply >> >>',
].join(' ')
const OBJECTS = {
  10: tiles('1 g 0 0 60 12 re f', '1 0 0 1 0 0'),
  11: tiles(`1 g 0 0 60 12 re f 0 g ${show(2, 3, '98,500.00')}`, '1 0 0 1 128 657'),
  12: '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] /Function 13 0 R /Extend [true true] >>',
  13: '<< /FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [1] >>',
}
const CONTENT = (more: string) => `${HEAD}\n${SAID}\n${more}`

async function readLetter(content: string, mediaBox = '0 0 600 800') {
  const { parts, flags } = await runPipeline(rawPdf({ content, mediaBox, resources: RESOURCES, objects: OBJECTS }))
  const codes = flags.map(({ code }) => code)
  return { salary: parts[0]?.fields.gross_income?.value, otherwise: codes.includes('SHOWN_OTHERWISE') }
}

/** Thirty amounts, each marked with a pen. */
const MARKED = Array.from({ length: 30 }, (_, n) => {
  const [x, y] = [60 + 170 * (n % 3), 400 - 20 * Math.floor(n / 3)]
  return `${show(x, y, `${n + 3},5${10 + n}.20`)} q /Pen gs 1 1 0.7 rg ${x - 1} ${y - 2} 60 11 re f Q`
}).join('\n')

const WHITE = `1 g ${FIRST} f 0 g`

test.each([
  ['a shading', CONTENT(`q ${FIRST} W n /Paper sh Q`)],
  ['a pattern', CONTENT(`q /Pattern cs /White scn ${FIRST} f Q`)],
  ['a pattern that writes another figure', CONTENT('q /Pattern cs /Other scn 128 657 60 12 re f Q')],
  ['letters in the colour of the paper', CONTENT('q 1 g BT /F2 16 Tf -3.6 Tc 128 656 Td (IIIIIII) Tj ET Q')],
  ['a patch among thirty marked amounts', CONTENT(`${MARKED}\n${WHITE}`)],
])('a figure of which %s hides a digit is returned as it is shown', async (_, content) => {
  expect(await readLetter(content)).toEqual({ salary: 98_500, otherwise: true })
})

test('a patch on a page that lies on its side is seen as well', async () => {
  const aside = (more: string) => `q 0 1 -1 0 800 0 cm ${CONTENT(more)} Q`
  expect(await readLetter(aside(WHITE), '0 0 800 600')).toEqual({ salary: 98_500, otherwise: true })
  expect(await readLetter(aside(''), '0 0 800 600')).toEqual({ salary: 198_500, otherwise: false })
})

test.each([
  ['on a shading', `q 120 650 80 20 re W n /Paper sh Q ${SAID}`],
  ['on a pattern', `q /Pattern cs /White scn 120 650 80 20 re f Q ${SAID}`],
  ['among marked amounts', `${SAID} ${MARKED}`],
])('a figure %s is what its text says', async (_, content) => {
  expect(await readLetter(`${HEAD}\n${content}`)).toEqual({ salary: 198_500, otherwise: false })
})

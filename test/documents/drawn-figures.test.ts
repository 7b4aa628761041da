import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { otherFigure } from '../../server/src/documents/text/shapes/figures.ts'
import { FontShapes, outlinesIn } from '../../server/src/documents/text/shapes/font-shapes.ts'
import type { Outline } from '../../server/src/documents/text/shapes/outline.ts'
import { rasterOf } from '../../server/src/documents/text/shapes/raster.ts'
import { rawPdf } from './raw-pdf.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
const faceOf = (name: string) => readFileSync(join(FONTS, `${name}.ttf`))
const FACES = ['LiberationSans-Regular', 'LiberationSans-Bold', 'LiberationSans-Italic']

const rasterIn = (name: string, character: string) =>
  rasterOf(outlinesIn(faceOf(name))(character) as Outline) as Float32Array

test.each(FACES)('the figures of %s are what they show, whatever they are said to be', (face) => {
  const seen = [...'0123456789'].flatMap((drawn) => {
    const raster = rasterIn(face, drawn)
    return [...'0123456789'].map((said) => ({ drawn, said, other: otherFigure(raster, said) }))
  })
  expect(seen.filter(({ drawn, said, other }) => other !== undefined && (said === drawn || other !== drawn))).toEqual(
    [],
  )
  expect(seen.filter(({ other }) => other !== undefined).length).toBeGreaterThan(80)
})

test.each([...'%&@#*AemW'])('%s is no figure', (letter) => {
  const raster = rasterIn('LiberationSans-Regular', letter)
  for (const said of '0123456789') expect(otherFigure(raster, said)).toBeUndefined()
})

/** One glyph that draws several characters of a face side by side. */
function drawnTogether(face: string, characters: string): Outline {
  const outline = outlinesIn(faceOf(face))
  const commands = [...characters].flatMap((character, at) =>
    (outline(character) as Outline).commands.map(({ command, args }) => ({
      command,
      args: args.map((value, k) => (k % 2 === 0 ? value + 1139 * at : value)),
    })),
  )
  return { commands }
}

test.each(FACES.slice(0, 2))('one glyph of %s that draws two figures shows both, whatever it says', (face) => {
  const shown = (drawn: string, said: string) => new FontShapes(() => drawnTogether(face, drawn)).look('x', said).shown
  expect(shown('91', '1')).toBe('91')
  expect(shown('35', '')).toBe('35')
  for (const figure of '0123456789') expect(shown(figure, figure)).toBeUndefined()
  expect(shown('%', '')).toBeUndefined()
  expect(shown('ae', '1')).toBeUndefined()
})

const show = (x: number, y: number, text: string, font = 'F9') =>
  `BT /${font} 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
const STUB = [
  show(40, 740, 'Earnings statement'),
  show(40, 715, 'Employer: Merrow Ltd'),
  show(40, 700, 'Employee: Maribel Oswin'),
  show(330, 685, 'Pay date: 2025-03-20'),
  show(40, 640, 'Gross pay'),
  show(300, 640, '3,000.00'),
  show(40, 620, 'Total deductions'),
  show(300, 620, '550.00'),
  show(40, 600, 'Net pay'),
].join('\n')

/** A map that says what the codes are but for those of `lies`. */
function mapWith(lies: Record<string, string>): string {
  const hex = (text: string, digits: number) => (text.codePointAt(0) as number).toString(16).padStart(digits, '0')
  const codes = Array.from({ length: 94 }, (_, k) => String.fromCharCode(33 + k))
  const pairs = codes.map((code) => `<${hex(code, 2)}> <${hex(lies[code] ?? code, 4)}>`)
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange 94 beginbfchar ${pairs.join('\n')} endbfchar endcmap end end`
}

async function readStub(net: string, lies: Record<string, string>, mode = '') {
  const bytes = faceOf('LiberationSans-Regular').toString('latin1')
  const widths = Array.from({ length: 95 }, () => 556).join(' ')
  const objects = {
    5: '<< /Font << /F9 10 0 R >> >>',
    10: `<< /Type /Font /Subtype /TrueType /BaseFont /Face /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126
/Widths [${widths}] /FontDescriptor 11 0 R /ToUnicode 13 0 R >>`,
    11: `<< /Type /FontDescriptor /FontName /Face /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900
/Descent -200 /CapHeight 700 /StemV 80 /FontFile2 12 0 R >>`,
    12: { dict: `/Length1 ${bytes.length}`, stream: bytes },
    13: { stream: mapWith(lies) },
  }
  const content = `${STUB}\n${mode}${show(300, 600, net)}`
  const { parts, flags } = await runPipeline(rawPdf({ content, objects }), undefined, { ocr: false })
  const lying = flags.filter(({ code }) => code === 'FONT_MAP_LIES')
  return { net: parts[0]?.fields.net_pay?.value, lying: lying.map(({ message }) => message) }
}

test('what the page draws is returned where its font says another figure', async () => {
  const { net, lying } = await readStub('9,450.00', { 9: '2' })
  expect(net).toBe(9450)
  expect(lying).toEqual(['the page shows "9,450.00" where its text says "2,450.00"'])
})

test('a figure of which the text says nothing is read', async () => {
  expect(await readStub('92,450.00', { 9: '\u200b' })).toMatchObject({ net: 92_450 })
})

test('an honest map is believed, and a layer that nobody sees is not looked at', async () => {
  expect(await readStub('2,450.00', {})).toEqual({ net: 2450, lying: [] })
  expect(await readStub('9,450.00', { 9: '2' }, '3 Tr ')).toMatchObject({ lying: [] })
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { confirms } from '../../server/src/documents/ocr/shown/confirms.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { outlinesIn } from '../../server/src/documents/text/shapes/font-shapes.ts'
import { rawPdf } from './raw-pdf.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
const outlineOf = outlinesIn(readFileSync(join(FONTS, 'LiberationSans-Regular.ttf')))

const LETTER = [
  [40, 740, 'Employment verification letter'],
  [40, 715, 'Employer name: Redfern Paper Mills Inc.'],
  [40, 690, 'Employee name: Dana Whitcombe'],
  [40, 660, 'Gross salary: 9,508.02'],
  [40, 640, 'Date signed: January 8, 2020'],
] as const
const CODES = [...new Set(LETTER.map(([, , text]) => text).join(''))].filter((code) => code !== ' ')

/** Wide enough for its outline, which begins at nought or thereabouts. */
function widthOf(character: string): number {
  const across = (outlineOf(character)?.commands ?? []).flatMap(({ args }) => args.filter((_, at) => at % 2 === 0))
  return across.length === 0 ? 570 : Math.round(Math.max(...across) + 130)
}
const WIDTHS = Array.from({ length: 95 }, (_, k) => widthOf(String.fromCharCode(32 + k))).join(' ')

/** A character as the operators of a page, as a font draws it that draws its characters itself. */
function procedureOf(character: string, more = ''): string {
  const operator: Record<string, string> = { moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c' }
  const lines = (outlineOf(character)?.commands ?? []).map(({ command, args }) => {
    if (command === 'closePath') return 'h'
    if (command === 'quadraticCurveTo') return `${args.slice(0, 2).join(' ')} ${args.join(' ')} c`
    return `${args.join(' ')} ${operator[command]}`
  })
  return `${widthOf(character)} 0 -200 -2000 1400 2800 d1 ${lines.join(' ')} ${more} f`
}

/** The letter in a font that draws some of its characters as others. */
async function judged(drawn: Record<string, string>) {
  const hex = (code: string) => code.charCodeAt(0).toString(16)
  const names = CODES.map((code) => [code.charCodeAt(0), `/c${hex(code)}`] as const).toSorted(([a], [b]) => a - b)
  const pairs = CODES.map((code) => `<${hex(code)}> <00${hex(code)}>`).join(' ')
  const objects = {
    5: '<< /Font << /F9 10 0 R >> >>',
    10: `<< /Type /Font /Subtype /Type3 /FontBBox [-200 -2000 1400 2800] /FontMatrix [0.0005 0 0 0.0005 0 0]
/CharProcs << ${names.map(([, name], k) => `${name} ${20 + k} 0 R`).join(' ')} >> /FirstChar 32 /LastChar 126
/Encoding << /Differences [${names.map(([code, name]) => `${code} ${name}`).join(' ')}] >>
/Widths [${WIDTHS}] /ToUnicode 11 0 R /Resources << >> >>`,
    11: {
      stream: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange ${CODES.length} beginbfchar ${pairs} endbfchar endcmap end end`,
    },
    ...Object.fromEntries(
      names.map(([code], k) => {
        const character = String.fromCharCode(code)
        return [20 + k, { stream: drawn[character] ?? procedureOf(character) }]
      }),
    ),
  }
  const content = LETTER.map(([x, y, text]) => `BT /F9 11 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`).join('\n')
  const { parts, flags } = await runPipeline(rawPdf({ content, objects }))
  const found = flags.filter(({ code }) => code === 'SHOWN_OTHERWISE').map(({ message }) => message)
  const { gross_income: income, employee_name: name } = parts[0]?.fields ?? {}
  return { income: income?.value, name: name?.value, found }
}

test('a letter in a font that draws what it says is as it says', async () => {
  expect(await judged({})).toEqual({ income: 9508.02, name: 'Dana Whitcombe', found: [] })
})

test.each([
  ['with a speck that no outline is seen for', procedureOf('5', '400 -1500 2 2 re')],
  ['with a speck above it', procedureOf('5', '400 2600 2 2 re')],
])('a value is what the page shows: a figure drawn as another %s', async (_, nine) => {
  const { income, found } = await judged({ 9: nine })
  expect(income).toBe(5508.02)
  expect(found).toContain('the page shows "5,508.02" where its text says "9,508.02"')
})

test('a name is what the page shows', async () => {
  const { name, found } = await judged({ D: procedureOf('L'), n: procedureOf('r') })
  expect(name).toBe('Lara Whitcombe')
  expect(found).toContain('the page shows "Lara" where its text says "Dana"')
})

test('what a clip leaves of a figure is read', async () => {
  const lines = LETTER.map(([x, y, text]) => `BT /F1 11 Tf ${x} ${y} Td (${text.replace('9,508.02', '')}) Tj ET`).join(
    '\n',
  )
  const content = `${lines} q 202.4 655 200 20 re W n BT /F1 11 Tf 200 660 Td (8,508.02) Tj ET Q`
  const { parts, flags } = await runPipeline(rawPdf({ content }))
  expect(parts[0]?.fields.gross_income?.value).toBe(3508.02)
  expect(flags.map(({ code }) => code)).toContain('SHOWN_OTHERWISE')
})

const read = (text: string) => [{ text, box: [0, 0, 1, 1] as const }]

test.each([
  ['\uFFFD,508.02', '9,508.02', '5,508.02', true],
  ['\uFFFD,508.02', '95,508.02', '5,508.02', true],
  ['\uFFFD,508.02', '9,508.02', '5,503.02', false],
  ['\uFFFD,508.02', '9,508.02', '9.508.02', false],
  ['\uFFFD.\uFFFD.', 'o.o.', '0.0.', false],
  ['\uFFFDa\uFFFDa', 'Dana', 'Mara', true],
  [undefined, '8,508.02', '3,508.02', true],
])('of %s, said to be %s, a reading as %s tells: %s', (open, text, seen, tells) => {
  expect(confirms({ text, ...(open !== undefined && { open }) }, read(seen))).toBe(tells)
})

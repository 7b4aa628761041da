import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { outlinesIn } from '../../server/src/documents/text/shapes/font-shapes.ts'
import { rawPdf } from './raw-pdf.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
const outline = outlinesIn(readFileSync(join(FONTS, 'LiberationSans-Regular.ttf')))

const show = (x: number, y: number, text: string, before = '') =>
  `q ${before} BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET Q`

/** A text as a drawing program fills its outlines: all digits are equally wide. */
function drawn(x: number, y: number, text: string): string {
  const unit = 10 / 2048
  let left = x
  return [...text]
    .map((letter) => {
      const place = (args: readonly number[]) => args.map((value, k) => (k % 2 ? y : left) + unit * value).join(' ')
      const made = outline(letter)?.commands.map(({ command, args }) => {
        if (command === 'quadraticCurveTo') return `${place(args)} v`
        return command === 'closePath' ? 'h' : `${place(args)} ${command === 'moveTo' ? 'm' : 'l'}`
      })
      left += /\d/.test(letter) ? 5.56 : 2.78
      return `${made?.join(' ')} f`
    })
    .join('\n')
}

const HEAD = [
  show(40, 740, 'Employment verification letter'),
  show(40, 715, 'Merrow Holdings Ltd, 12 Harbour Street'),
  show(40, 690, 'This letter confirms that Maribel Oswin has been employed with us since 3 June 2019.'),
  show(40, 660, 'Annual salary:'),
]
const OLD = show(130, 660, '58,500.00')
const NEW = show(130, 660, '98,500.00')
const POLYGON = '1 g 128 656 m 182 655 l 184 669 l 150 671 l 127 669 l h f 0 g'
const MASK = '/Dark gs'

async function readLetter(...more: string[]) {
  const black = {
    dict: '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group << /S /Transparency /CS /DeviceGray >>',
    stream: '0 g 0 0 600 800 re f',
  }
  const dark = '/Dark << /SMask << /S /Luminosity /G 12 0 R >> >>'
  const resources = `/ExtGState << ${dark} /Light << /ca 0.4 /BM /Multiply >> >>`
  const content = [...HEAD, ...more].join('\n')
  const { parts, flags } = await runPipeline(rawPdf({ content, resources, objects: { 12: black } }))
  const found = flags.filter(({ code }) => code === 'SHOWN_OTHERWISE' || code === 'FIGURE_WITHOUT_TEXT')
  return { salary: parts[0]?.fields.gross_income?.value, found: found.map(({ code, message }) => `${code} ${message}`) }
}

/** Thirty words with something over a letter of each. */
const DECOYS = Array.from({ length: 30 }, (_, n) => {
  const [x, y] = [40 + 90 * (n % 5), 100 + 30 * Math.floor(n / 5)]
  return `${show(x, y, 'remark')} 0.9 g ${x + 2} ${y} 6 7 re f 0 g`
}).join('\n')

const SAYS = ['SHOWN_OTHERWISE the page shows "98,500.00" where its text says "58,500.00"']

test.each<[string, string[], string[]]>([
  ['a polygon over the old figure, and a new one on it', [OLD, POLYGON, NEW], SAYS],
  ['a polygon over the old figure, and thirty places to look at besides', [DECOYS, OLD, POLYGON, NEW], SAYS],
  ['the old figure in a mask that hides it', [show(130, 660, '58,500.00', MASK), NEW], SAYS],
  ['outlines over text without ink', [show(130, 660, '58,500.00', '3 Tr'), drawn(130, 660, '98,500.00')], SAYS],
  [
    'one digit patched',
    [OLD, '1 g 130 658 5.56 10 re f 0 g', show(130, 660, '9')],
    ['SHOWN_OTHERWISE the page shows "98,500.00" where its text says "58,500.00 9"'],
  ],
  [
    'outlines in the place of text',
    [drawn(130, 660, '98,500.00')],
    ['FIGURE_WITHOUT_TEXT "98,500.00" is drawn, and no text'],
  ],
])('what is printed is read: %s', async (_, more, found) => {
  expect(await readLetter(...more)).toEqual({ salary: 98_500, found })
})

test.each<[string, string[]]>([
  ['as it was printed', [NEW]],
  ['marked with a pen', [NEW, '/Light gs 1 1 0 rg 128 657 54 11 re f']],
  ['printed twice, a hair apart', [NEW, show(130.4, 660, '98,500.00')]],
  ['drawn once more over its own text', [NEW, drawn(130, 660, '98,500.00')]],
  ['struck by a patch beside it', [NEW, '1 g 190 656 40 12 re f 0 g']],
])('nothing is said of a figure %s', async (_, more) => {
  expect(await readLetter(...more)).toEqual({ salary: 98_500, found: [] })
})

import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { type RawPage, rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
const HEAD = [show(40, 740, 'Invoice 20417'), show(40, 700, 'Total'), show(40, 660, 'Pay to:')].join('\n')
const marked = (list: string, shown: string) => `${HEAD}\n/Span ${list} BDC ${shown} EMC`
const hex = (text: string) => `<feff${[...text].map((c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`
const TOTAL = show(300, 700, '1,250.00')

async function flagsOf(page: RawPage, code: string): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf(page), undefined, { ocr: false })
  return flags.filter((flag) => flag.code === code).map(({ severity, message }) => `${severity} ${message}`)
}

test.each<[string, RawPage]>([
  ['in the content', { content: marked(`<< /ActualText ${hex('9,250.00')} >>`, TOTAL) }],
  ['in a string with escapes', { content: marked('<< /ActualText (9\\0542\\065\\060.00) >>', TOTAL) }],
  [
    'in the resources',
    { content: marked('/P0', TOTAL), resources: '/Properties << /P0 << /ActualText (9,250.00) >> >>' },
  ],
])('an amount that is copied as another one: %s', async (_, page) => {
  expect(await flagsOf(page, 'COPIES_AS_OTHER_TEXT')).toEqual([
    'high the page shows "1,250.00", and "9,250.00" is what programs copy',
  ])
})

test.each<[string, string, string]>([
  ['the same amount', '1,250.00', TOTAL],
  ['a word that is parted at the end of a line', 'supplement', `${show(300, 650, 'supple-')} ${show(40, 640, 'ment')}`],
  ['a ligature', 'ffi', show(300, 650, 'office')],
  ['the name of a sign', 'telephone number', show(300, 650, 'T')],
  ['figures for a word', '2025', show(300, 650, 'this year')],
])('nothing is said of %s', async (_, text, shown) => {
  expect(await flagsOf({ content: marked(`<< /ActualText (${text}) >>`, shown) }, 'COPIES_AS_OTHER_TEXT')).toEqual([])
})

const form = (value: string, shown: string): RawPage => ({
  content: HEAD,
  page: '/Annots [30 0 R]',
  catalog: '/AcroForm << /Fields [30 0 R] /DR << /Font << /F1 6 0 R >> >> >>',
  objects: {
    20: {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 90 14] /Resources << /Font << /F1 6 0 R >> >>',
      stream: `/Tx BMC BT /F1 10 Tf 1 0 0 1 3 4 Tm (${shown}) Tj ET EMC`,
    },
    30: `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (a) /V (${value}) /DA (/F1 10 Tf 0 g)
/Rect [298 696 388 710] /AP << /N 20 0 R >> >>`,
  },
})

test.each<[string, string, number]>([
  ['1250.00', '9,250.00', 1],
  ['Maribel Oswin', 'Torvald Grenn', 1],
  ['1250', '1,250.00', 0],
  ['2025-03-01', '01.03.2025', 0],
  ['1250.00', '1,250.00', 0],
  ['Maribel Oswin', 'MARIBEL', 0],
])('a form field of the value %s that shows %s', async (value, shown, count) => {
  expect(await flagsOf(form(value, shown), 'FIELD_SHOWS_OTHER')).toHaveLength(count)
})

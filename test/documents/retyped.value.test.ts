import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { type RawPage, rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string, font = 'F1', size = 10) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

const HEAD = [
  show(40, 740, 'Earnings statement', 'F2', 14),
  show(40, 715, 'Employer: Merrow Ltd'),
  show(40, 700, 'Employee: Maribel Oswin'),
  show(40, 685, 'Pay period: 2025-03-01 to 2025-03-15'),
  show(330, 685, 'Pay date: 2025-03-20'),
  show(300, 660, 'Current'),
  show(420, 660, 'Year to date'),
]
const row = (y: number, label: string, now: string, year: string) =>
  [show(40, y, label), show(300, y, now), show(420, y, year)].join('\n')
const GROSS = row(640, 'Gross pay', '3,000.00', '15,000.00')
const DEDUCTIONS = row(620, 'Total deductions', '550.00', '2,750.00')
const NET = show(300, 600, '2,450.00')
const [BEFORE, AFTER] = [show(40, 600, 'Net pay'), show(420, 600, '12,250.00')]
const FOOT = show(40, 560, 'Paid to the account that ends with 7719')

const LABELS = [show(40, 640, 'Gross pay'), show(40, 620, 'Total deductions'), BEFORE].join('\n')
const FIGURES = [show(300, 640, '3,000.00'), show(300, 620, '550.00'), NET].join('\n')

const stub = (net = NET, last = '') => [...HEAD, GROSS, DEDUCTIONS, BEFORE, net, AFTER, FOOT, last].join('\n')

const ARIAL = '<< /Type /Font /Subtype /Type1 /BaseFont /Arial /Encoding /WinAnsiEncoding >>'
const SAME = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 >>'
const fonts = (more: string) => ({
  5: `<< /Font << /F1 6 0 R /F2 7 0 R /F3 8 0 R /F9 10 0 R >> /Properties << /Off 12 0 R >> >>`,
  10: more,
})

/** The flags of one hand-written page that are no sums: code, severity and fields. */
async function flagsOf(page: RawPage): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf(page), undefined, { ocr: false })
  const typed = flags.filter(({ family, severity }) => family === 'typography' && severity !== 'info')
  return typed.map(({ code, severity, fields }) => [code, severity, ...fields].join(' '))
}

test.each<[string, RawPage, string[]]>([
  ['a page as it was printed', { content: stub() }, []],
  [
    'a value in a stand-in for the font of the page',
    { content: stub(show(300, 600, '2,450.00', 'F9')), objects: fonts(ARIAL) },
    ['FONT_OF_ITS_OWN medium net_pay'],
  ],
  [
    'a value in a second font of the same name',
    { content: stub(show(300, 600, '2,450.00', 'F9')), objects: fonts(SAME) },
    ['FONT_OF_ITS_OWN medium net_pay'],
  ],
  [
    'a sign of currency in a second font of the same name',
    { content: stub([show(290, 600, '$', 'F9'), NET].join('\n')), objects: fonts(SAME) },
    [],
  ],
  ['a value in a font of another look', { content: stub(show(300, 600, '2,450.00', 'F3')) }, []],
  ['a value in bold', { content: stub(show(300, 600, '2,450.00', 'F2')) }, []],
  ['a value painted last', { content: stub('', NET) }, ['VALUE_PAINTED_LAST medium net_pay']],
  [
    'the foot of a page by its columns, the last one of one line',
    {
      content: [stub(), show(40, 60, 'Merrow Ltd'), show(40, 48, '4 Mill Lane'), show(300, 60, 'Tax no. 41 2207')].join(
        '\n',
      ),
    },
    [],
  ],
  [
    'a form printed first, and all its values after it',
    {
      content: [...HEAD, LABELS, FOOT, FIGURES, show(460, 715, '1,000.00')].join('\n'),
    },
    [],
  ],
  ['a stamp in an empty place', { content: stub(NET, show(430, 740, 'Paid 2025-03-21')) }, []],
  [
    'a value a hair larger than its line',
    { content: stub(show(300, 600, '2,450.00', 'F1', 10.8)) },
    ['SLIGHTLY_OTHER_TYPE medium net_pay'],
  ],
  ['a value far larger than its line', { content: stub(show(300, 600, '2,450.00', 'F1', 16)) }, []],
  ['a value in nearly black', { content: stub(`0.2 g ${NET} 0 g`) }, ['SLIGHTLY_OTHER_TYPE medium net_pay']],
  ['a value in red', { content: stub(`0.8 0 0 rg ${NET} 0 g`) }, []],
])('%s', async (_, page, found) => expect(await flagsOf(page)).toEqual(found))

test.each<[string, RawPage, string[]]>([
  ['another net pay below the sheet', { content: stub(NET, show(40, -40, 'Net pay 9,450.00')) }, ['medium']],
  [
    'another net pay clipped away',
    { content: stub(NET, `q 0 0 1 1 re W n ${show(40, 400, 'Net pay 9,450.00')} Q`) },
    ['medium'],
  ],
  [
    'another net pay in a layer that is off',
    {
      content: stub(NET, `/OC /Off BDC ${show(40, 400, 'Net pay 9,450.00')} EMC`),
      catalog: '/OCProperties << /OCGs [12 0 R] /D << /OFF [12 0 R] >> >>',
      objects: { ...fonts(ARIAL), 12: '<< /Type /OCG /Name (Layer) >>' },
    },
    ['medium'],
  ],
  ['another figure before the left edge', { content: stub(NET, show(-120, 600, '9,450.00')) }, ['medium']],
  ['another figure behind the right edge', { content: stub(NET, show(700, 600, '9,450.00')) }, ['medium']],
  ['an amount that is nothing of the page', { content: stub(NET, show(40, -40, 'Sheets at 1,204.50')) }, ['low']],
  ['the same net pay for readers of screens', { content: stub(NET, show(40, -40, 'Net pay 2,450.00')) }, []],
  ["a printer's marks", { content: stub(NET, show(40, -20, 'Job 20417 front 2025-01-31 14:33 Cyan')) }, []],
])('off the page: %s', async (_, page, severities) =>
  expect(await flagsOf(page)).toEqual(severities.map((severity) => `AMOUNTS_OFF_PAGE ${severity}`)),
)

const map = (pairs: string, count: number) => ({
  stream: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange ${count} beginbfchar ${pairs} endbfchar endcmap end end`,
})
const MAPPED = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode 11 0 R >>'
const [COMMA, POINT, ZERO, FOUR, FIVE] = ['<2c> <002c>', '<2e> <002e>', '<30> <0030>', '<34> <0034>', '<35> <0035>']

test.each<[string, string, string[]]>([
  ['says 2 where it draws 9', `${COMMA} ${POINT} ${ZERO} ${FOUR} ${FIVE} <39> <0032>`, ['FONT_MAP_LIES high']],
  ['says what it draws', `${COMMA} ${POINT} ${ZERO} ${FOUR} ${FIVE} <39> <0039>`, []],
  ['has codes of its own', '<2c> <0032> <2e> <0035> <30> <0034> <34> <0039> <35> <0031> <39> <0037>', []],
])('a font whose map %s', async (_, pairs, found) => {
  const objects = { ...fonts(MAPPED), 11: map(pairs, 6) }
  expect(await flagsOf({ content: stub(show(300, 600, '9,450.00', 'F9')), objects })).toEqual(found)
})

/** The outlines of digits, as a drawing program fills them. */
const outlines = (right: number, y: number, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const x = right - 5.5 * (count - n)
    return `${x} ${y} m ${x + 5} ${y} ${x + 5} ${y + 7} ${x + 2} ${y + 7} c ${x} ${y + 5} l f`
  }).join('\n')
const COLUMN = [show(300, 640, '3,000.00'), show(300, 620, '2,150.00')].join('\n')
const outlined = (drawn: string) => ({ content: [...HEAD, LABELS, COLUMN, FOOT, drawn].join('\n') })

test.each<[string, RawPage, string[]]>([
  ['in the place of an amount', outlined(outlines(338.9, 600, 6)), ['FIGURE_IN_OUTLINES medium']],
  ['a logo', outlined(outlines(560, 760, 6)), []],
  ['an icon in the column', outlined(outlines(338.9, 600, 1)), []],
  ['a badge beside no label', outlined(outlines(338.9, 520, 6)), []],
])('outlines: %s', async (_, page, found) => {
  expect((await flagsOf(page)).filter((flag) => flag.startsWith('FIGURE'))).toEqual(found)
})

const BILL = [
  show(40, 740, 'INVOICE', 'F2', 14),
  show(40, 720, 'Merrow Roofing Ltd'),
  show(40, 700, 'Invoice number: 20418'),
  show(40, 685, 'Invoice date: 2025-03-20'),
  ...[show(40, 650, 'Slates and battens'), show(420, 650, '3,000.00')],
  ...[show(40, 620, 'Subtotal'), show(420, 620, '3,000.00')],
  ...[show(40, 605, 'VAT 20%'), show(420, 605, '600.00')],
  ...[show(40, 590, 'Total'), show(420, 590, '3,600.00')],
  show(40, 570, 'Please pay within 30 days to the account below and quote the number above'),
]

test.each([
  ['in the font of the page', 'IBAN: DE89 3704 0044 0532 0130 00', 'F1', []],
  ['in a second font of the same name', 'IBAN: DE89 3704 0044 0532 0130 00', 'F9', ['FONT_OF_ITS_OWN medium iban']],
  ['with a letterhead before it', 'Merrow Roofing Ltd - IBAN: DE89 3704 0044 0532 0130 00', 'F9', []],
])('an account in the last line of a bill, %s', async (_, text, font, found) => {
  const content = [...BILL, show(40, 540, text, font)].join('\n')
  expect(await flagsOf({ content, objects: fonts(SAME) })).toEqual(found)
})

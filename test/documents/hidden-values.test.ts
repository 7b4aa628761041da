import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { type RawPage, rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string, before = '') =>
  `q ${before} BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET Q`
const HEAD = [
  show(40, 740, 'Earnings statement'),
  show(40, 715, 'Employer: Merrow Ltd'),
  show(40, 700, 'Employee:'),
  show(330, 685, 'Pay date: 2025-03-20'),
  show(40, 640, 'Gross pay 3,000.00'),
  show(40, 600, 'Net pay 2,450.00'),
]
const NEW = show(100, 700, 'Maribel Oswin')
const stub = (...more: string[]) => [...HEAD, NEW, ...more].join('\n')
const old = (before: string, text = 'Torvald Grenn') => show(100, 700, text, before)

const LAYERS: Partial<RawPage> = {
  catalog: '/OCProperties << /OCGs [12 0 R] /D << /OFF [12 0 R] >> >>',
  resources: '/Properties << /Off 12 0 R >> /ExtGState << /Clear << /ca 0 /CA 0 >> >>',
  objects: { 12: '<< /Type /OCG /Name (Layer) >>' },
}
const off = (...shown: string[]) => `/OC /Off BDC ${shown.join(' ')} EMC`

async function flagsOf(content: string): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf({ ...LAYERS, content }), undefined, { ocr: false })
  return flags.filter(({ code }) => code === 'HIDDEN_VALUE').map(({ severity, message }) => `${severity} ${message}`)
}

test.each<[string, string]>([
  ['in a layer that is switched off', off(old(''))],
  ['clipped away', old('0 0 1 1 re W n')],
  ['without opacity', old('/Clear gs')],
  ['without ink', old('3 Tr')],
  ['in the colour of the paper', old('1 g')],
  ['too narrow to see', old('0.5 Tz')],
  ['too small to see', 'BT /F1 0.4 Tf 1 0 0 1 105 703 Tm (Torvald Grenn) Tj ET'],
])('a name where another one is shown: %s', async (_, hidden) => {
  const [flag = ''] = await flagsOf(stub(hidden))
  expect(flag).toMatch(/^high "T.* is hidden in the place where the page shows "Maribel/)
})

test('a faint watermark across the page hides no name that it crosses', async () => {
  const title = 'BT /F1 18 Tf 1 0 0 1 300 712 Tm (Northern Loop) Tj ET'
  const across = (turn: string) => `q 0.95 g BT /F1 28 Tf ${turn} 300 708 Tm (REAL) Tj ET Q`
  expect(await flagsOf(stub(title, across('0.707 0.707 -0.707 0.707')))).toEqual([])
  // What lies along it does stand in its place.
  expect(await flagsOf(stub(title, across('1 0 0 1')))).toHaveLength(1)
})

test('a picture behind all text makes no scan of the page', async () => {
  const ground = 'q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xF4 EI Q'
  const [flag = ''] = await flagsOf(`${ground}\n${stub(old('3 Tr'))}`)
  expect(flag).toMatch(/^high "T.* is hidden in the place where the page shows "Maribel/)
})

test.each<[string, string]>([
  ['the same name', off(old('', 'Maribel Oswin'))],
  ['a number under a name', off(old('', '20417-B'))],
  ['a far larger word', off('BT /F1 40 Tf 1 0 0 1 60 690 Tm (DRAFT) Tj ET')],
  ['a word beside it', off(show(200, 700, 'Torvald Grenn'))],
  [
    'a whole layer in another language',
    off(
      ...['Relev\\351', 'Employeur', 'Nom', 'Date', 'Paie', 'Brut', 'Total', 'Net', 'Cumul', 'Solde'].map((text, k) =>
        show(100 + 40 * k, 700, text),
      ),
    ),
  ],
])('nothing is said of %s that is hidden', async (_, hidden) => {
  expect(await flagsOf(stub(hidden))).toEqual([])
})

test('what is too small or too narrow to be seen is not read', async () => {
  for (const hidden of [old('0.5 Tz'), 'BT /F1 0.4 Tf 1 0 0 1 100 700 Tm (Torvald Grenn) Tj ET']) {
    const { parts } = await runPipeline(rawPdf({ ...LAYERS, content: stub(hidden) }), undefined, { ocr: false })
    expect(parts[0]?.fields.employee_name?.value).toBe('Maribel Oswin')
  }
})

const field = (name: string, value: string, rect: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (${name}) /V (${value}) /DA (/F1 10 Tf 0 g)
/Rect [${rect}] /AP << /N 20 0 R >> >>`

async function flagsOfForm(fields: number, samples = ''): Promise<string[]> {
  const rects = Array.from({ length: fields }, (_, k) =>
    k === 0 ? '78 596 140 610' : `300 ${100 + 20 * k} 360 ${114 + 20 * k}`,
  )
  const made = rects.map((rect, k) => [30 + k, field(`f${k}`, '8,450.00', rect)])
  const annots = made.map(([number]) => `${number} 0 R`).join(' ')
  const look = {
    dict: '/Type /XObject /Subtype /Form /BBox [0 0 62 14] /Resources << /Font << /F1 6 0 R >> >>',
    stream: '1 g 0 0 62 14 re f 0 g /Tx BMC BT /F1 10 Tf 1 0 0 1 3 4 Tm (8,450.00) Tj ET EMC',
  }
  const page: RawPage = {
    content: stub(samples),
    page: `/Annots [${annots}]`,
    catalog: `/AcroForm << /Fields [${annots}] /DR << /Font << /F1 6 0 R >> >> >>`,
    objects: { 20: look, ...Object.fromEntries(made) },
  }
  const { flags } = await runPipeline(rawPdf(page), undefined, { ocr: false })
  return flags.filter(({ code }) => code === 'HIDDEN_VALUE').map(({ message }) => message)
}

test('a lone field laid over a printed figure hides it; a form of many fields has samples', async () => {
  expect(await flagsOfForm(1)).toEqual(['"2,450.00" is hidden in the place where the page shows "8,450.00"'])
  const sample = (k: number) => `BT /F1 10 Tf 1 0 0 1 303 ${104 + 20 * k} Tm (1,234.56) Tj ET`
  expect(await flagsOfForm(5, [1, 2, 3, 4].map(sample).join(' '))).toEqual(await flagsOfForm(1))
})

test('nor do fields beside it that cover nothing make samples of what one covers', async () => {
  expect(await flagsOfForm(5)).toEqual(['"2,450.00" is hidden in the place where the page shows "8,450.00"'])
})

test.each<[string, boolean]>([
  ['1,080.00', true],
  ['2,000.00', true],
  ['1,234.56', false],
  ['99,999.99', false],
  ['0.00', false],
  ['8,450.00', false],
])(
  'however many fields cover %s, it is hidden where it is no sample and another is shown',
  async (covered, isHidden) => {
    const print = (k: number) => `BT /F1 10 Tf 1 0 0 1 303 ${104 + 20 * k} Tm (${covered}) Tj ET`
    const [message = ''] = await flagsOfForm(6, [1, 2, 3, 4, 5].map(print).join(' '))
    expect(message.split(' is hidden')[0]?.slice(1, -1).split(' ').includes(covered)).toBe(isHidden)
  },
)

import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string, font = 'F1', size = 9, grey = '0 g') =>
  `${grey} BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

const REST = [
  ['Invoice number: 30817', 'Invoice date: 2026-03-04', 'Due date: 2026-04-03', 'Payment terms: Net 30'].map(
    (text, n) => show(330, 690 - 13 * n, text),
  ),
  [
    ['Two oak doors, hung', '1,240.00'],
    ['Brass fittings', '186.00'],
    ['Subtotal', '1,426.00'],
    ['Total', '1,426.00'],
  ].map(([what = '', sum = ''], n) => [show(50, 560 - 14 * n, what), show(480, 560 - 14 * n, sum)].join('\n')),
].flat()

const HEAD = [
  show(50, 750, 'Larch Lane Joinery', 'F2', 15),
  show(50, 736, '4 Larch Lane, Boise ID 83702'),
  show(450, 750, 'INVOICE', 'F2', 15),
]
const TIMES = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>'
const FONTS = { 5: '<< /Font << /F1 6 0 R /F2 7 0 R /F3 8 0 R /F9 10 0 R >> >>', 10: TIMES }

/** The flags of an invoice to these lines at its left. */
async function told(...content: string[]): Promise<string[]> {
  const page = { content: [...content, ...REST].join('\n'), objects: FONTS }
  const { flags } = await runPipeline(rawPdf(page), undefined, { ocr: false })
  return flags.filter(({ family }) => family === 'typography').map(({ code, fields }) => [code, ...fields].join(' '))
}

const NAME = 'Quarry Bank Stables'
const TO = show(50, 690, 'Bill to', 'F2', 8)
const ADDRESS = [show(50, 664, '118 Quarry Road', 'F1', 10), show(50, 651, 'Nampa ID 83651', 'F1', 10)]

test.each<[string, string[], string[]]>([
  ['as the address under it', [...HEAD, TO, show(50, 677, NAME, 'F1', 10), ...ADDRESS], []],
  [
    'in another face than the address under it',
    [...HEAD, TO, show(50, 677, NAME, 'F9', 10), ...ADDRESS],
    ['FONT_OF_ITS_OWN customer_name'],
  ],
  // A design: much smaller, larger, or in another shade.
  ['as small print over the address under it', [...HEAD, TO, show(50, 677, NAME, 'F9', 7), ...ADDRESS], []],
  ['larger than the address under it', [...HEAD, TO, show(50, 677, NAME, 'F9', 13), ...ADDRESS], []],
  ['in a shade of its own', [...HEAD, TO, show(50, 677, NAME, 'F9', 10, '0.4 g'), ...ADDRESS], []],
  // Filled in by machine.
  ['in a typewriter', [...HEAD, TO, show(50, 677, NAME, 'F3', 10), ...ADDRESS], []],
  // Printed together in a face of their own, as merged letters are.
  [
    'in another face, with its address',
    [...HEAD, TO, show(50, 677, NAME, 'F9', 10), ...ADDRESS.map((line) => line.replace('F1', 'F9'))],
    [],
  ],
  // The maker's own name.
  [
    'plain, under a letterhead in another face',
    [show(50, 750, 'Larch Lane Joinery', 'F9', 9), ...HEAD.slice(1), TO, show(50, 677, NAME, 'F1', 10), ...ADDRESS],
    [],
  ],
])('a customer whose name is set %s', async (_, content, found) => expect(await told(...content)).toEqual(found))

test('another face looks as large in a smaller size', async () => {
  const found = await told(...HEAD, TO, show(50, 677, NAME, 'F9', 8), ...ADDRESS)
  expect(found).toContain('FONT_OF_ITS_OWN customer_name')
})

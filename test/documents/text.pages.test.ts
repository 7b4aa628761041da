import { expect, test } from 'vitest'
import { mapBox } from '../../server/src/documents/model/matrix.ts'
import { rawPdf } from './raw-pdf.ts'
import { pageOf, pagesOf, textsOf, wordOf } from './read-raw.ts'

/** Text that stands upright on a page turned by so much, its start at these shown coordinates of a 500 x 700 page. */
const PLACES = {
  0: '1 0 0 1 150 250 Tm',
  90: '0 1 -1 0 350 150 Tm',
  180: '-1 0 0 -1 450 650 Tm',
  270: '0 -1 1 0 250 750 Tm',
} as const

test.each([0, 90, 180, 270] as const)(
  'a page turned by %i with a crop box reads upright from its own corner',
  async (turn) => {
    const page = await pageOf({
      content: `BT /F1 10 Tf ${PLACES[turn]} (Upright) Tj ET`,
      page: `/Rotate ${turn} /CropBox [50 100 550 800]`,
    })
    const sideways = turn % 180 === 90
    expect([page.width, page.height]).toEqual(sideways ? [700, 500] : [500, 700])
    const word = wordOf(page, 'Upright')
    expect(word.turn).toBeUndefined()
    expect(word.box[0]).toBeCloseTo({ 0: 100, 90: 50, 180: 100, 270: 50 }[turn], 3)
    expect(word.box[1] + 2.2).toBeCloseTo({ 0: 150, 90: 200, 180: 150, 270: 200 }[turn], 3)
    const inFile = mapBox(page.toFile, word.box)
    const [, , , , x, y] = PLACES[turn].match(/-?\d+/g)?.map(Number) ?? []
    expect(inFile[0] - 3).toBeLessThan(x as number)
    expect(inFile[2] + 3).toBeGreaterThan(x as number)
    expect(inFile[1] - 3).toBeLessThan(y as number)
    expect(inFile[3] + 3).toBeGreaterThan(y as number)
  },
)

test.each([
  [90, '0 1 -1 0 300 100 Tm', [800, 600], [100, 300]],
  [-90, '0 -1 1 0 300 700 Tm', [800, 600], [100, 300]],
  [180, '-1 0 0 -1 500 700 Tm', [600, 800], [100, 100]],
] as const)('a page whose text runs at %i degrees is turned upright', async (_, start, size, at) => {
  const text = 'This sheet was printed sideways and nothing in the file says so'
  const page = await pageOf(`BT /F1 10 Tf ${start} (${text}) Tj ET`)
  expect([page.width, page.height]).toEqual(size)
  const [word] = page.words
  expect(word?.turn).toBeUndefined()
  expect([word?.box[0], (word?.box[1] ?? 0) + 2.2]).toEqual([expect.closeTo(at[0], 3), expect.closeTo(at[1], 3)])
  const [x0, y0, x1, y1] = mapBox(page.toFile, word?.box ?? [0, 0, 0, 0])
  const [x = 0, y = 0] = start.match(/-?\d+/g)?.slice(4).map(Number) ?? []
  expect(x0 <= x + 3 && x <= x1 + 3 && y0 <= y + 3 && y <= y1 + 3).toBe(true)
})

test('words outside the crop box are not on the page', async () => {
  const content = 'BT /F1 10 Tf 100 300 Td (inside) Tj 0 450 Td (outside) Tj ET'
  expect(textsOf(await pageOf({ content, page: '/CropBox [0 0 600 400]' }))).toEqual(['inside'])
})

test('user units enlarge the page and its words', async () => {
  const page = await pageOf({ content: 'BT /F1 10 Tf 100 300 Td (Big) Tj ET', page: '/UserUnit 2' })
  expect([page.width, page.height]).toEqual([1200, 1600])
  expect(wordOf(page, 'Big')).toMatchObject({ size: 20 })
})

test('words that a clipping path hides are not on the page', async () => {
  const clipped = 'q 0 0 200 200 re W n BT /F1 10 Tf 50 100 Td (kept) Tj 0 400 Td (cut) Tj ET Q'
  expect(textsOf(await pageOf(`${clipped} BT /F1 10 Tf 50 500 Td (after) Tj ET`))).toEqual(['kept', 'after'])
})

test('layers that are switched off are not shown', async () => {
  const page = await pageOf({
    content:
      '/OC /L1 BDC BT /F1 10 Tf 50 500 Td (hidden) Tj ET EMC /OC /L2 BDC BT /F1 10 Tf 50 400 Td (seen) Tj ET EMC',
    catalog: '/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] /ON [11 0 R] >> >>',
    resources: '/Properties << /L1 10 0 R /L2 11 0 R >>',
    objects: { 10: '<< /Type /OCG /Name (off) >>', 11: '<< /Type /OCG /Name (on) >>' },
  })
  expect(textsOf(page)).toEqual(['seen'])
})

test('forms inside the content are read at their place', async () => {
  const page = await pageOf({
    content: 'q 1 0 0 1 100 200 cm /X1 Do Q',
    resources: '/XObject << /X1 10 0 R >>',
    objects: {
      10: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources 5 0 R /Matrix [2 0 0 2 0 0]',
        stream: 'BT /F1 10 Tf 5 5 Td (Nested) Tj ET',
      },
    },
  })
  expect(wordOf(page, 'Nested')).toMatchObject({
    size: 20,
    box: [expect.closeTo(110, 3), expect.closeTo(205.6, 3), 0, 0].fill(expect.any(Number), 2),
  })
})

test('a page without content is a page without words', async () => {
  expect(textsOf(await pageOf(''))).toEqual([])
})

test('bytes that are no PDF and files that want a password are refused', async () => {
  await expect(pagesOf(new Uint8Array(Buffer.from('no pdf at all')))).rejects.toThrow(/has no objects/)
  const empty = Buffer.from(rawPdf({ content: '' }))
    .toString('latin1')
    .replace('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0')
  await expect(pagesOf(new Uint8Array(Buffer.from(empty, 'latin1')))).rejects.toThrow()
})

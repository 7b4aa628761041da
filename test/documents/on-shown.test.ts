import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { flagsOnShown, onShown } from '../../server/src/documents/answer/on-shown.ts'
import { mapBox } from '../../server/src/documents/model/matrix.ts'
import { takeBack } from '../../server/src/documents/ocr/placement.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'

/** A page of 300 x 500 on which all text runs in one direction. */
async function pageWith(angle: number) {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([300, 500])
  for (let line = 0; line < 8; line++) {
    const across = angle % 180 === 0
    const at = { x: across ? 150 : 40 + line * 20, y: across ? 40 + line * 20 : 250 }
    page.drawText(`Entry number ${line}`, { ...at, size: 10, font, rotate: degrees(angle) })
  }
  const opened = await openPdf(await pdf.save())
  const [read] = await readPages(opened)
  await opened.loadingTask.destroy()
  if (!read) throw new Error('no page')
  return read
}

test.each([90, 180, 270])(
  'what was read on a page turned by %i degrees is told where a viewer shows it',
  async (angle) => {
    const page = await pageWith(angle)
    expect([page.width, page.height]).toEqual(angle === 180 ? [300, 500] : [500, 300])
    const word = page.words.find(({ text }) => text === '7')
    if (!word) throw new Error('the word is not there')
    const box = onShown([page])(1, word.box)
    // The page has no /Rotate and no CropBox: what is shown is what the file says.
    for (const [side, value] of mapBox(page.toFile, word.box).entries()) expect(box[side]).toBeCloseTo(value, 3)
    const flag = { code: 'X', severity: 'low', family: 'identity', message: 'x', fields: [], proof: false } as const
    const [told] = flagsOnShown([{ ...flag, fields: [], evidence: [{ page: 1, bbox: word.box }] }], onShown([page]))
    expect(told?.evidence).toEqual([{ page: 1, bbox: box }])
  },
)

test('a page that reads across is told as it is', async () => {
  const page = await pageWith(0)
  const [word] = page.words
  if (!word) throw new Error('no word')
  expect(onShown([page])(1, word.box)).toBe(word.box)
})

test.each([90, 180, 270])('a page turned by %i degrees is taken back to how it is painted', async (angle) => {
  const page = await pageWith(angle)
  const back = takeBack(page)
  expect([back.width, back.height]).toEqual([300, 500])
  for (const [at, word] of back.words.entries()) {
    const before = page.words[at]
    if (!before) throw new Error('a word is missing')
    const there = mapBox(page.toFile, before.box)
    for (const [side, value] of mapBox(back.toFile, word.box).entries()) expect(there[side]).toBeCloseTo(value, 3)
    for (const side of [0, 1, 2, 3] as const) expect(word.box[side]).toBeCloseTo(there[side] as number, 3)
  }
})

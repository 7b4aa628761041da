import { afterAll, expect, test } from 'vitest'
import { middle } from '../../server/src/documents/model/box.ts'
import { apply } from '../../server/src/documents/model/matrix.ts'
import type { Page } from '../../server/src/documents/model/page.ts'
import { closeOcr, recognise } from '../../server/src/documents/ocr/recognise.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { Chance } from './chance.ts'
import { type PrintedPage, printPage } from './printed-page.generator.ts'
import { type ScanLook, scan } from './scan.ts'

afterAll(closeOcr)

const LOOK: ScanLook = {
  dpi: 200,
  color: false,
  skewDegrees: 0,
  rotation: 0,
  noise: 6,
  blur: 0.4,
  shade: 0.15,
  quality: 60,
}

async function read(bytes: Uint8Array): Promise<Page[]> {
  const pdf = await openPdf(bytes)
  try {
    return await recognise(pdf, await readPages(pdf), { workers: 2 })
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** The share of the printed words that were read as they stand. */
function recall({ words }: PrintedPage, page: Page): number {
  const read = page.words.map(({ text }) => text)
  const found = words.filter(({ text }) => {
    const at = read.indexOf(text)
    if (at >= 0) read.splice(at, 1)
    return at >= 0
  })
  return found.length / words.length
}

async function scannedPage(seed: number, choice: Parameters<typeof printPage>[1], look: Partial<ScanLook> = {}) {
  const chance = new Chance(seed)
  const printed = await printPage(chance, choice)
  const [page] = await read(await scan(printed.bytes, chance, { ...LOOK, ...look }))
  return { printed, page: page as Page }
}

test('a scanned form is read word by word, with its boxes', async () => {
  const { printed, page } = await scannedPage(31, { kind: 'form', language: 'eng' })
  expect(recall(printed, page)).toBeGreaterThan(0.95)
  expect(page.ocr).toMatchObject({ language: 'eng', rotation: 0 })
  expect(page.ocr?.confidence).toBeGreaterThan(0.9)
  for (const [x0, y0, x1, y1] of printed.compartments) {
    const sides = page.ruledLines.filter(({ direction, box }) => {
      const [x, y] = middle(box)
      if (direction === 'across') return Math.min(Math.abs(y - y0), Math.abs(y - y1)) < 2 && box[0] < x0 + 3
      return Math.min(Math.abs(x - x0), Math.abs(x - x1)) < 2 && box[1] < y0 + 3
    })
    expect(sides.length).toBeGreaterThanOrEqual(3)
  }
  for (const word of page.words) {
    expect(word.origin).toBe('ocr')
    const near = printed.words.filter(({ text }) => text === word.text)
    if (near.length !== 1 || !near[0]) continue
    for (const side of [0, 1, 2, 3] as const) expect(word.box[side]).toBeCloseTo(near[0].box[side], -1)
    expect(word.size).toBeGreaterThan(5)
  }
})

test('a sheet that lay turned and askew is set upright, and toFile leads back onto it', async () => {
  const { printed, page } = await scannedPage(32, { kind: 'table', language: 'deu' }, { rotation: 90, skewDegrees: 2 })
  expect(recall(printed, page)).toBeGreaterThan(0.95)
  expect(page.ocr).toMatchObject({ language: 'deu', rotation: 90 })
  expect(page.ocr?.skewDegrees).toBeCloseTo(2, 0)
  expect([page.width, page.height]).toEqual([612, 792])
  const date = printed.words.find(({ text }) => printed.words.filter((word) => word.text === text).length === 1)
  const word = page.words.find(({ text }) => text === date?.text)
  const [x, y] = apply(page.toFile, ...middle(word?.box ?? [0, 0, 0, 0]))
  // The sheet of 612 x 792 was turned clockwise by 92 degrees about its middle, which is that of 792 x 612 now.
  const [u, v] = middle(date?.box ?? [0, 0, 0, 0])
  const angle = (-92 * Math.PI) / 180
  expect(x).toBeCloseTo(396 + (u - 306) * Math.cos(angle) - (v - 396) * Math.sin(angle), -1)
  expect(y).toBeCloseTo(306 + (u - 306) * Math.sin(angle) + (v - 396) * Math.cos(angle), -1)
})

test('text is left as it is, and progress is told for pages that need reading only', async () => {
  const printed = await printPage(new Chance(34), { kind: 'prose', language: 'eng' })
  const pdf = await openPdf(printed.bytes)
  const told: unknown[] = []
  const before = await readPages(pdf)
  const after = await recognise(pdf, before, { observe: (progress) => told.push(progress) })
  await pdf.loadingTask.destroy()
  expect(after).toEqual(before)
  expect(told).toEqual([])
})

test('who leaves stops the reading', async () => {
  const chance = new Chance(35)
  const pdf = await openPdf(await scan((await printPage(chance, { kind: 'table' })).bytes, chance, LOOK))
  const leaving = new AbortController()
  const told: unknown[] = []
  const reading = recognise(pdf, await readPages(pdf), {
    workers: 2,
    signal: leaving.signal,
    observe: (progress) => {
      told.push(progress)
      leaving.abort(new Error('gone'))
    },
  })
  await expect(reading).rejects.toThrow('gone')
  expect(told).toEqual([{ stage: 'ocr', pages: 1 }])
  await pdf.loadingTask.destroy()
})

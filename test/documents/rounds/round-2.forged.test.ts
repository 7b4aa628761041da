import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { FONT_FOLDER } from './round-1/fonts.ts'
import { forged, forgeryLines, lacking, paperOf, TECHNIQUES } from './round-2/forgeries/index.ts'
import { readPapers } from './round-2/forgeries/read-papers.ts'
import type { Forgery, RoundFile } from './round-file.ts'

const papers = readPapers()
const lines = forgeryLines()

/** The texts of a file that begin in a box, a little of its surroundings with it. */
async function textsIn({ bytes }: RoundFile, { page, box }: Forgery['places'][number]): Promise<string[]> {
  const task = getDocument({ data: bytes.slice(), standardFontDataUrl: FONT_FOLDER, verbosity: 0 })
  const { items } = await (await (await task.promise).getPage(page)).getTextContent()
  await task.destroy()
  const [left, foot, right, top] = box
  return items.flatMap((item) => {
    if (!('str' in item)) return []
    const [x, y] = item.transform.slice(4) as [number, number]
    return x > left - 3 && x < right && y > foot - 1 && y < top ? [item.str.trim()] : []
  })
}

for (const technique of [
  'white-rectangle',
  'redact-and-retype',
  'white-on-white',
  'incremental-revision',
  'one-figure',
]) {
  const line = lines.find((each) => each.technique === technique) ?? expect.fail(technique)
  const lack = lacking(line, papers)
  test(`${technique}: the forged value stands in its box`, async ({ skip }) => {
    skip(lack !== undefined, `${lack} is not installed`)
    const file = await forged(line, paperOf(papers, line.paper))
    const [place] = file.forgery?.places ?? []
    expect(place && (await textsIn(file, place))).toContain(line.swaps[0]?.to)
  })
}

test('the forgeries are many, of many kinds, over many papers', () => {
  const counts = Object.groupBy(lines, ({ technique }) => technique)
  expect(lines.length).toBeGreaterThanOrEqual(72)
  expect(new Set(lines.map(({ paper }) => paper)).size).toBeGreaterThanOrEqual(25)
  expect(Object.keys(counts).length).toBeGreaterThanOrEqual(30)
  expect(Object.values(counts).filter((some) => (some?.length ?? 0) > 3)).toEqual([])
  expect(lines.filter(({ family }) => family === 'clean').length).toBeLessThanOrEqual(4)
})

test('every forgery has its technique and its paper, and says what it changed', () => {
  for (const { technique, paper, said, swaps } of lines) {
    expect(Object.keys(TECHNIQUES)).toContain(technique)
    expect([...papers.keys()]).toContain(paper)
    expect([said[0]?.length, swaps.every(({ from }) => from !== '')]).toEqual([2, true])
  }
})

import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { FONT_FOLDER } from './round-1/fonts.ts'
import { painted } from './round-1/scan.ts'
import { files } from './round-7/forged-scans/index.ts'
import { readLines } from './round-7/forged-scans/list.ts'
import { wish } from './round-7/forged-text/index.ts'
import { readPapers } from './round-7/forged-text/papers.ts'
import { boxOf, pieceOf, printed } from './round-7/forged-text/print.ts'
import type { Place, RoundFile } from './round-file.ts'

type Box = Place['box']

const lines = readLines()
const papers = readPapers()
const bare = (text: unknown) => String(text).replace(/\s/g, '')
const lineOf = ({ name }: RoundFile) => lines.find((line) => line.name === name) ?? expect.fail(name)

/** Of every tool one scan or more, and none that is set in another face, which looks like neither value. */
const TRIED = [1, 5, 8, 9, 10, 13, 14, 16, 18, 19, 22, 25, 27, 28, 29, 31].map(
  (at) => `forged-scan-7-${String(at).padStart(2, '0')}`,
)
const KEPT = ['account-blacked-out', 'recognised', 'cropped', 'merged']

/** Made once for all tests, which takes minutes. */
let all: Promise<RoundFile[]> | undefined
const made = () => {
  all ??= Array.fromAsync(files((name) => [...TRIED, ...KEPT].some((part) => name.includes(part))))
  return all
}

const [WIDE, HIGH, REACH] = [120, 26, 5]

/** How dark a place of a page is, in cells of one size, with some more around it. */
async function darkness(bytes: Uint8Array, [x, y, right, top]: Box): Promise<Float32Array> {
  const { canvas, toPixels } = await painted(new Uint8Array(bytes), 150)
  const more = [(right - x) * (REACH / WIDE), (top - y) * (REACH / HIGH)] as const
  const box: Box = [x - more[0], y - more[1], right + more[0], top + more[1]]
  const [left = 0, head = 0, end = 0, foot = 0] = toPixels(box)
  const [width, height] = [WIDE + 2 * REACH, HIGH + 2 * REACH]
  const cells = createCanvas(width, height)
  const pen = cells.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.filter = 'blur(0.8px)'
  pen.drawImage(canvas, left, head, end - left, foot - head, 0, 0, width, height)
  const { data } = pen.getImageData(0, 0, width, height)
  return Float32Array.from({ length: width * height }, (_, at) => 255 - (data[4 * at + 1] ?? 255))
}

/** How much the middle of one place looks like some part of another as large, at best. */
function likeness(one: Float32Array, other: Float32Array): number {
  const width = WIDE + 2 * REACH
  let best = -1
  for (let down = -REACH; down <= REACH; down++)
    for (let aside = -REACH; aside <= REACH; aside++) {
      const [a, b]: [number[], number[]] = [[], []]
      for (let y = REACH; y < HIGH + REACH; y++)
        for (let x = REACH; x < WIDE + REACH; x++) {
          a.push(one[y * width + x] ?? 0)
          b.push(other[(y + down) * width + x + aside] ?? 0)
        }
      best = Math.max(best, correlation(a, b))
    }
  return best
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const [at, each] of a.entries()) {
    const [u, v] = [each - ma, (b[at] ?? 0) - mb]
    ab += u * v
    aa += u * u
    bb += v * v
  }
  return ab / Math.sqrt(aa * bb || 1)
}

/** How much the first place of a forged scan looks like the old value, and like the new one. */
async function looks(file: RoundFile): Promise<{ old: number; fresh: number }> {
  const line = lineOf(file)
  const paper = papers.find(({ name }) => name === line.paper) ?? expect.fail(line.paper)
  const { other, all: changed } = wish(line, paper)
  const [field = ''] = changed.keys()
  const [before, after] = [await printed(paper), await printed(other)]
  const [a, b] = [pieceOf(before, field), pieceOf(after, field)].map((piece) => boxOf(piece)) as [Box, Box]
  const box: Box = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
  const there = await darkness(file.bytes, file.forgery?.places[0]?.box ?? expect.fail(file.name))
  const [old, fresh] = [await darkness(before.bytes, box), await darkness(after.bytes, box)]
  return { old: likeness(there, old), fresh: likeness(there, fresh) }
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: bytes.slice(), standardFontDataUrl: FONT_FOLDER, verbosity: 0 })
  const { items } = await (await (await task.promise).getPage(1)).getTextContent()
  await task.destroy()
  return bare(items.map((item) => ('str' in item ? item.str : '')).join(''))
}

test('the forged scans of the seventh round are of many techniques, most of them ordinary work', () => {
  const times = Map.groupBy(lines, ({ technique }) => technique)
  expect(lines.length).toBe(31)
  expect(times.size).toBe(22)
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThan(4)
  expect(new Set(lines.map(({ paper }) => paper)).size).toBe(15)
  const careful = ['matched', 'spliced', 'patched', 'old-layer', 'new-layer', 'swapped']
  const skilled = lines.filter(({ steps }) => steps.some(([step]) => careful.includes(step)))
  expect(skilled.length / lines.length).toBeLessThan(0.36)
})

test('a forged scan of the seventh round shows the new value where it says, and is a small file', async () => {
  expect((await made()).length).toBe(TRIED.length + KEPT.length)
  for (const file of await made()) {
    expect(file.bytes.length, file.name).toBeLessThan(600_000)
    if (file.kind !== 'forged') continue
    expect(file.truth.risk).toBe('flagged')
    const { old, fresh } = await looks(file)
    const [more, less] = lineOf(file).technique === 'layer-of-lies' ? [old, fresh] : [fresh, old]
    expect(more, file.name).toBeGreaterThan(less)
    expect(more, file.name).toBeGreaterThan(0.5)
  }
}, 900_000)

test('a layer of these scans says other than the picture', async () => {
  const named = async (technique: string) =>
    (await made()).find(({ forgery }) => forgery?.technique === technique) ?? expect.fail(technique)
  const [before, lies] = [await named('layer-of-before'), await named('layer-of-lies')]
  expect(await textOf(before.bytes)).toContain('71,240.00')
  expect(before.truth.fields.gross_income).toBe(91_240)
  expect(await textOf(lies.bytes)).toContain('8.853,42')
  expect(lies.truth.fields.closing_balance).toBe(2853.42)
}, 900_000)

test('innocent acts of these scans leave what is printed, and the same scan is made again', async () => {
  const acts = (await made()).filter(({ kind }) => kind === 'innocent')
  expect(acts.length).toBe(KEPT.length)
  for (const { truth } of acts) expect(truth.risk).toBe('clean')
  const act = (name: string) => acts.find((file) => file.act === name) ?? expect.fail(name)
  expect(act('account-blacked-out').truth.fields.account_number).toBeUndefined()
  expect(await textOf(act('recognised').bytes)).toContain('71,240.00')
  expect((await PDFDocument.load(act('merged').bytes)).getPageCount()).toBe(2)
  const again = await Array.fromAsync(files((name) => name === act('cropped').name || name.includes('-25-')))
  expect(again.length).toBe(2)
  for (const file of again) {
    const first = (await made()).find(({ name }) => name === file.name) ?? expect.fail(file.name)
    expect(Buffer.from(file.bytes).equals(first.bytes), file.name).toBe(true)
  }
}, 900_000)

import { expect, test } from 'vitest'
import { onShown } from '../../server/src/documents/answer/on-shown.ts'
import { IDENTITY } from '../../server/src/documents/model/matrix.ts'
import { bendOf, flattened, inPoints } from '../../server/src/documents/ocr/flat.ts'
import type { SeenWord } from '../../server/src/documents/ocr/tesseract.ts'

const [WIDE, HIGH] = [1700, 2200]

/** Lines of a page in pieces, at the left and at the right, each word as low as the page makes it. */
function pieces(droop: (across: number, down: number) => number): SeenWord[][] {
  return Array.from({ length: 20 }, (_, line) => 200 + 80 * line).flatMap((y) =>
    [[150, 260, 390, 520, 640], [1250, 1340], [1480]].map((xs) =>
      xs.map((x) => {
        const foot = y + droop((x + 40) / WIDE - 0.5, y / HIGH - 0.5)
        return { text: 'Amount', x0: x, x1: x + 80, y0: foot - 24, y1: foot, confidence: 0.9 }
      }),
    ),
  )
}

/** Their letters, five to a word. */
const rowsOf = (words: readonly SeenWord[][]) =>
  words.map((piece) => ({
    parts: piece.flatMap(({ x0, y0, y1 }) =>
      [0, 1, 2, 3, 4].map((at) => ({ x0: x0 + 16 * at, x1: x0 + 16 * at + 13, y0, y1, ink: 100 })),
    ),
  }))

/** How far the feet of one line's words lie apart, at the most. */
function unevenness(words: readonly SeenWord[][]): number {
  const apart = Array.from({ length: 20 }, (_, line) => {
    const feet = words.slice(3 * line, 3 * line + 3).flatMap((piece) => piece.map(({ y1 }) => y1))
    return Math.max(...feet) - Math.min(...feet)
  })
  return Math.max(...apart)
}

test.each<[string, (across: number, down: number) => number]>([
  ['fan out as under a camera that leans', (across, down) => 40 * across * (0.6 - down)],
  ['are bowed as beside a spine', (across) => 70 * across ** 2 - 20 * across],
])('lines that %s come to stand level', (_, droop) => {
  const seen = pieces(droop)
  expect(unevenness(seen)).toBeGreaterThan(12)
  const bend = bendOf(rowsOf(seen), WIDE, HIGH)
  expect(unevenness(seen.map((piece) => flattened(piece, bend)))).toBeLessThan(6)
})

test('a page that lies flat, and one of a few words, stay as they are', () => {
  const flat = pieces((across, down) => (across * down > 0.1 ? 1 : 0))
  expect(bendOf(rowsOf(flat), WIDE, HIGH)).toBeUndefined()
  const few = pieces((across) => 40 * across).slice(0, 6)
  expect(bendOf(rowsOf(few), WIDE, HIGH)).toBeUndefined()
})

test('evidence is told where the page shows it', () => {
  const droop = (across: number) => 50 * across
  const seen = pieces(droop)
  const bend = bendOf(rowsOf(seen), WIDE, HIGH)
  if (!bend) throw new Error('no bend')
  const [word] = seen.at(-1) as [SeenWord]
  const [level] = flattened([word], bend) as [SeenWord]
  const page = { number: 1, toShown: IDENTITY, bend: inPoints(bend, 2) }
  const box = [level.x0 / 2, (HIGH - level.y1) / 2, level.x1 / 2, (HIGH - level.y0) / 2] as const
  expect(onShown([page])(1, box)[1]).toBeCloseTo((HIGH - word.y1) / 2, 0)
})

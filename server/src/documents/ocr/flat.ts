import { type Bend, droopAt, termsAt, unbent } from '../model/bend.ts'
import type { Box } from '../model/box.ts'
import type { Page } from '../model/page.ts'
import type { SeenWord } from './tesseract.ts'
import type { TextLine } from './text-lines.ts'

/** Of the height of most letters of its piece: lower are marks, higher two that touch. */
const [LOW, HIGH] = [0.55, 1.5]
/** Fewer letters, or in fewer pieces of lines, say nothing about a page. */
const [LEAST_LETTERS, LEAST_PIECES] = [80, 8]
/** Below this share of a letter's height nothing comes to stand on another line. */
const LEAST = 0.3
/** Beyond it, in letters, no camera leans: the lines are of several sheets. */
const MOST = 4
const [ROUNDS, FAR] = [5, 1.5]

/** A letter's foot, and its height, in pixels from the top. */
interface Foot {
  x: number
  y: number
  high: number
}

/**
 * How a page that was photographed, or is not flat, bends its lines, in pixels; undefined where it lies flat enough, or
 * too little is known. Within each piece of a line letters stand on one base line, so what their feet do is the page's.
 */
export function bendOf(rows: readonly Pick<TextLine, 'parts'>[], width: number, height: number): Bend | undefined {
  const lines = rows.map(feetOf).filter(({ length }) => length > 1)
  const feet = lines.flat()
  if (lines.length < LEAST_PIECES || feet.length < LEAST_LETTERS) return undefined
  const centredRows = lines.flatMap((line) => centred(line.map(({ x, y }) => [...terms(x, y, width, height), y])))
  const bend = { width, height, parts: fitted(centredRows) }
  const high = feet.map((foot) => foot.high).toSorted((a, b) => a - b)[feet.length >> 1] ?? 0
  const most = Math.max(...feet.map(({ x, y }) => Math.abs(droopAt(bend, x, height - y))))
  return most < LEAST * high || most > MOST * high ? undefined : bend
}

/** The words where they would stand on a flat page. */
export function flattened(piece: readonly SeenWord[], bend: Bend | undefined): SeenWord[] {
  if (!bend) return [...piece]
  return piece.map((word) => {
    const droop = droopAt(bend, (word.x0 + word.x1) / 2, bend.height - (word.y0 + word.y1) / 2)
    return { ...word, y0: word.y0 - droop, y1: word.y1 - droop }
  })
}

/**
 * The page with what the file itself puts on it where it would stand on a flat one, as recognised words do: hidden
 * layers and typed words are held against those. A picture of the whole page stays, since its middle does.
 */
export function flatPage(page: Page, bend: Bend): Page {
  const move = <T extends { box: Box }>(part: T): T => ({ ...part, box: unbent(bend, part.box) })
  const { words, fills, pictures, form } = page
  return {
    ...page,
    bend,
    words: words.map(move),
    fills: fills.map(move),
    pictures: pictures.map(move),
    form: form.map(move),
  }
}

/** The same in points. */
export const inPoints = ({ width, height, parts }: Bend, scale: number): Bend => ({
  width: width / scale,
  height: height / scale,
  parts: parts.map((part) => part / scale),
})

function feetOf({ parts }: Pick<TextLine, 'parts'>): Foot[] {
  const feet = parts.map(({ x0, x1, y0, y1 }) => ({ x: (x0 + x1) / 2, y: y1, high: y1 - y0 }))
  const usual = feet.map(({ high }) => high).toSorted((a, b) => a - b)[feet.length >> 1] ?? 0
  return feet.filter(({ high }) => high > LOW * usual && high < HIGH * usual)
}

const terms = (x: number, y: number, width: number, height: number) => termsAt(x / width - 0.5, 0.5 - y / height)

/** Rows less their mean: each piece has a base line of its own. */
function centred(rows: readonly number[][]): number[][] {
  const means = rows[0]?.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length) ?? []
  return rows.map((row) => row.map((value, at) => value - (means[at] ?? 0)))
}

/** Least squares of the last column by the others; rows that lie far off count less and less. */
function fitted(rows: readonly number[][]): number[] {
  const size = (rows[0]?.length ?? 1) - 1
  let parts = new Array<number>(size).fill(0)
  const left = () =>
    rows.map((row) => (row[size] ?? 0) - parts.reduce((sum, part, at) => sum + part * (row[at] ?? 0), 0))
  let weights = rows.map(() => 1)
  for (let round = 0; round < ROUNDS; round++) {
    parts = solved(rows, weights, size)
    const rest = left().map(Math.abs)
    const usual = rest.toSorted((a, b) => a - b)[rest.length >> 1] || 1e-9
    weights = rest.map((one) => 1 / Math.max(1, one / (FAR * usual)) ** 2)
  }
  return parts
}

/** Keeps a term that hardly varies from explaining anything. */
const DAMPING = 1e-4

function solved(rows: readonly number[][], weights: readonly number[], size: number): number[] {
  const sums = Array.from({ length: size }, (_, down) =>
    Array.from({ length: size + 1 }, (_, across) => {
      const sum = rows.reduce((all, row, at) => all + (weights[at] ?? 0) * (row[down] ?? 0) * (row[across] ?? 0), 0)
      return across === down ? sum + DAMPING : sum
    }),
  )
  for (const [at, pivot] of sums.entries())
    for (const [down, row] of sums.entries()) {
      if (down === at) continue
      const share = (row[at] ?? 0) / (pivot[at] ?? 1)
      for (let across = at; across <= size; across++) row[across] = (row[across] ?? 0) - share * (pivot[across] ?? 0)
    }
  return sums.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}

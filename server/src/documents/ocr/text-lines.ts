import type { Component } from './components.ts'
import type { RuledLine } from './ruled-lines.ts'

/** A piece of one line of text: words on one base line without a wide gap or a ruled line between them. */
export interface TextLine {
  x0: number
  y0: number
  x1: number
  y1: number
  parts: Component[]
}

/** Letters are between 2.2 and 60 points high; a wider or higher piece of ink is a picture, a bar or a smear. */
const [LOWEST, HIGHEST] = [2.2 / 72, 60 / 72]

/** A piece that is no higher than this, in points, may be the comma or the dash of the line that it stands by. */
const SMALL = 3.5 / 72

/** A gap wider than this many letter heights parts two pieces of a line. */
const GAP = 2.2

/**
 * Components gathered into pieces of text lines. `lines` are the page's ruled lines: no piece reaches across an
 * upright one. Tesseract's own search for lines mixes boxes that stand side by side and drops single digits.
 */
export function textLines(components: readonly Component[], lines: readonly RuledLine[], dpi: number): TextLine[] {
  const letters = components.filter((part) => isLetter(part, dpi))
  const specks = components.filter((part) => !isLetter(part, dpi) && isMark(part, dpi))
  const walls = lines.filter(({ direction }) => direction === 'up')
  const pieces = link(letters, walls).map(lineOf)
  const usual = letters.length === 0 ? 0 : letterHeight(letters)
  const rows = pieces
    .filter((piece) => !isRule(piece, usual))
    .flatMap((piece) => (isTooHigh(piece) ? relink(piece, walls) : [piece]))
  const isSmall = ({ parts }: TextLine) => parts.length <= 2 && parts.every(({ y0, y1 }) => y1 - y0 < SMALL * dpi)
  const isLow = (row: TextLine) => isSmall(row) || (row.parts.length <= 2 && rows.some((other) => isMarkOf(row, other)))
  const low = new Set(rows.filter(isLow))
  const large = rows.filter((row) => !low.has(row))
  const lonely = addMarks(
    large,
    [...low].flatMap(({ parts }) => parts),
  )
  addMarks(large, specks)
  return [...large, ...lonely.map((part) => lineOf([part]))]
}

/** The dot of a large letter, or a bit that broke off: lower than this share of the letters that it stands among. */
const LOW = 0.45

function isMarkOf(row: TextLine, line: TextLine): boolean {
  const [middle, above] = [(row.x0 + row.x1) / 2, line.y0 - 0.3 * (line.y1 - line.y0)]
  const beside = middle < line.x0 || middle > line.x1 || row.y1 < above || row.y0 > line.y1
  if (beside || line.parts.length <= 2) return false
  const high = letterHeight(line.parts)
  return row.parts.every(({ y0, y1 }) => y1 - y0 < LOW * high)
}

/** So many times as high as the page's letters, and as wide as this share of that, a stroke is a bit of a rule. */
const [TALL, THIN] = [1.8, 0.2]

/** What is left of an upright rule, in bits or whole, or of a sheet's edge: recognition makes an `I` or a `1` of it. */
const isRule = ({ x0, x1, y0, y1 }: TextLine, usual: number): boolean =>
  y1 - y0 > TALL * usual && x1 - x0 < THIN * (y1 - y0)

function isLetter({ x0, x1, y0, y1, ink }: Component, dpi: number): boolean {
  const [wide, high] = [x1 - x0, y1 - y0]
  return high >= LOWEST * dpi && high <= HIGHEST * dpi && wide <= 4 * HIGHEST * dpi && ink > 0.06 * wide * high
}

function isMark({ x0, x1, y0, y1 }: Component, dpi: number): boolean {
  const [wide, high] = [x1 - x0, y1 - y0]
  return high < LOWEST * dpi && wide < 0.25 * dpi && wide * high >= (dpi / 100) ** 2
}

// A letter joins the nearest one to its right that shares most of its height, and the signs on the way there.
function link(letters: readonly Component[], walls: readonly RuledLine[]): Component[][] {
  const sorted = letters.toSorted((a, b) => a.x0 - b.x0)
  const bands = new Bands(sorted)
  const parent = sorted.map((_, at) => at)
  const root = (at: number): number => {
    while (parent[at] !== at) at = parent[at] = parent[parent[at] as number] as number
    return at
  }
  for (const [at, part] of sorted.entries()) {
    for (const next of bands.following(at, (other) => joins(part, other, walls))) parent[root(at)] = root(next)
  }
  const groups = new Map<number, Component[]>()
  for (const [at, part] of sorted.entries()) {
    const group = groups.get(root(at))
    if (group) group.push(part)
    else groups.set(root(at), [part])
  }
  return [...groups.values()]
}

function joins(left: Component, right: Component, walls: readonly RuledLine[]): boolean {
  const [high, low] = [
    Math.max(left.y1 - left.y0, right.y1 - right.y0),
    Math.min(left.y1 - left.y0, right.y1 - right.y0),
  ]
  const common = Math.min(left.y1, right.y1) - Math.max(left.y0, right.y0)
  if (common < 0.5 * low || high > 3 * low || right.x0 - left.x1 > GAP * high) return false
  const middle = (Math.max(left.y0, right.y0) + Math.min(left.y1, right.y1)) / 2
  return !walls.some(
    ({ x0, x1, y0, y1 }) =>
      y0 < middle &&
      y1 > middle &&
      (x0 + x1) / 2 > (left.x0 + left.x1) / 2 &&
      (x0 + x1) / 2 < (right.x0 + right.x1) / 2,
  )
}

/** Components by horizontal bands, so that a neighbour is looked for in its own rows only. */
class Bands {
  static readonly #HEIGHT = 32
  readonly #parts: readonly Component[]
  readonly #bands = new Map<number, number[]>()

  /** `parts` sorted by x0. */
  constructor(parts: readonly Component[]) {
    this.#parts = parts
    for (const [at, { y0, y1 }] of parts.entries()) {
      for (let band = Math.floor(y0 / Bands.#HEIGHT); band <= Math.floor((y1 - 1) / Bands.#HEIGHT); band++) {
        const list = this.#bands.get(band)
        if (list) list.push(at)
        else this.#bands.set(band, [at])
      }
    }
  }

  /** Those to the right of `at` that suit, within reach, up to the first that is about as high. */
  following(at: number, suits: (part: Component) => boolean): number[] {
    const part = this.#parts[at] as Component
    const high = part.y1 - part.y0
    const found: number[] = []
    let peer = Infinity
    for (let band = Math.floor(part.y0 / Bands.#HEIGHT); band <= Math.floor((part.y1 - 1) / Bands.#HEIGHT); band++) {
      const list = this.#bands.get(band) ?? []
      for (let k = firstAfter(list, at); k < list.length; k++) {
        const next = list[k] as number
        const other = this.#parts[next] as Component
        if (next >= peer || other.x0 > part.x1 + 3 * GAP * high) break
        if (!suits(other)) continue
        found.push(next)
        if (other.y1 - other.y0 >= 0.6 * high) peer = next
      }
    }
    return found.filter((next) => next <= peer)
  }
}

function firstAfter(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** A piece of its parts, as large as they are. */
export function lineOf(parts: Component[]): TextLine {
  return {
    x0: Math.min(...parts.map(({ x0 }) => x0)),
    y0: Math.min(...parts.map(({ y0 }) => y0)),
    x1: Math.max(...parts.map(({ x1 }) => x1)),
    y1: Math.max(...parts.map(({ y1 }) => y1)),
    parts,
  }
}

function letterHeight(parts: readonly Component[]): number {
  const heights = parts.map(({ y0, y1 }) => y1 - y0).sort((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] as number
}

function isTooHigh({ parts, y0, y1 }: TextLine): boolean {
  return parts.length > 2 && y1 - y0 > 2.3 * letterHeight(parts)
}

// A letter that touches the line below ties both lines together: without such letters they come apart, and each of
// these goes to the line that it shares most with.
function relink({ parts }: TextLine, walls: readonly RuledLine[]): TextLine[] {
  const limit = 1.6 * letterHeight(parts)
  const [plain, tall] = [
    parts.filter((part) => part.y1 - part.y0 <= limit),
    parts.filter((part) => part.y1 - part.y0 > limit),
  ]
  const rows = link(plain, walls).map(lineOf)
  return [
    ...rows,
    ...tall
      .filter(
        (part) => !rows.some((row) => row.y0 < part.y1 && row.y1 > part.y0 && row.x0 <= part.x0 && row.x1 >= part.x1),
      )
      .map((part) => lineOf([part])),
  ]
}

// Dots, commas, dashes and accents go to the line that they stand in or nearest to; those that find none come back.
// What lies flat below a line is the rest of a rule.
function addMarks(rows: readonly TextLine[], marks: readonly Component[]): Component[] {
  const lonely: Component[] = []
  const places = rows.map(({ x0, x1, y0, y1 }) => ({ x0, x1, y0, y1, high: y1 - y0 }))
  for (const mark of marks) {
    let [nearest, least] = [-1, 0.3]
    for (const [at, { x0, x1, y0, y1, high }] of places.entries()) {
      if (mark.x1 < x0 - 0.8 * high || mark.x0 > x1 + 0.8 * high) continue
      const apart = Math.max(y0 - mark.y1, mark.y0 - y1, 0) / high
      if (apart < least) [nearest, least] = [at, apart]
    }
    const row = rows[nearest]
    if (!row) lonely.push(mark)
    else if (mark.y0 < row.y1 - 1 || mark.x1 - mark.x0 < 2 * (mark.y1 - mark.y0)) widen(row, mark)
  }
  return lonely
}

function widen(row: TextLine, { x0, y0, x1, y1 }: Component): void {
  row.x0 = Math.min(row.x0, x0)
  row.x1 = Math.max(row.x1, x1)
  row.y0 = Math.min(row.y0, y0)
  row.y1 = Math.max(row.y1, y1)
  row.parts.push({ x0, y0, x1, y1, ink: 0 })
}

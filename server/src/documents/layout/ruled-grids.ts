import { around, type Box, height, middle } from '../model/box.ts'
import type { Grid } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import { toCell } from './cells.ts'
import type { Enclosure } from './compartments.ts'
import { splitRows } from './row-lines.ts'

/** Edges nearer than this, in points, are one edge of the table. */
const SAME_EDGE = 4
/** A form's boxes cross so few of each other's rows and columns that most places of its grid would be empty. */
const MOST_PLACES = 3

/** Tables drawn with rules: boxes that touch each other in rows and columns. */
export function findRuledGrids(page: number, enclosures: readonly Enclosure[], words: readonly Word[]): Grid[] {
  return groupTouching(enclosures).flatMap((group) => gridOf(page, group, words) ?? [])
}

function groupTouching(enclosures: readonly Enclosure[]): Enclosure[][] {
  const parent = enclosures.map((_, k) => k)
  const root = (k: number): number => {
    while (parent[k] !== k) {
      parent[k] = parent[parent[k] as number] as number
      k = parent[k] as number
    }
    return k
  }
  const corners = new Map<string, number>()
  for (const [k, { top, bottom, left, right }] of enclosures.entries()) {
    for (const corner of [`${top} ${left}`, `${top} ${right}`, `${bottom} ${left}`, `${bottom} ${right}`]) {
      const other = corners.get(corner)
      if (other === undefined) corners.set(corner, k)
      else parent[root(k)] = root(other)
    }
  }
  const groups = new Map<number, Enclosure[]>()
  for (const [k, enclosure] of enclosures.entries()) {
    const group = groups.get(root(k))
    if (group) group.push(enclosure)
    else groups.set(root(k), [enclosure])
  }
  return [...groups.values()]
}

function gridOf(page: number, group: readonly Enclosure[], words: readonly Word[]): Grid | undefined {
  const xs = edges(group.flatMap(({ box }) => [box[0], box[2]]))
  const ys = edges(group.flatMap(({ box }) => [box[1], box[3]])).reverse()
  const [across, down] = [xs.length - 1, ys.length - 1]
  if (across < 2 || down < 1 || group.length < 3 || across * down > MOST_PLACES * group.length) return undefined
  const box = around(group.map((enclosure) => enclosure.box))
  const inside = words.filter((word) => word.turn === undefined && holdsMiddle(box, word))
  const columns = xs.slice(1).map((x, k) => [xs[k] as number, x] as const)
  const cells = placeWords(group, inside, xs, ys)
  const rows = cells.flatMap((row, k) => {
    const [top, bottom] = [ys[k] as number, ys[k + 1] as number]
    const bands = splitRows(row, top, bottom)
    return bands.map((band) =>
      columns.map(([x0, x1], c) => toCell(band.cells[c] ?? [], [x0, band.bottom, x1, band.top])),
    )
  })
  if (rows.length < 2) return undefined
  return { page, box, ruled: true, columns, rows }
}

/** Words by row and column; a box over several places has its words in the first. */
function placeWords(group: readonly Enclosure[], words: readonly Word[], xs: number[], ys: number[]): Word[][][] {
  const cells: Word[][][] = ys.slice(1).map(() => xs.slice(1).map(() => []))
  const sorted = group.toSorted((a, b) => height(a.box) * (a.box[2] - a.box[0]) - height(b.box) * (b.box[2] - b.box[0]))
  for (const word of words) {
    const home = sorted.find(({ box }) => holdsMiddle(box, word))?.box
    const [x, y] = home ? [home[0] + SAME_EDGE, home[3] - SAME_EDGE] : middle(word.box)
    const column = xs.findLastIndex((edge) => edge <= x)
    const row = ys.findLastIndex((edge) => edge >= y)
    cells[row]?.[column]?.push(word)
  }
  return cells
}

function edges(values: number[]): number[] {
  const found: number[] = []
  for (const value of values.sort((a, b) => a - b)) {
    if (found.length === 0 || value - (found.at(-1) as number) > SAME_EDGE) found.push(value)
  }
  return found
}

function holdsMiddle(box: Box, word: Word): boolean {
  const [x, y] = middle(word.box)
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]
}

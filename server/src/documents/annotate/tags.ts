import { type Box, height, middle, shared } from '../model/box.ts'

/** A label of this size that belongs to `box`. */
export interface TagSpace {
  box: Box
  width: number
  height: number
}

export interface Surroundings {
  width: number
  height: number
  /** Text that a label should not hide. */
  text: readonly Box[]
}

export type Point = readonly [x: number, y: number]
export type Leader = readonly [from: Point, to: Point]

/** Where a label stands; one that does not stand at its box is tied to it by a line. */
export interface TagPlace {
  box: Box
  leader?: Leader
}

/**
 * A place for each label, in the order given, inside the page. At its box where it hides no text and cannot be taken
 * for another value's; in a dense grid outside of it, level with its box, tied to it by a line. Where nothing is free
 * it hides the least of text, of other values and of labels that have their place. Pure.
 */
export function placeTags(tags: TagSpace[], page: Surroundings): TagPlace[] {
  const placed: Box[] = []
  return tags.map((tag) => {
    const others = tags.flatMap(({ box }) => (isSame(box, tag.box) ? [] : [box]))
    const obstacles = { placed, others, text: page.text }
    const cost = costOf(tag, obstacles)
    const near = least(candidates(tag, page), cost)
    const free = TOLERATED * tag.width * tag.height
    const tied = (option: Box) => cost(option) + crossing(lineBetween(option, tag.box), obstacles)
    const far = near.cost > free ? least(distant(tag, page), tied) : near
    const box = far.cost < near.cost / 2 ? far.box : near.box
    placed.push(box)
    return box === near.box ? { box } : { box, leader: lineBetween(box, tag.box) }
  })
}

/** A label may hide this share of its own area, in weighted points, before it moves away from its box. */
const TOLERATED = 0.25
// Two labels on each other cannot be read at all; text under a label can be read in the original.
const LABEL_WEIGHT = 4
// What was found is what the report is read for.
const VALUE_WEIGHT = 4
/** A label this near to another value, in its own heights, would be read as that value's. */
const TAKEN_FOR = 0.8

interface Obstacles {
  placed: readonly Box[]
  others: readonly Box[]
  text: readonly Box[]
}

function costOf(tag: TagSpace, { placed, others, text }: Obstacles): (option: Box) => number {
  const claimed = others.map(([x0, y0, x1, y1]): Box => {
    const reach = TAKEN_FOR * tag.height
    return [x0 - 1, y0 - reach, x1 + 1, y1 + reach]
  })
  const values = [...claimed, tag.box]
  return (option) => sum(placed, option) * LABEL_WEIGHT + sum(values, option) * VALUE_WEIGHT + sum(text, option)
}

/** Points along a line at which it is looked at. */
const STEPS = 24

/** What a line strikes through: its length over text, values and labels, in points. */
function crossing([from, to]: Leader, { placed, others, text }: Obstacles): number {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1])
  const struck = Array.from({ length: STEPS }, (_, n) => (n + 0.5) / STEPS).filter((share) => {
    const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
    return [placed, others, text].some((boxes) => boxes.some((box) => isIn(x, y, box)))
  })
  return (struck.length / STEPS) * long
}

const isIn = (x: number, y: number, [x0, y0, x1, y1]: Box) => x > x0 && x < x1 && y > y0 && y < y1

function sum(boxes: readonly Box[], option: Box): number {
  return boxes.reduce((total, box) => total + shared(box, option), 0)
}

function least(options: readonly Box[], cost: (option: Box) => number): { box: Box; cost: number } {
  let best = { box: options[0] as Box, cost: Infinity }
  for (const box of options) {
    const found = cost(box)
    if (found < best.cost) best = { box, cost: found }
    if (found === 0) break
  }
  return best
}

/** At the box, the most usual place first: above, below, right, left, flush right, a line further. */
function candidates({ box, width, height: tall }: TagSpace, page: Surroundings): Box[] {
  const [x0, y0, x1, y1] = box
  const at = (x: number, y: number) => inside([x, y, x + width, y + tall], page)
  const level = y0 + (height(box) - tall) / 2
  const gap = 1.5
  return [
    at(x0, y1 + 1),
    at(x0, y0 - tall - 1),
    at(x1 + gap, level),
    at(x0 - width - gap, level),
    at(x1 - width, y1 + 1),
    at(x1 - width, y0 - tall - 1),
  ]
}

/** Rows that a label may stand above or below its box's own when it moves to the margin. */
const ROWS = 30

/** In the margins, the nearer one first, level with the box and then ever further from it. */
function distant({ box, width, height: tall }: TagSpace, page: Surroundings): Box[] {
  const [x, y] = middle(box)
  const sides = [EDGE, page.width - width - EDGE].toSorted((a, b) => Math.abs(a - x) - Math.abs(b - x))
  return Array.from({ length: 2 * ROWS + 1 }, (_, n) => Math.ceil(n / 2) * (n % 2 === 0 ? 1 : -1)).flatMap((row) =>
    sides.map((left) => {
      const low = y - tall / 2 + row * (tall + 1)
      return inside([left, low, left + width, low + tall], page)
    }),
  )
}

/** Of the page, in points. */
const EDGE = 3

/** From the side of the label that faces the value to the side of the value that faces the label. */
function lineBetween(label: Box, value: Box): Leader {
  const [level, x] = [middle(value)[1], Math.max(value[0], Math.min(middle(label)[0], value[2]))]
  if (label[0] > value[2])
    return [
      [label[0], middle(label)[1]],
      [value[2] + 1, level],
    ]
  if (label[2] < value[0])
    return [
      [label[2], middle(label)[1]],
      [value[0] - 1, level],
    ]
  const above = label[1] > value[1]
  return [
    [middle(label)[0], above ? label[1] : label[3]],
    [x, above ? value[3] + 1 : value[1] - 1],
  ]
}

const isSame = (a: Box, b: Box) => a.every((side, index) => side === b[index])

function inside([x0, y0, x1, y1]: Box, page: Surroundings): Box {
  const right = Math.max(0, Math.min(x0, page.width - (x1 - x0))) - x0
  const up = Math.max(0, Math.min(y0, page.height - (y1 - y0))) - y0
  return [x0 + right, y0 + up, x1 + right, y1 + up]
}

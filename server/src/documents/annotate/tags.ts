import { type Box, height, shared } from '../model/box.ts'

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

/**
 * A place for each label, in the order given: at its box, inside the page, where it hides the least of the text and
 * of the labels that already have their place, and least of all another value. Among equals: above, below, right,
 * left. Pure.
 */
export function placeTags(tags: TagSpace[], page: Surroundings): Box[] {
  const placed: Box[] = []
  const boxes = tags.map(({ box }) => box)
  const cost = (option: Box) =>
    sum(placed, option) * LABEL_WEIGHT + sum(boxes, option) * VALUE_WEIGHT + sum(page.text, option)
  for (const tag of tags) {
    const options = candidates(tag).map((box) => inside(box, page))
    const costs = options.map(cost)
    placed.push(options[costs.indexOf(Math.min(...costs))] as Box)
  }
  return placed
}

// Two labels on each other cannot be read at all; text under a label can be read in the original.
const LABEL_WEIGHT = 4
// What was found is what the report is read for.
const VALUE_WEIGHT = 4

function sum(boxes: readonly Box[], option: Box): number {
  return boxes.reduce((total, box) => total + shared(box, option), 0)
}

function candidates({ box, width, height: tall }: TagSpace): Box[] {
  const [x0, y0, x1, y1] = box
  const at = (x: number, y: number): Box => [x, y, x + width, y + tall]
  const level = y0 + (height(box) - tall) / 2
  const gap = 1.5
  return [
    at(x0, y1 + 1),
    at(x0, y0 - tall - 1),
    at(x1 + gap, level),
    at(x0 - width - gap, level),
    at(x1 - width, y1 + 1),
    at(x1 - width, y0 - tall - 1),
    at(x0, y1 + 2 + tall),
    at(x0, y0 - 2 * tall - 2),
  ]
}

function inside([x0, y0, x1, y1]: Box, page: Surroundings): Box {
  const right = Math.max(0, Math.min(x0, page.width - (x1 - x0))) - x0
  const up = Math.max(0, Math.min(y0, page.height - (y1 - y0))) - y0
  return [x0 + right, y0 + up, x1 + right, y1 + up]
}

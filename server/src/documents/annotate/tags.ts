import { type Box, height, shared } from '../model/box.ts'

/** Where a label of this size goes that belongs to `box`, on a page of this size. */
export interface TagSpace {
  box: Box
  width: number
  height: number
}

/**
 * A place for each label, in the order given: above its box, else below, right or left of it, else above all the
 * same; inside the page, and where possible on no label that already has its place. Pure.
 */
export function placeTags(tags: TagSpace[], page: { width: number; height: number }): Box[] {
  const placed: Box[] = []
  for (const tag of tags) {
    const options = candidates(tag).map((box) => inside(box, page))
    const free = options.find((option) => placed.every((other) => shared(option, other) < 0.5))
    placed.push(free ?? (options[0] as Box))
  }
  return placed
}

function candidates({ box, width, height: tall }: TagSpace): Box[] {
  const [x0, y0, x1, y1] = box
  const at = (x: number, y: number): Box => [x, y, x + width, y + tall]
  const level = y0 + (height(box) - tall) / 2
  return [at(x0, y1), at(x0, y0 - tall), at(x1, level), at(x0 - width, level), at(x1 - width, y1), at(x0, y1 + tall)]
}

function inside([x0, y0, x1, y1]: Box, page: { width: number; height: number }): Box {
  const right = Math.max(0, Math.min(x0, page.width - (x1 - x0))) - x0
  const up = Math.max(0, Math.min(y0, page.height - (y1 - y0))) - y0
  return [x0 + right, y0 + up, x1 + right, y1 + up]
}

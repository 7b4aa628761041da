import type { Box } from '../model/box.ts'
import { middle } from '../model/box.ts'
import { apply, IDENTITY, inverse, mapBox, times } from '../model/matrix.ts'
import type { Matrix, Page } from '../model/page.ts'
import type { Straight } from './straighten.ts'

/**
 * From an upright page (`width` x `height` points) back to the page as it is shown: turned about the middle, against
 * the clock by what it was turned, and by its skew with the clock.
 */
export function fromUpright(shown: Page, { turned, skewDegrees }: Omit<Straight, 'bitmap'>): Matrix {
  const angle = ((turned - skewDegrees) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [width, height] = turned % 180 === 0 ? [shown.width, shown.height] : [shown.height, shown.width]
  const turnedAbout: Matrix = [cos, sin, -sin, cos, shown.width / 2, shown.height / 2]
  return times(turnedAbout, [1, 0, 0, 1, -width / 2, -height / 2])
}

/**
 * The page with everything on it in the upright page's coordinates; `toFile` leads back through the turn, so that a
 * box drawn into the file lies on the picture as the sheet lay on the glass.
 */
export function setUpright(page: Page, straight: Omit<Straight, 'bitmap'>): Page {
  const { turned, skewDegrees } = straight
  if (turned === 0 && skewDegrees === 0) return page
  const back = fromUpright(page, straight)
  const forth = inverse(back) ?? back
  const [width, height] = turned % 180 === 0 ? [page.width, page.height] : [page.height, page.width]
  const toFile = times(page.toFile, back)
  return { ...moveAll(page, forth, turned), width, height, toFile, toShown: times(page.toShown, back) }
}

function moveAll(page: Page, forth: Matrix, turned: number): Page {
  const move = <T extends { box: Box }>(part: T): T => ({ ...part, box: moved(forth, part.box, turned) })
  return {
    ...page,
    words: page.words.map(move),
    ruledLines: page.ruledLines.map((rule) => {
      const direction = turned % 180 === 0 ? rule.direction : rule.direction === 'up' ? 'across' : 'up'
      return { ...move(rule), direction }
    }),
    fills: page.fills.map(move),
    pictures: page.pictures.map((picture) => ({ ...picture, box: mapBox(forth, picture.box) })),
    ...(page.veils && { veils: page.veils.map(move) }),
    form: page.form.map(move),
  }
}

/** A page that the text stage turned, in shown coordinates again: those in which it is painted. */
export function takeBack(page: Page): Page {
  const [a, b, c, d] = page.toShown
  if (a === 1 && d === 1) return page
  const turned = Math.round((Math.atan2(b, a) * 180) / Math.PI)
  const size = c === 0 || d !== 0 ? page : { width: page.height, height: page.width }
  const { width, height } = size
  const shown = { ...moveAll(page, page.toShown, turned), width, height }
  const forth = inverse(page.toShown) ?? IDENTITY
  return { ...shown, toFile: times(page.toFile, forth), toShown: IDENTITY }
}

// A box keeps its sides: the box around a tilted line would be as high as the line rises.
function moved(matrix: Matrix, box: Box, turned: number): Box {
  const [x, y] = apply(matrix, ...middle(box))
  const [wide, high] = turned % 180 === 0 ? [box[2] - box[0], box[3] - box[1]] : [box[3] - box[1], box[2] - box[0]]
  return [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]
}

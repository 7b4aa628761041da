import {
  type Color,
  concatTransformationMatrix,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { height, width } from '../model/box.ts'
import type { Lettering } from './fonts.ts'
import type { Mark } from './marks.ts'
import { WHITE } from './palette.ts'
import type { PageFrame } from './report-facts.ts'
import { type Leader, type Point, placeTags } from './tags.ts'

const LABEL_SIZE = 5.5
const PADDING = 1.2
// A box that touches the letters makes them hard to read.
const MARGIN = 1

const BORDER = {
  field: { borderWidth: 0.9 },
  row: { borderWidth: 0.4, borderOpacity: 0.6 },
  flag: { borderWidth: 1.4, borderDashArray: [3, 2] },
  unread: { borderWidth: 0.6, borderDashArray: [1, 1.5] },
}

/** Draws the marks of one page over what is there, in upright coordinates whatever the page's rotation, crop or tilt. */
export function drawMarks(page: PDFPage, frame: PageFrame, marks: Mark[], lettering: Lettering): void {
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...frame.toFile))
  for (const mark of marks) outline(page, mark)
  const labelled = marks.filter(({ label }) => label !== '')
  const tags = labelled.map(({ box, label }) => ({
    box,
    width: lettering.bold.widthOfTextAtSize(lettering.writable(label), LABEL_SIZE) + 2 * PADDING,
    height: LABEL_SIZE + 2 * PADDING,
  }))
  const places = placeTags(tags, frame)
  for (const [index, { leader }] of places.entries()) if (leader) tie(page, leader, (labelled[index] as Mark).color)
  for (const [
    index,
    {
      box: [x0, y0, x1, y1],
    },
  ] of places.entries()) {
    const mark = labelled[index] as Mark
    page.drawRectangle({ x: x0, y: y0, width: x1 - x0, height: y1 - y0, color: mark.color, opacity: 0.9 })
    const text = lettering.writable(mark.label)
    page.drawText(text, { x: x0 + PADDING, y: y0 + PADDING + 1, size: LABEL_SIZE, font: lettering.bold, color: WHITE })
  }
  page.pushOperators(popGraphicsState())
}

/** From a label in the margin to its box. */
function tie(page: PDFPage, [from, to]: Leader, color: Color): void {
  const point = ([x, y]: Point) => ({ x, y })
  page.drawLine({ start: point(from), end: point(to), thickness: 0.5, color, opacity: 0.8 })
}

function outline(page: PDFPage, { box, color, kind }: Mark): void {
  const row = kind === 'row'
  page.drawRectangle({
    x: box[0] - MARGIN,
    y: box[1] - MARGIN,
    width: width(box) + 2 * MARGIN,
    height: height(box) + 2 * MARGIN,
    borderColor: color,
    ...BORDER[kind],
    ...(row ? {} : { color, opacity: 0.08 }),
  })
}

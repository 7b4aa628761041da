import { around, type Box, height, middle, width } from './box.ts'

/** What a figure has of characters, with cents: three digits. */
const FEWEST = 3

/** Shapes on one line, right beside each other, as the characters of one word stand. */
export function shapeRows(shapes: readonly Box[]): Box[] {
  const rows: { box: Box; size: number; count: number }[] = []
  for (const shape of shapes.toSorted((a, b) => a[0] - b[0])) {
    const size = height(shape)
    const row = rows.find(
      ({ box, size: its }) => Math.abs(middle(box)[1] - middle(shape)[1]) < 0.3 * its && shape[0] - box[2] < its,
    )
    if (!row) rows.push({ box: shape, size, count: 1 })
    else {
      if (shape[2] > row.box[2] + 0.2 * row.size) row.count++
      row.size = Math.max(row.size, size)
      row.box = around([row.box, shape])
    }
  }
  return rows.filter(({ box, size, count }) => count >= FEWEST && width(box) > 1.2 * size).map(({ box }) => box)
}

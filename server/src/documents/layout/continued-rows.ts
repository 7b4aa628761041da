import { around, type Box } from '../model/box.ts'
import type { Word } from '../model/page.ts'

/** One printed line of a table, its words by column. */
export interface TableLine {
  box: Box
  size: number
  cells: Word[][]
  /** By column: whether what stands there is a figure. */
  figures: boolean[]
}

/** Lines of one cell follow each other this near, in sizes between the boxes. */
const TIGHT = 0.8
/** A line belongs to the row below it where that is nearer by this factor. */
const NEARER = 0.75

/**
 * Joins lines that go on with a cell of the row above (the rest of a description, a second line of headings): they have
 * no figures, fill few columns and stand close. One that is nearer to the row below opens that one.
 */
export function joinContinued(lines: readonly TableLine[]): TableLine[] {
  const rows: TableLine[] = []
  let opening: TableLine | undefined
  for (const [k, line] of lines.entries()) {
    const above = rows.at(-1)
    const below = lines[k + 1]
    if (opening) {
      rows.push(joined(opening, line))
      opening = undefined
    } else if (above && goesOn(above, line)) {
      if (below && opensBelow(above, line, below)) opening = line
      else rows[rows.length - 1] = joined(above, line)
    } else rows.push(line)
  }
  if (opening) rows.push(opening)
  return rows
}

function goesOn(above: TableLine, line: TableLine): boolean {
  if (line.figures.some(Boolean) || gap(above, line) > TIGHT * line.size) return false
  const filled = line.cells.filter((cell) => cell.length > 0).length
  const heading = !above.figures.some(Boolean)
  const usual = above.cells.filter((cell) => cell.length > 0).length
  const fits = line.cells.every((cell, c) => cell.length === 0 || (above.cells[c]?.length ?? 0) > 0 || heading)
  return fits && filled < Math.max(2, line.cells.length * (heading ? 1 : 0.6)) && (heading ? usual > 1 : true)
}

function opensBelow(above: TableLine, line: TableLine, below: TableLine): boolean {
  return below.figures.some(Boolean) && gap(line, below) < NEARER * gap(above, line)
}

/** Between base lines, less the size: boxes reach as far below the base line in every line. */
function gap(above: TableLine, below: TableLine): number {
  return above.box[1] - below.box[3]
}

function joined(above: TableLine, line: TableLine): TableLine {
  return {
    box: around([above.box, line.box]),
    size: Math.max(above.size, line.size),
    cells: above.cells.map((cell, c) => [...cell, ...(line.cells[c] ?? [])]),
    figures: above.figures.map((figure, c) => figure || (line.figures[c] ?? false)),
  }
}

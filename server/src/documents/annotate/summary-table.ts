import { FAINT_INK } from './palette.ts'
import type { SummaryTable } from './report-facts.ts'
import { counted, type Sheet } from './sheet.ts'
import { fieldTitle, valueText } from './wording.ts'

/** A report is read by people; a longer table is read in the answer. */
const MOST_ROWS = 200
const SIZE = 7.5
const GAP = 6
/** Longer cells go on below; amounts and dates never are. */
const WIDEST_CELL = 46
const POINTS_A_CHARACTER = 0.62 * SIZE

/** Writes a table: what it is, its columns, its rows, and how many more there are. */
export function writeTable(sheet: Sheet, { name, page, columns, rows }: SummaryTable): void {
  sheet.need(40)
  const of = `${fieldTitle(name)}: ${counted(rows.length, 'row')} from page ${page}`
  sheet.y -= sheet.write(of, 0, sheet.width, { bold: true }) + 3
  if (columns.length === 0) return
  const shown = rows.slice(0, MOST_ROWS).map((row) => columns.map((column) => textOf(row[column])))
  const heads = columns.map((column) => fieldTitle(column))
  const places = placesOf([heads, ...shown], sheet.width)
  writeRow(sheet, heads, places, { size: SIZE, color: FAINT_INK })
  for (const cells of shown) writeRow(sheet, cells, places, { size: SIZE })
  const more = rows.length - shown.length
  if (more > 0) sheet.y -= sheet.write(`and ${counted(more, 'more row')}`, 0, sheet.width, { color: FAINT_INK }) + 3
  sheet.y -= 6
}

interface Place {
  x: number
  width: number
}

/** Columns as wide as their longest cell wants, all narrowed alike where that is more than the sheet has. */
function placesOf(rows: readonly string[][], room: number): Place[] {
  const wanted = (rows[0] ?? []).map(
    (_, column) => Math.min(WIDEST_CELL, Math.max(...rows.map((row) => row[column]?.length ?? 0))) * POINTS_A_CHARACTER,
  )
  const gaps = GAP * (wanted.length - 1)
  const scale = Math.min(1, (room - gaps) / wanted.reduce((sum, width) => sum + width, 0))
  let x = 0
  return wanted.map((width) => {
    const place = { x, width: Math.max(1, width * scale) }
    x += place.width + GAP
    return place
  })
}

function writeRow(
  sheet: Sheet,
  cells: readonly string[],
  places: readonly Place[],
  style: Parameters<Sheet['write']>[3],
) {
  const tall = Math.max(
    ...cells.map((cell, column) => sheet.lines(cell, places[column]?.width ?? 1, style).length * SIZE * 1.3),
  )
  sheet.need(tall + 3)
  sheet.rule()
  sheet.y -= 2
  for (const [column, { x, width }] of places.entries()) sheet.write(cells[column] ?? '', x, width, style)
  sheet.y -= tall + 1
}

const textOf = (value: string | number | undefined) => (value === undefined ? '' : valueText(value))

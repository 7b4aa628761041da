import type { Canvas } from './canvas.ts'
import type { Spacing } from './spacing.ts'
import type { Table } from './table.ts'
import type { Ink } from './template.ts'

interface Drawing {
  table: Table
  canvas: Canvas
  size: number
  line: number
  gap: number
  headLine: number
  headGap: number
  headAtFoot: boolean
  from: number
  to: number
}

/** Draws a table from `y` down, over as many pages as it needs; answers the base line after its last row. */
export function drawTable(table: Table, top: number, canvas: Canvas, spacing: Spacing): number {
  const drawing = drawingOf(table, canvas, spacing)
  const { line, gap } = drawing
  const { bottom = canvas.look.size[1] - spacing.bottom, again = spacing.again } = table.numbers
  let y = drawHead(drawing, top)
  const first = y
  for (const [row, { ink, cells }] of table.rows.entries()) {
    const lines = Math.max(1, ...cells.map((cell) => cell.length))
    if (table.kind === 'table' && y + (lines - spacing.hanging) * line > bottom) {
      table.leave?.({ row, y })
      canvas.turn()
      y = drawHead(drawing, numberOr(again, table.enter?.({ row, y })))
      y = numberOr(y, table.carried?.({ row, y }))
    }
    drawCells(drawing, y, cells, line, { under: table.ink, over: ink })
    y += lines * line + gap
    ruleRow(drawing, y)
  }
  if (table.rules === 'grid') drawGrid(drawing, first, y)
  return y
}

const numberOr = (number: number, other: unknown): number => (typeof other === 'number' ? other : number)

function drawingOf(table: Table, canvas: Canvas, spacing: Spacing): Drawing {
  const { numbers, kind } = table
  const size = table.ink.size ?? canvas.look.text
  const line = numbers.line ?? numbers.step ?? (kind === 'list' ? spacing.list(size) : spacing.line(size))
  const gap = numbers.gap ?? (kind === 'list' ? 0 : spacing.gap)
  return {
    table,
    canvas,
    size,
    line,
    gap,
    headLine: spacing.headLine(line, size),
    headGap: spacing.headGap(gap),
    headAtFoot: spacing.headAtFoot,
    from: numbers.from ?? 36,
    to: numbers.to ?? canvas.look.size[0] - 36,
  }
}

/** A column without a heading has no line of it. */
const spoken = (head: string[]): string[] => (head.join('') === '' ? [] : head)

function drawHead(drawing: Drawing, y: number): number {
  const { table, canvas, size, headLine, headGap, headAtFoot, from, to } = drawing
  if (table.bare) return y
  const heads = table.columns.map(({ lines }) => lines.map(({ text }) => text)).map(spoken)
  const tall = Math.max(0, ...heads.map((head) => head.length))
  const { band } = table.numbers
  if (band !== undefined) canvas.box(from, y - size - 3, to - from, tall * headLine + 6, band)
  const placed = heads.map((head) => (headAtFoot ? [...Array(tall - head.length).fill(''), ...head] : head))
  drawCells(drawing, y, placed, headLine, { under: {}, over: table.headInk })
  const end = y + tall * headLine + headGap
  if (['head', 'rows', 'grid'].includes(table.rules)) canvas.line([from, end - size - 4], [to, end - size - 4])
  return end
}

/** Cells in the ink of their column, between that of the table and that of the row. */
function drawCells(
  { table, canvas }: Drawing,
  y: number,
  cells: readonly string[][],
  line: number,
  { under, over }: { under: Ink; over: Ink },
): void {
  for (const [at, texts] of cells.entries()) {
    const { x, side, lines: [of] = [] } = table.columns[at] ?? { x: 0, side: 'left' }
    const ink = { ...under, ...of?.ink, ...over }
    for (const [i, text] of texts.entries()) canvas.put({ x, side }, y + i * line, text, ink)
  }
}

function ruleRow({ table, canvas, size, line, gap, from, to }: Drawing, y: number): void {
  const { rules } = table
  const at = rules === 'ruled' ? y - line - gap + 4 : y - size - gap / 2 + 1
  if (rules === 'ruled') canvas.line([from, at], [to, at], 0.3)
  else if (rules === 'rows' || rules === 'grid') canvas.line([from, at], [to, at], 0.4)
}

function drawGrid({ table, canvas, size }: Drawing, top: number, y: number): void {
  for (const { x, side } of table.columns) {
    const at = side === 'right' ? x + 3 : x - 3
    canvas.line([at, top - size - 2], [at, y - size - 1])
  }
}

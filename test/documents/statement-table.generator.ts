import type { Paper } from './statement-paper.generator.ts'

export type Role = 'date' | 'value' | 'description' | 'type' | 'withdrawal' | 'deposit' | 'amount' | 'balance'

export interface Column {
  role: Role
  title: string
  /** The text's left or right edge. */
  x: number
  right: boolean
}

export interface PrintedRow {
  /** What stands under each column; the description has its further lines below it. */
  cells: Partial<Record<Role, string>>
  more: string[]
  bold?: boolean
}

export interface TableStyle {
  size: number
  /** Between base lines of rows. */
  leading: number
  ruled: boolean
  banded: boolean
  headerFill: boolean
  /** At the bottom of a page and the top of the next. */
  carried: ((row: PrintedRow | undefined) => [over: PrintedRow, brought: PrintedRow]) | undefined
  newPage: () => number
}

const BOTTOM = 70

/** Draws header and rows from `y` down, over as many pages as it takes; the y below the last row. */
export function drawTable(paper: Paper, top: number, columns: Column[], rows: PrintedRow[], style: TableStyle): number {
  let y = drawHeader(paper, top, columns, style)
  for (const [i, row] of rows.entries()) {
    const height = style.leading + row.more.length * (style.size + 2)
    if (y + height > paper.height - BOTTOM) {
      const carried = style.carried?.(rows[i - 1])
      if (carried) drawRow(paper, y, columns, carried[0], style, false)
      y = drawHeader(paper, style.newPage(), columns, style)
      if (carried) y = drawRow(paper, y, columns, carried[1], style, false)
    }
    y = drawRow(paper, y, columns, row, style, style.banded && i % 2 === 1)
  }
  return y + 6
}

function drawHeader(paper: Paper, y: number, columns: Column[], style: TableStyle): number {
  const [x0, x1] = [36, paper.width - 36]
  if (style.headerFill) paper.fill(x0, y - style.size - 2, x1 - x0, style.size + 7, 0.85)
  for (const { title, x, right } of columns)
    paper.text(x, y, title, { size: style.size, bold: true, align: right ? 'right' : 'left' })
  if (style.ruled) paper.rule(x0, y + 4, x1)
  return y + style.leading + 3
}

function drawRow(
  paper: Paper,
  y: number,
  columns: Column[],
  row: PrintedRow,
  style: TableStyle,
  band: boolean,
): number {
  const [x0, x1] = [36, paper.width - 36]
  const height = style.leading + row.more.length * (style.size + 2)
  if (band) paper.fill(x0, y - style.size - 1, x1 - x0, height, 0.94)
  for (const { role, x, right } of columns) {
    const font = { size: style.size, bold: row.bold ?? false }
    paper.text(x, y, row.cells[role] ?? '', { ...font, align: right ? 'right' : 'left' })
    if (role !== 'description') continue
    for (const [i, line] of row.more.entries()) paper.text(x, y + (i + 1) * (style.size + 2), line, font)
  }
  if (style.ruled) paper.rule(x0, y + height - style.size - 2, x1)
  return y + height
}

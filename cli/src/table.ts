import { displayWidth, fit } from './display-width.ts'

export interface Column {
  title: string
  /** Numbers stand on the right, and are never cut. */
  align?: 'left' | 'right'
}

const GAP = '  '
const INDENT = '  '
/** A text is cut to this at most in a row of one line, and to the other where that is not enough. */
const LEAST = 8
const VERY_LEAST = 4

/**
 * The lines of a table, the head first, of at most `width` columns of a terminal (undefined: as long as it takes). What
 * is too wide loses the ends of its texts, the widest first. The first column is what a person copies, so it stays
 * whole: where there is no room beside it, the others go on a line of their own below it.
 */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[], width?: number): string[] {
  const cells = [columns.map(({ title }) => title), ...rows]
  const natural = columns.map((_, at) => Math.max(...cells.map((row) => displayWidth(row[at] ?? ''))))
  if (width === undefined || total(natural) <= width) return cells.map((row) => line(columns, natural, row))
  const [first = 0, ...others] = natural
  const beside = shrink(columns.slice(1), others, width - first - GAP.length, LEAST)
  const whole = [first, ...beside]
  if (total(whole) <= width) return cells.map((row) => line(columns, whole, row))
  const below = shrink(columns.slice(1), others, width - INDENT.length, VERY_LEAST)
  return cells.flatMap(([name = '', ...rest]) => [name, fit(`${INDENT}${line(columns.slice(1), below, rest)}`, width)])
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0) + GAP.length * Math.max(0, widths.length - 1)
}

/** Takes from the widest text again and again until all fit, or none may lose more. */
function shrink(columns: readonly Column[], natural: readonly number[], width: number, least: number): number[] {
  const widths = [...natural]
  while (total(widths) > width) {
    const texts = widths.map((one, at) => (columns[at]?.align === 'right' ? 0 : one))
    const widest = Math.max(0, ...texts)
    if (widest <= least) break
    widths[texts.indexOf(widest)] = widest - 1
  }
  return widths
}

function line(columns: readonly Column[], widths: readonly number[], row: readonly string[]): string {
  const cells = row.map((cell, at) => {
    const width = widths[at] ?? 0
    const text = fit(cell, width)
    const padding = ' '.repeat(width - displayWidth(text))
    return columns[at]?.align === 'right' ? padding + text : text + padding
  })
  return cells.join(GAP).trimEnd()
}

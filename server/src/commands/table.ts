import { safeLine } from '@mkt/schemas/process/safe-text'

/** A column of a table for people. */
export interface Column {
  title: string
  /** Numbers stand on the right. */
  align?: 'left' | 'right'
  /** May be cut where the terminal is too narrow; ids and figures are of no use when cut. */
  shrinks?: boolean
}

const GAP = '  '
const LEAST = 6

/** Rows under a head line; with a width, columns that may be cut are, and end with an ellipsis then. */
export function tableText(columns: readonly Column[], rows: readonly (readonly string[])[], width?: number): string {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(safeLine))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at] ?? ''))))
  if (width !== undefined) shrink(columns, widths, width)
  return cells
    .map((row) =>
      row
        .map((cell, at) => padded(cell, columns[at], widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** `name  value` lines; those without a value are left out. */
export function fieldsText(fields: readonly (readonly [name: string, value: string | null | undefined])[]): string {
  const given = fields.filter(([, value]) => value !== null && value !== undefined)
  const width = Math.max(...given.map(([name]) => name.length))
  return given.map(([name, value]) => `${name.padEnd(width)}${GAP}${safeLine(value as string)}`).join('\n')
}

/** `1 job`, `2 jobs`; with a plural of its own where an s does not make it. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** Takes from the widest of the columns that may shrink, until the line fits or nothing is left to take. */
function shrink(columns: readonly Column[], widths: number[], width: number): void {
  const room = width - GAP.length * (columns.length - 1)
  let over = widths.reduce((sum, one) => sum + one, 0) - room
  for (; over > 0; over--) {
    const widest = columns.reduce<number | undefined>((best, { shrinks }, at) => {
      const own = widths[at] ?? 0
      if (!shrinks || own <= LEAST) return best
      return best === undefined || own > (widths[best] ?? 0) ? at : best
    }, undefined)
    if (widest === undefined) return
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

function padded(cell: string, column: Column | undefined, width: number): string {
  const text = cut(cell, width)
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return column?.align === 'right' ? space + text : text + space
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const sign of text) {
    if (widthOf(kept + sign) > width - 1) break
    kept += sign
  }
  return `${kept}…`
}

// Signs of East Asian scripts and pictures take two columns of a terminal, marks on other signs none.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
const NONE = /\p{Mn}|\p{Cf}/u

function widthOf(text: string): number {
  let width = 0
  for (const sign of text) width += NONE.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1
  return width
}

import type { Piece } from './pieces.ts'
import type { TableLine } from './table-cells.ts'
import type { Column } from './table-head.ts'

/** A row while it is put together from the lines of the page. */
export interface DraftRow {
  page: number
  columns: readonly Column[]
  lines: TableLine[]
  texts: Piece[]
  /** Stands after a sum: only goods if its figures close. */
  late: boolean
}

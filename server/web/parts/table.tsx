import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useReachableScroll } from './reachable-scroll.ts'
import { useVisibleRows } from './visible-rows.ts'

export interface Column<R> {
  head: string
  cell: (row: R) => ComponentChildren
  /** Numbers stand at the end of their cell. */
  end?: boolean
  /** 2: left out on a phone; 3: on a tablet too. */
  rank?: 2 | 3
}

interface TableProps<R> {
  /** What is in it, for who does not see it. */
  label: string
  columns: readonly Column<R>[]
  count: number
  /** A row by its place; undefined while it is not there yet. */
  row: (index: number) => R | undefined
  keyOf: (row: R) => string
  /** The address of a row's object: its first cell becomes a link that the whole row follows. */
  href?: (row: R) => string
  /** Told which rows are looked at, the last excluded. */
  onSeen?: (first: number, last: number) => void
}

/** A table of any length: only rows near the window are in the page, each as high as the others. */
export function Table<R>({ label, columns, count, row, keyOf, href, onSeen }: TableProps<R>) {
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  useReachableScroll(frame)
  const { first, last, above_px, below_px } = useVisibleRows(body, count, onSeen)
  const places = Array.from({ length: last - first }, (_, n) => first + n)
  return (
    <div class="table-frame" ref={frame}>
      <table class="table" aria-label={label} aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={above_px} />
          {places.map((place) => (
            <Row key={keyAt(row(place), keyOf, place)} place={place} row={row(place)} columns={columns} href={href} />
          ))}
          <Gap height={below_px} />
        </tbody>
      </table>
    </div>
  )
}

/** A table of what is there already. */
export function ShortTable<R>({ rows, ...table }: Omit<TableProps<R>, 'count' | 'row'> & { rows: readonly R[] }) {
  return <Table {...table} count={rows.length} row={(index) => rows[index]} />
}

function keyAt<R>(row: R | undefined, keyOf: (row: R) => string, place: number): string {
  return row === undefined ? `row ${place}` : keyOf(row)
}

interface RowProps<R> {
  place: number
  row: R | undefined
  columns: readonly Column<R>[]
  href: ((row: R) => string) | undefined
}

function Row<R>({ place, row, columns, href }: RowProps<R>) {
  return (
    <tr aria-rowindex={place + 2} class={row !== undefined && href ? 'linked' : undefined}>
      {columns.map((column, index) => (
        <td key={column.head} class={classOf(column)}>
          {row === undefined ? null : index === 0 && href ? (
            <a class="row-link" href={href(row)}>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

function Gap({ height }: { height: number }) {
  return height > 0 ? <tr class="gap" style={{ height: `${height}px` }} /> : null
}

function classOf<R>({ end, rank }: Column<R>): string | undefined {
  return [end ? 'end' : '', rank ? `rank-${rank}` : ''].filter(Boolean).join(' ') || undefined
}

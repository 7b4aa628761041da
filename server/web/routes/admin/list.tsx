import { Empty, Failure } from '../../parts/notice.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { Pages } from '../../state/pages.ts'

interface ListProps<R> {
  label: string
  pages: Pages<R>
  columns: readonly Column<R>[]
  keyOf: (row: R) => string
  /** What is said where there is nothing. */
  none: string
}

/** A long list of an operator, which keeps itself up to date. */
export function List<R>({ label, pages, columns, keyOf, none }: ListProps<R>) {
  const { total, error, row, onSeen, reload } = pages
  return (
    <section class="panel flush" aria-label={label} aria-busy={total === undefined && error === undefined}>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {total === 0 ? <Empty title={none} /> : null}
      {total ? <Table label={label} columns={columns} count={total} row={row} keyOf={keyOf} onSeen={onSeen} /> : null}
    </section>
  )
}

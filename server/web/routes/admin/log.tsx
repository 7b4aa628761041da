import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Moment } from '../../parts/ago.tsx'
import type { Column } from '../../parts/table.tsx'
import { usePages } from '../../state/pages.ts'
import { t } from '../../texts/texts.ts'
import { List } from './list.tsx'

async function load(offset: number, limit: number) {
  const { acts, total } = await api.call(market.adminLog, { query: { offset, limit } })
  return { rows: acts, total }
}

type Act = Awaited<ReturnType<typeof load>>['rows'][number]

const COLUMNS: readonly Column<Act>[] = [
  { head: t.earnings.when, cell: ({ at }) => <Moment at={at} /> },
  { head: t.admin.act, cell: ({ act }) => act },
  { head: t.admin.actor, cell: ({ actor }) => actor, rank: 2 },
  { head: t.admin.subject, cell: ({ subject }) => subject ?? '–' },
  { head: t.admin.after, cell: ({ after }) => <After value={after} />, rank: 3 },
  { head: t.admin.from, cell: ({ from, via }) => `${from}, ${via}`, rank: 3 },
]

/** As much of it as a column has room for, and all of it to who points there. */
function After({ value }: { value: Act['after'] }) {
  const text = value ? JSON.stringify(value) : '–'
  return (
    <code class="log-after" title={text}>
      {text}
    </code>
  )
}

/** What admins and operators did, newest first. */
export function Log() {
  const pages = usePages(load, [])
  return (
    <List
      label={t.admin.rooms.log}
      pages={pages}
      columns={COLUMNS}
      keyOf={({ entry }) => String(entry)}
      none={t.admin.noActs}
    />
  )
}

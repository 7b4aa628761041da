import { HostState } from '../../parts/host-state.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { t } from '../../texts/texts.ts'
import type { OverviewState } from './load-overview.ts'

type Host = OverviewState['hosts'][number]

const COLUMNS: readonly Column<Host>[] = [
  { head: t.columns.gpu, cell: ({ gpu }) => gpu },
  { head: t.columns.state, cell: ({ status, paused }) => <HostState status={status} paused={paused} /> },
  { head: t.columns.earned, cell: ({ balance, pending = 0n }) => <Money nano={balance + pending} bare />, end: true },
]

export function MyHosts({ hosts }: { hosts: readonly Host[] }) {
  return (
    <Panel title={t.overview.myHosts} flush actions={<a href="/app/hosts">{t.overview.allHosts}</a>}>
      {hosts.length === 0 ? (
        <Empty title={t.overview.noHosts}>
          <a href="/app/hosts">{t.overview.addHost}</a>
        </Empty>
      ) : (
        <ShortTable
          label={t.overview.myHosts}
          columns={COLUMNS}
          rows={hosts}
          keyOf={({ host_id }) => host_id}
          href={({ host_id }) => `/app/hosts/${host_id}`}
        />
      )}
    </Panel>
  )
}

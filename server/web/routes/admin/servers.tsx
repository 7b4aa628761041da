import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t, whole } from '../../texts/texts.ts'

const EVERY_MS = 10_000
const MEBI = 1024 * 1024

const load = async (signal: AbortSignal) => (await api.call(market.adminServers, {}, { signal })).servers

type Server = Awaited<ReturnType<typeof load>>[number]

const COLUMNS: readonly Column<Server>[] = [
  { head: t.servers.machine, cell: ({ machine, server_id }) => <span title={server_id}>{machine}</span> },
  {
    head: t.columns.state,
    cell: ({ status, signed_at }) =>
      status === 'up' ? (
        <Chip tone="good">{t.admin.ok}</Chip>
      ) : (
        <Chip tone="bad">
          {t.servers.silent} <Ago at={signed_at} />
        </Chip>
      ),
  },
  { head: t.servers.serves, cell: ({ services }) => services.map((one) => t.servers[one]).join(', '), rank: 2 },
  { head: t.servers.version, cell: ({ version }) => version, rank: 3 },
  { head: t.servers.started, cell: ({ started_at }) => <Ago at={started_at} />, end: true, rank: 3 },
  {
    head: t.servers.memory,
    cell: ({ memory_bytes }) => fill(t.servers.mebi, { n: whole(Math.round(memory_bytes / MEBI)) }),
    end: true,
  },
  { head: t.servers.cores, cell: ({ cores }) => cores.toFixed(2), end: true, rank: 2 },
  {
    head: t.servers.delay,
    cell: ({ delay_ms }) => fill(t.servers.ms, { n: whole(Math.round(delay_ms)) }),
    end: true,
    rank: 3,
  },
]

/** The processes of the marketplace: which are up, and how they are. */
export function Servers() {
  const live = useLive(load, [], { every_ms: EVERY_MS })
  return (
    <Panel title={t.servers.title} flush>
      <Loaded live={live} height={90}>
        {(servers) =>
          servers.length === 0 ? (
            <Empty title={t.servers.none} />
          ) : (
            <ShortTable label={t.servers.title} columns={COLUMNS} rows={servers} keyOf={({ server_id }) => server_id} />
          )
        }
      </Loaded>
    </Panel>
  )
}

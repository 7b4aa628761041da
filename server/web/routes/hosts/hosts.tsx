import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { HostState } from '../../parts/host-state.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { pricePerThousand } from '../../parts/price.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { t, whole } from '../../texts/texts.ts'
import { AddHost } from './add-host.tsx'

const EVERY_MS = 4000

const load = (signal: AbortSignal) => api.call(market.listOwnHosts, { query: { detail: 'full' } }, { signal })

type Host = Awaited<ReturnType<typeof load>>['hosts'][number]

const COLUMNS: readonly Column<Host>[] = [
  { head: t.columns.gpu, cell: ({ gpu }) => gpu },
  { head: t.columns.state, cell: ({ status, paused }) => <HostState status={status} paused={paused} /> },
  { head: t.hosts.price, cell: ({ price_per_token }) => pricePerThousand(price_per_token), end: true, rank: 2 },
  { head: t.hosts.jobs, cell: ({ total_jobs_completed }) => whole(total_jobs_completed), end: true, rank: 2 },
  { head: t.hosts.available, cell: ({ balance }) => <Money nano={balance} bare />, end: true },
  { head: t.hosts.pending, cell: ({ pending = 0n }) => <Money nano={pending} bare />, end: true, rank: 3 },
  { head: t.hosts.seen, cell: ({ last_heartbeat }) => <Ago at={last_heartbeat} />, end: true, rank: 3 },
]

/** Own hosts, and how a GPU becomes one. */
export function Hosts() {
  const [adding, setAdding] = useState(false)
  const live = useLive(load, [], { every_ms: EVERY_MS, on: 'hosts' })
  const add = (
    <Button kind="main" onClick={() => setAdding(true)}>
      {t.hosts.add}
    </Button>
  )
  return (
    <Page title={t.places.hosts} actions={add}>
      <Loaded live={live} height={240}>
        {({ hosts }) => (
          <section class="panel flush" aria-label={t.places.hosts}>
            {hosts.length === 0 ? (
              <Empty title={t.hosts.none}>{t.hosts.noneWhy}</Empty>
            ) : (
              <>
                <ShortTable
                  label={t.places.hosts}
                  columns={COLUMNS}
                  rows={hosts}
                  keyOf={({ host_id }) => host_id}
                  href={({ host_id }) => `/app/hosts/${host_id}`}
                />
                <p class="table-note">{t.hosts.units}</p>
              </>
            )}
          </section>
        )}
      </Loaded>
      <AddHost open={adding} onClose={() => setAdding(false)} known={live.data?.hosts ?? []} />
    </Page>
  )
}

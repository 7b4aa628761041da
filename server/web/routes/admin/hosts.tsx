import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { HostState } from '../../parts/host-state.tsx'
import { Id } from '../../parts/id.tsx'
import { Money } from '../../parts/money.tsx'
import type { Column } from '../../parts/table.tsx'
import { usePages } from '../../state/pages.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { HostDialog } from './host-dialog.tsx'
import { List } from './list.tsx'
import { useShutOut } from './shut-out.tsx'

async function load(offset: number, limit: number) {
  const query = { offset, limit, detail: 'full' as const, first: 'flagged' as const }
  const { hosts, total } = await api.call(market.adminHosts, { query })
  return { rows: hosts, total }
}

type Host = Awaited<ReturnType<typeof load>>['rows'][number]

/** All hosts: which are up and have their engine, what they earned, who is shut out; flagged ones come first. */
export function Hosts() {
  const pages = usePages(load, [])
  const [open, setOpen] = useState<string>()
  const change = async ({ host_id, disabled }: Host) => {
    await api.call(market.changeAnyHost, { params: { host_id }, body: { disabled: !disabled } })
    toast(fill(disabled ? t.admin.letIn : t.admin.shutOutHost, { name: host_id }))
    await pages.reload()
  }
  const shutOut = useShutOut<Host>({ nameOf: ({ host_id }) => host_id, text: t.admin.shutOutHostText, change })
  const columns: readonly Column<Host>[] = [
    { head: t.job.host, cell: ({ host_id }) => <Id id={host_id} /> },
    {
      head: t.columns.state,
      cell: (host) => <States host={host} />,
    },
    { head: t.columns.gpu, cell: ({ gpu }) => gpu, rank: 2 },
    { head: t.admin.engines, cell: readyText, end: true, rank: 3 },
    { head: t.hosts.jobs, cell: ({ total_jobs_completed }) => whole(total_jobs_completed), end: true, rank: 2 },
    { head: t.columns.earned, cell: ({ total_earnings }) => <Money nano={total_earnings} bare />, end: true, rank: 2 },
    { head: t.hosts.seen, cell: ({ last_heartbeat }) => <Ago at={last_heartbeat} />, end: true, rank: 3 },
    {
      head: t.tokens.acts,
      end: true,
      cell: (host) => {
        const act = host.disabled ? t.admin.enable : t.admin.disable
        return (
          <span class="row end">
            <Button small onClick={() => setOpen(host.host_id)} label={fill(t.admin.lookAt, { id: host.host_id })}>
              {t.admin.look}
            </Button>
            <Button small onClick={() => shutOut.act(host)} label={`${act} ${host.host_id}`}>
              {act}
            </Button>
          </span>
        )
      },
    },
  ]
  return (
    <>
      <List
        label={t.admin.rooms.hosts}
        pages={pages}
        columns={columns}
        keyOf={({ host_id }) => host_id}
        none={t.admin.noHosts}
      />
      {shutOut.box}
      <HostDialog host_id={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** Whether it takes jobs, and what an operator should look into. */
function States({ host: { disabled, status, flagged, models = 0, ready_models = models } }: { host: Host }) {
  if (disabled) return <Chip tone="bad">{t.admin.out}</Chip>
  return (
    <span class="row tight">
      <HostState status={status} />
      {flagged ? <Chip tone="warn">{t.admin.flagged}</Chip> : null}
      {status === 'active' && ready_models < models ? <Chip tone="warn">{t.admin.engineAway}</Chip> : null}
    </span>
  )
}

const readyText = ({ models = 0, ready_models = models }: Host) =>
  fill(t.admin.enginesReady, { n: whole(ready_models), all: whole(models) })

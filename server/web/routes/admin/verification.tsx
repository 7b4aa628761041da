import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Id } from '../../parts/id.tsx'
import type { Column } from '../../parts/table.tsx'
import { VerdictChip } from '../../parts/verdict.tsx'
import { usePages } from '../../state/pages.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { List } from './list.tsx'
import { VerdictDialog } from './verdict-dialog.tsx'

async function load(offset: number, limit: number) {
  const { verdicts } = await api.call(market.adminVerification, { query: { offset, limit } })
  // The list does not say how many there are: as long as a page is full there may be more.
  return { rows: verdicts, total: offset + verdicts.length + (verdicts.length < limit ? 0 : 1) }
}

type Queued = Awaited<ReturnType<typeof load>>['rows'][number]

/** What its owner said and nobody has answered. */
const waits = ({ appealed_at, upheld_at }: Queued) => appealed_at !== null && upheld_at === null

/** Hosts that are refused or on watch; those whose owners object come first. */
export function VerificationQueue() {
  const [open, setOpen] = useState<Queued>()
  const pages = usePages(load, [])
  const columns: readonly Column<Queued>[] = [
    { head: t.job.host, cell: ({ host_id }) => <Id id={host_id} /> },
    { head: t.columns.model, cell: ({ model }) => model, rank: 2 },
    { head: t.columns.state, cell: ({ verdict }) => <VerdictChip verdict={verdict} /> },
    {
      head: t.verification.appeal,
      cell: (row) =>
        waits(row) ? <Chip tone="busy">{t.verification.waits}</Chip> : row.upheld_at ? t.verification.isUpheld : '',
      rank: 2,
    },
    { head: t.verification.jobs, cell: ({ jobs }) => whole(jobs), end: true, rank: 3 },
    { head: t.verification.since, cell: ({ since }) => <Ago at={since} />, end: true, rank: 3 },
    {
      head: t.tokens.acts,
      end: true,
      cell: (row) => (
        <Button small onClick={() => setOpen(row)} label={fill(t.admin.lookAt, { id: `${row.host_id}, ${row.model}` })}>
          {t.admin.look}
        </Button>
      ),
    },
  ]
  return (
    <>
      <List
        label={t.admin.rooms.verification}
        pages={pages}
        columns={columns}
        keyOf={({ host_id, model }) => `${host_id} ${model}`}
        none={t.verification.noneRefused}
      />
      <VerdictDialog of={open} onClose={() => setOpen(undefined)} onDone={pages.reload} />
    </>
  )
}

import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Id } from '../../parts/id.tsx'
import { Money } from '../../parts/money.tsx'
import type { Column } from '../../parts/table.tsx'
import { usePages } from '../../state/pages.ts'
import { fill, t } from '../../texts/texts.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { List } from './list.tsx'

async function load(status: Status, offset: number, limit: number) {
  const { disputes } = await api.call(market.adminDisputes, { query: { offset, limit, status } })
  // The list does not say how many there are: as long as a page is full there may be more.
  return { rows: disputes, total: offset + disputes.length + (disputes.length < limit ? 0 : 1) }
}

type Status = keyof typeof t.disputeStates
const STATES = Object.keys(t.disputeStates) as Status[]

type Dispute = Awaited<ReturnType<typeof load>>['rows'][number]

const TONES: Record<Dispute['status'], Tone> = { open: 'warn', refunded: 'good', rejected: 'plain' }

/** Jobs whose buyers want their credits back. */
export function Disputes() {
  const [open, setOpen] = useState<string>()
  const [status, setStatus] = useState<Status>('open')
  const pages = usePages((offset, limit) => load(status, offset, limit), [status])
  const columns: readonly Column<Dispute>[] = [
    { head: t.columns.job, cell: ({ job_id }) => <Id id={job_id} /> },
    { head: t.columns.state, cell: ({ status }) => <Chip tone={TONES[status]}>{t.disputeStates[status]}</Chip> },
    { head: t.dispute.reason, cell: ({ reason }) => t.dispute.reasons[reason], rank: 2 },
    { head: t.columns.credits, cell: ({ amount }) => <Money nano={amount} bare />, end: true },
    { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true, rank: 3 },
    {
      head: t.tokens.acts,
      end: true,
      cell: ({ job_id }) => (
        <Button small onClick={() => setOpen(job_id)} label={fill(t.admin.lookAt, { id: job_id })}>
          {t.admin.look}
        </Button>
      ),
    },
  ]
  return (
    <>
      <div class="filters">
        <SelectField
          label={t.columns.state}
          choices={STATES.map((value) => ({ value, text: t.disputeStates[value] }))}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as Status)}
        />
      </div>
      <List
        label={t.admin.rooms.disputes}
        pages={pages}
        columns={columns}
        keyOf={({ job_id }) => job_id}
        none={t.admin.noDisputes}
      />
      <DisputeDialog job_id={open} onClose={() => setOpen(undefined)} onDone={pages.reload} />
    </>
  )
}

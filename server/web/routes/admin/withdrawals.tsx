import { market, type Withdrawal, withdrawalStatus } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField, Field, FormFault, SelectField } from '../../parts/field.tsx'
import { Id } from '../../parts/id.tsx'
import { Money } from '../../parts/money.tsx'
import type { Column } from '../../parts/table.tsx'
import { useForm } from '../../state/form.ts'
import { usePages } from '../../state/pages.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'
import { List } from './list.tsx'

type Status = Withdrawal['status']

async function load(status: Status, offset: number, limit: number) {
  const { withdrawals, total } = await api.call(market.adminWithdrawals, {
    query: { status, offset, limit, detail: 'full' },
  })
  return { rows: withdrawals, total }
}

interface Deciding {
  withdrawal: Withdrawal
  status: 'paid' | 'rejected'
}

const REFERENCE: Column<Withdrawal> = {
  head: t.earnings.reference,
  cell: ({ reference }) => reference ?? '–',
  rank: 3,
}

/** What hosts want paid out, to be marked as paid or rejected. */
export function Withdrawals() {
  const [status, setStatus] = useState<Status>('pending')
  const [deciding, setDeciding] = useState<Deciding>()
  const pages = usePages((offset, limit) => load(status, offset, limit), [status])
  const columns: readonly Column<Withdrawal>[] = [
    { head: t.earnings.when, cell: ({ created_at }) => <Ago at={created_at} /> },
    { head: t.columns.credits, cell: ({ amount }) => <Money nano={amount} bare />, end: true },
    {
      head: t.admin.ownerOwes,
      cell: ({ owner_owes }) => (owner_owes ? <Money nano={owner_owes} /> : '–'),
      end: true,
      rank: 2,
    },
    { head: t.earnings.destination, cell: ({ destination }) => <Destination text={destination} />, rank: 2 },
    { head: t.job.host, cell: ({ host_id }) => <Id id={host_id} />, rank: 2 },
    { head: t.admin.payable, cell: ({ payable_at }) => (payable_at ? <Ago at={payable_at} /> : '–'), rank: 3 },
    // One that waits has none yet.
    ...(status === 'pending' ? [] : [REFERENCE]),
    {
      head: t.tokens.acts,
      end: true,
      cell: (withdrawal) =>
        withdrawal.status === 'pending' ? (
          <span class="row end">
            <Button small onClick={() => setDeciding({ withdrawal, status: 'paid' })}>
              {t.admin.approve}
            </Button>
            <Button small onClick={() => setDeciding({ withdrawal, status: 'rejected' })}>
              {t.admin.reject}
            </Button>
          </span>
        ) : (
          t.earnings.states[withdrawal.status]
        ),
    },
  ]
  return (
    <>
      <div class="filters">
        <SelectField
          label={t.columns.state}
          choices={withdrawalStatus.options.map((value) => ({ value, text: t.earnings.states[value] }))}
          value={status}
          onChange={({ currentTarget }) => setStatus(withdrawalStatus.parse(currentTarget.value))}
        />
      </div>
      <List
        label={t.admin.rooms.withdrawals}
        pages={pages}
        columns={columns}
        keyOf={({ withdrawal_id }) => withdrawal_id}
        none={t.admin.noWithdrawals}
      />
      <DecideDialog deciding={deciding} onClose={() => setDeciding(undefined)} onDone={pages.reload} />
    </>
  )
}

/** Cut where it is long; whoever pays reads it whole in the box. */
function Destination({ text }: { text: string }) {
  return (
    <span class="destination" title={text}>
      {text}
    </span>
  )
}

interface DecideProps {
  deciding: Deciding | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

function DecideDialog({ deciding, onClose, onDone }: DecideProps) {
  const form = useForm(async ({ reference = '', despite_debt }) => {
    if (!deciding) return
    const { withdrawal_id } = deciding.withdrawal
    const body = {
      ...{ status: deciding.status, ...(reference.trim() ? { reference: reference.trim() } : {}) },
      ...(despite_debt ? { despite_debt: true } : {}),
    }
    await api.call(market.resolveWithdrawal, { params: { withdrawal_id }, body })
    toast(deciding.status === 'paid' ? t.admin.approved : t.admin.rejected)
    await onDone()
    onClose()
  })
  const act = deciding?.status === 'rejected' ? t.admin.reject : t.admin.approve
  return (
    <Dialog title={act} open={deciding !== undefined} onClose={onClose}>
      {deciding ? (
        <form onSubmit={form.submit} noValidate>
          <p>
            <Money nano={deciding.withdrawal.amount} exact /> → {deciding.withdrawal.destination}
          </p>
          <Field
            label={t.earnings.reference}
            name="reference"
            hint={deciding.status === 'paid' ? t.admin.referenceHint : t.admin.rejectHint}
            error={form.faults.reference}
          />
          {deciding.status === 'paid' && (deciding.withdrawal.owner_owes || form.fault) ? (
            <CheckField label={t.admin.despiteDebt} name="despite_debt" value="yes" />
          ) : null}
          <FormFault form={form} />
          <div class="row end">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind={deciding.status === 'paid' ? 'main' : 'bad'} type="submit" busy={form.busy}>
              {act}
            </Button>
          </div>
        </form>
      ) : null}
    </Dialog>
  )
}

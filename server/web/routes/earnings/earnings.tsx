import { market, type Withdrawal, type WithdrawalStatus } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { Id } from '../../parts/id.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty, Failure, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Figures, Panel } from '../../parts/panel.tsx'
import { type Column, ShortTable, Table } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { type Pages, usePages } from '../../state/pages.ts'
import { t, whole } from '../../texts/texts.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const EVERY_MS = 10_000

/** What own hosts earned, what of it can be taken out and when, and what was. */
export function Earnings() {
  const live = useLive(load, [], { every_ms: EVERY_MS })
  const pages = usePages(loadWithdrawals, [], { every_ms: EVERY_MS })
  const [open, setOpen] = useState(false)
  const reload = async () => void (await Promise.all([live.reload(), pages.reload()]))
  const hosts = live.data?.hosts ?? []
  const any = hosts.some(({ balance }) => balance > 0n)
  return (
    <Page
      title={t.places.earnings}
      actions={
        <Button kind="main" disabled={!any} onClick={() => setOpen(true)}>
          {t.earnings.withdraw}
        </Button>
      }
    >
      <Loaded live={live} height={320}>
        {(state) => (
          <>
            <Sums state={state} />
            <ByHost hosts={state.hosts} />
          </>
        )}
      </Loaded>
      <Withdrawals pages={pages} />
      <WithdrawDialog hosts={hosts} open={open} onClose={() => setOpen(false)} onDone={reload} />
    </Page>
  )
}

async function load(signal: AbortSignal) {
  const [{ hosts }, { amounts = UNKNOWN }] = await Promise.all([
    api.call(market.listOwnHosts, { query: { detail: 'full' } }, { signal }),
    api.call(market.listWithdrawals, { query: { limit: 1, detail: 'full' } }, { signal }),
  ])
  return { hosts, amounts }
}

/** A server of before, beside this one while it is replaced, does not add them up. */
const UNKNOWN = { pending: undefined, paid: undefined }

async function loadWithdrawals(offset: number, limit: number) {
  const { withdrawals, total } = await api.call(market.listWithdrawals, { query: { offset, limit } })
  return { rows: withdrawals, total }
}

type State = Awaited<ReturnType<typeof load>>
type Host = State['hosts'][number]

const amountOf = (nano: bigint | undefined) => (nano === undefined ? '–' : <Money nano={nano} />)
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)

function Sums({ state: { hosts, amounts } }: { state: State }) {
  const releases = hosts.flatMap(({ next_release }) => next_release ?? []).sort()
  const available = sum(hosts.map(({ balance }) => balance))
  return (
    <Figures
      figures={[
        {
          name: t.earnings.available,
          value: <Money nano={available} />,
          note: available > 0n ? undefined : t.earnings.nothingYet,
          tone: 'copper',
        },
        {
          name: t.earnings.pending,
          value: <Money nano={sum(hosts.map(({ pending = 0n }) => pending))} />,
          note: releases[0] ? (
            <>
              {t.earnings.next} <Ago at={releases[0]} />
            </>
          ) : (
            t.earnings.pendingWhy
          ),
        },
        { name: t.earnings.onTheWay, value: amountOf(amounts.pending) },
        { name: t.earnings.paid, value: amountOf(amounts.paid) },
      ]}
    />
  )
}

const HOSTS: readonly Column<Host>[] = [
  { head: t.columns.gpu, cell: ({ gpu }) => gpu },
  { head: t.job.host, cell: ({ host_id }) => <Id id={host_id} />, rank: 2 },
  { head: t.hosts.jobs, cell: ({ total_jobs_completed }) => whole(total_jobs_completed), end: true, rank: 2 },
  { head: t.hosts.pending, cell: ({ pending = 0n }) => <Money nano={pending} />, end: true },
  { head: t.hosts.available, cell: ({ balance }) => <Money nano={balance} />, end: true },
]

function ByHost({ hosts }: { hosts: readonly Host[] }) {
  return (
    <Panel title={t.earnings.byHost} flush>
      {hosts.length === 0 ? (
        <Empty title={t.hosts.none}>
          <a href="/app/hosts">{t.hosts.add}</a>
        </Empty>
      ) : (
        <ShortTable
          label={t.earnings.byHost}
          columns={HOSTS}
          rows={hosts}
          keyOf={({ host_id }) => host_id}
          href={({ host_id }) => `/app/hosts/${host_id}`}
        />
      )}
    </Panel>
  )
}

const TONES: Record<WithdrawalStatus, Tone> = { pending: 'warn', paid: 'good', rejected: 'bad' }

const WITHDRAWALS: readonly Column<Withdrawal>[] = [
  { head: t.earnings.when, cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: t.columns.state, cell: ({ status }) => <Chip tone={TONES[status]}>{t.earnings.states[status]}</Chip> },
  {
    head: t.earnings.destination,
    cell: ({ destination }) => (destination === 'credits' ? t.earnings.toCredits : destination),
    rank: 2,
  },
  { head: t.earnings.reference, cell: ({ reference }) => reference ?? '–', rank: 3 },
  { head: t.columns.credits, cell: ({ amount }) => <Money nano={amount} bare />, end: true },
]

function Withdrawals({ pages: { total, error, row, onSeen, reload } }: { pages: Pages<Withdrawal> }) {
  return (
    <Panel title={t.earnings.withdrawals} flush>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {total === 0 ? <Empty title={t.earnings.none} /> : null}
      {total ? (
        <Table
          label={t.earnings.withdrawals}
          columns={WITHDRAWALS}
          count={total}
          row={row}
          keyOf={({ withdrawal_id }) => withdrawal_id}
          onSeen={onSeen}
        />
      ) : null}
    </Panel>
  )
}

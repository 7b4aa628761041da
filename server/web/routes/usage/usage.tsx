import { market, type UsageReport } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { api } from '../../api.ts'
import { DAY_MS, dayOf, now } from '../../clock.ts'
import { Bars } from '../../parts/bars.tsx'
import { daysOf } from '../../parts/days.ts'
import { SelectField } from '../../parts/field.tsx'
import { creditsText, Money } from '../../parts/money.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Figures, Panel } from '../../parts/panel.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { counted, fill, t, whole } from '../../texts/texts.ts'
import { Alerts } from './alerts.tsx'
import { sumBy } from './sums.ts'

const PERIODS = ['7', '30', '90', '365']
const EVERY_MS = 15_000

/** What was spent on what, day by day. */
export function Usage() {
  const { query, route } = useLocation()
  const days = PERIODS.find((period) => period === query.days) ?? '30'
  const to = dayOf(now() + DAY_MS)
  const from = dayOf(Date.parse(to) - Number(days) * DAY_MS)
  const live = useLive(
    (signal) => api.call(market.usage, { query: { from, to, by: 'day,model,token' } }, { signal }),
    [from, to],
    { every_ms: EVERY_MS },
  )
  return (
    <Page
      title={t.places.usage}
      actions={
        <a class="button" href={`/users/me/statement?format=csv&from=${from}&to=${to}`} download={`usage-${from}.csv`}>
          {t.usage.csv}
        </a>
      }
    >
      <div class="filters">
        <SelectField
          label={t.usage.period}
          choices={PERIODS.map((value) => ({ value, text: fill(t.usage.days, { n: value }) }))}
          value={days}
          onChange={({ currentTarget }) => route(`/app/usage?days=${currentTarget.value}`)}
        />
      </div>
      <Loaded live={live} height={360}>
        {(report) => <Report report={report} />}
      </Loaded>
      <Alerts />
    </Page>
  )
}

function Report({ report: { rows, total, from, to } }: { report: UsageReport }) {
  if (rows.length === 0) {
    return (
      <section class="panel" aria-label={t.places.usage}>
        <Empty title={t.usage.none}>
          <a href="/app/playground">{t.jobs.first}</a>
        </Empty>
      </section>
    )
  }
  const byDay = new Map(sumBy(rows, ({ day }) => day ?? '').map((sum) => [sum.name, sum]))
  const bars = daysOf(from, to).map((day) => {
    const { credits = 0n, jobs = 0 } = byDay.get(day) ?? {}
    const said = `${fill(t.money.credits, { amount: creditsText(credits) })}, ${counted(jobs, t.count.jobs)}`
    return { name: day, size: Number(credits), said }
  })
  return (
    <>
      <Figures
        figures={[
          { name: t.usage.spent, value: <Money nano={total.credits} />, tone: 'accent' },
          { name: t.usage.jobs, value: whole(total.jobs) },
          { name: t.usage.written, value: whole(total.tokens), note: t.usage.writtenWhy },
          { name: t.usage.readTokens, value: whole(total.prompt_tokens), note: t.usage.readWhy },
        ]}
      />
      <Panel title={t.usage.byDay}>
        <Bars
          label={fill(t.usage.chart, { from, total: creditsText(total.credits) })}
          bars={bars}
          top={(size) => fill(t.usage.most, { amount: creditsText(BigInt(Math.round(size))) })}
        />
      </Panel>
      <div class="grid-2">
        <Sums title={t.usage.byModel} head={t.columns.model} sums={sumBy(rows, ({ model }) => model ?? '')} />
        <Sums title={t.usage.byToken} head={t.usage.token} sums={sumBy(rows, tokenOf)} />
      </div>
      <Sums title={t.usage.days_} head={t.usage.day} sums={[...byDay.values()].sort(newestFirst)} />
    </>
  )
}

const newestFirst = (a: Sum, b: Sum) => b.name.localeCompare(a.name)

function tokenOf({ token_name, token_id }: UsageReport['rows'][number]): string {
  return token_name ?? token_id ?? t.usage.withoutToken
}

type Sum = ReturnType<typeof sumBy>[number]

function Sums({ title, head, sums }: { title: string; head: string; sums: readonly Sum[] }) {
  const columns: readonly Column<Sum>[] = [
    { head, cell: ({ name }) => name },
    { head: t.usage.jobs, cell: ({ jobs }) => whole(jobs), end: true },
    { head: t.columns.tokens, cell: ({ tokens }) => whole(tokens), end: true, rank: 2 },
    { head: t.columns.credits, cell: ({ credits }) => <Money nano={credits} bare />, end: true },
  ]
  return (
    <Panel title={title} flush>
      <ShortTable label={title} columns={columns} rows={sums} keyOf={({ name }) => name} />
    </Panel>
  )
}

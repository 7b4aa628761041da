import { market, type UsageReport } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { api } from '../../api.ts'
import { DAY_MS, dayOf, now } from '../../clock.ts'
import { Button } from '../../parts/button.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Figures, Panel } from '../../parts/panel.tsx'
import { save } from '../../parts/save.ts'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { t, whole } from '../../texts/texts.ts'
import { Alerts } from './alerts.tsx'
import { Charts } from './charts.tsx'
import { type Filter, Filters, filterOf, narrowed, tokenOf } from './filters.tsx'
import { type Sum, sumBy, totalOf } from './sums.ts'
import { usageCsv } from './usage-csv.ts'

const EVERY_MS = 15_000

/** What was spent and how many tokens were used on what, day by day. */
export function Usage() {
  const { query } = useLocation()
  const filter = filterOf(query)
  const to = dayOf(now() + DAY_MS)
  const from = dayOf(Date.parse(to) - Number(filter.days) * DAY_MS)
  const live = useLive(
    (signal) => api.call(market.usage, { query: { from, to, by: 'day,model,token' } }, { signal }),
    [from, to],
    { every_ms: EVERY_MS },
  )
  return (
    <Page
      title={t.places.usage}
      actions={
        <>
          <Button
            disabled={live.data === undefined}
            onClick={() => save(`usage-${from}.csv`, 'text/csv', usageCsv(narrowed(live.data?.rows ?? [], filter)))}
          >
            {t.usage.csv}
          </Button>
          <a
            class="button"
            href={`/users/me/statement?format=csv&from=${from}&to=${to}`}
            download={`statement-${from}.csv`}
            title={t.usage.statementWhy}
          >
            {t.usage.statement}
          </a>
        </>
      }
    >
      <Filters filter={filter} rows={live.data?.rows ?? []} />
      <Loaded live={live} height={360}>
        {(report) => <Report report={report} filter={filter} />}
      </Loaded>
      <Alerts />
    </Page>
  )
}

function Report({ report: { rows: all, from, to }, filter }: { report: UsageReport; filter: Filter }) {
  const rows = narrowed(all, filter)
  if (rows.length === 0) return <Nothing any={all.length > 0} />
  const total = totalOf(rows)
  const byDay = new Map(sumBy(rows, ({ day }) => day ?? '').map((sum) => [sum.name, sum]))
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
      <Charts {...{ from, to, byDay, total }} />
      <div class="grid-2">
        <Sums title={t.usage.byModel} head={t.columns.model} sums={sumBy(rows, ({ model }) => model ?? '')} />
        <Sums title={t.usage.byToken} head={t.usage.token} sums={sumBy(rows, tokenOf)} />
      </div>
      <Sums title={t.usage.days_} head={t.time.dayUtc} sums={[...byDay.values()].sort(newestFirst)} />
    </>
  )
}

/** No usage, or none of what is chosen. */
function Nothing({ any }: { any: boolean }) {
  return (
    <section class="panel" aria-label={t.places.usage}>
      <Empty title={any ? t.usage.noneSuch : t.usage.none}>
        {any ? <a href="/app/usage">{t.usage.showAll}</a> : <a href="/app/playground">{t.jobs.first}</a>}
      </Empty>
    </section>
  )
}

const newestFirst = (a: Sum, b: Sum) => (a.name < b.name ? 1 : -1)

const columns = (head: string): readonly Column<Sum>[] => [
  { head, cell: ({ name }) => name },
  { head: t.usage.jobs, cell: ({ jobs }) => whole(jobs), end: true },
  { head: t.usage.writtenShort, cell: ({ tokens }) => whole(tokens), end: true, rank: 2 },
  { head: t.usage.readShort, cell: ({ prompt_tokens }) => whole(prompt_tokens), end: true, rank: 2 },
  { head: t.columns.credits, cell: ({ credits }) => <Money nano={credits} bare />, end: true },
]

function Sums({ title, head, sums }: { title: string; head: string; sums: readonly Sum[] }) {
  return (
    <Panel title={title} flush>
      <ShortTable label={title} columns={columns(head)} rows={sums} keyOf={({ name }) => name} />
    </Panel>
  )
}

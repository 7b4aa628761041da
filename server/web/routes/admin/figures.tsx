import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { DAY_MS, dayOf, now } from '../../clock.ts'
import { Bars } from '../../parts/bars.tsx'
import { daysOf } from '../../parts/days.ts'
import { creditsText, Money } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel, Figures as Row } from '../../parts/panel.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { ChartChoice } from './chart-choice.tsx'

const EVERY_MS = 60_000
const SPANS = [7, 30, 90].map((days) => ({ value: String(days), text: fill(t.usage.days, { n: days }) }))

async function load(days: number, signal: AbortSignal) {
  const to = dayOf(now() + DAY_MS)
  const from = dayOf(Date.parse(to) - days * DAY_MS)
  return await api.call(market.adminFigures, { query: { from, to } }, { signal })
}

type Report = Awaited<ReturnType<typeof load>>
type Day = Report['rows'][number]
type Name = 'jobs' | 'tokens' | 'charged' | 'earned'

const NAMES = (['charged', 'earned', 'jobs', 'tokens'] as const).map((value) => ({ value, text: t.figures[value] }))
const isMoney = (name: Name) => name === 'charged' || name === 'earned'
const textOf = (name: Name, value: number | bigint) =>
  isMoney(name) ? fill(t.money.credits, { amount: creditsText(BigInt(value)) }) : whole(Number(value))

/** The marketplace over time: what was done, and what it came to. */
export function MarketFigures() {
  const [days, setDays] = useState(30)
  const [name, setName] = useState<Name>('charged')
  const live = useLive((signal) => load(days, signal), [days], { every_ms: EVERY_MS })
  return (
    <Panel title={t.figures.byDay}>
      <div class="stack">
        <ChartChoice names={NAMES} name={name} onName={setName} spans={SPANS} span={days} onSpan={setDays} />
        <Loaded live={live} height={260}>
          {(report) => <Shown report={report} name={name} />}
        </Loaded>
      </div>
    </Panel>
  )
}

const COLUMNS: readonly Column<Day>[] = [
  { head: t.time.dayUtc, cell: ({ day }) => day },
  { head: t.figures.jobs, cell: ({ jobs }) => whole(jobs), end: true },
  { head: t.figures.tokens, cell: ({ tokens }) => whole(tokens), end: true, rank: 2 },
  { head: t.figures.charged, cell: ({ charged }) => <Money nano={charged} bare />, end: true },
  { head: t.figures.earned, cell: ({ earned }) => <Money nano={earned} bare />, end: true, rank: 2 },
]

function Shown({ report: { from, to, rows, total }, name }: { report: Report; name: Name }) {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const bars = daysOf(from, to).map((day) => {
    const value = byDay.get(day)?.[name] ?? 0
    return { name: day, size: Number(value), said: textOf(name, value) }
  })
  const label = fill(t.figures.chart, { name: t.figures[name], from, total: textOf(name, total[name]) })
  return (
    <div class="stack">
      <Row
        figures={[
          { name: t.figures.jobs, value: whole(total.jobs) },
          { name: t.figures.tokens, value: whole(total.tokens) },
          { name: t.figures.charged, value: <Money nano={total.charged} />, tone: 'accent' },
          { name: t.figures.earned, value: <Money nano={total.earned} />, tone: 'copper' },
        ]}
      />
      <Bars
        {...{ label, bars }}
        axis={t.time.dayUtc}
        figure={t.figures[name]}
        top={() => label}
        tone={name === 'earned' ? 'copper' : 'accent'}
        tabled
      />
      {rows.length > 0 ? (
        <details>
          <summary>{t.figures.table}</summary>
          <ShortTable label={t.figures.table} columns={COLUMNS} rows={[...rows].reverse()} keyOf={({ day }) => day} />
        </details>
      ) : null}
      <p class="soft small">{t.figures.note}</p>
    </div>
  )
}

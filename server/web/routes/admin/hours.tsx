import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Bars } from '../../parts/bars.tsx'
import { hourText } from '../../parts/moments.ts'
import { Loaded } from '../../parts/notice.tsx'
import { Figures, Panel } from '../../parts/panel.tsx'
import { spanText } from '../../parts/span.ts'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { ChartChoice } from './chart-choice.tsx'

const EVERY_MS = 60_000
const SPANS = [24, 72, 168].map((hours) => ({ value: String(hours), text: fill(t.hours.last, { n: hours }) }))

const load = async (hours: number, signal: AbortSignal) =>
  (await api.call(market.adminHours, { query: { hours } }, { signal })).hours

type Hour = Awaited<ReturnType<typeof load>>[number]

const timeText = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : spanText(ms))

/** What can be shown as bars: a figure of each hour, and how it is written. */
const SHOWN = {
  jobs: { of: (hour: Hour) => hour.jobs_completed, text: whole },
  jobsFailed: { of: (hour: Hour) => hour.jobs_failed, text: whole },
  jobsCancelled: { of: (hour: Hour) => hour.jobs_cancelled, text: whole },
  firstToken: { of: (hour: Hour) => hour.first_token_ms?.p95 ?? 0, text: timeText },
  requests: { of: (hour: Hour) => hour.requests, text: whole },
  requestsFailed: { of: (hour: Hour) => hour.requests_failed, text: whole },
  documents: { of: (hour: Hour) => hour.documents, text: whole },
  documentsFailed: { of: (hour: Hour) => hour.documents_failed, text: whole },
  documentTime: { of: (hour: Hour) => hour.document_ms?.p95 ?? 0, text: timeText },
} as const
type Name = keyof typeof SHOWN
const NAMES = (Object.keys(SHOWN) as Name[]).map((value) => ({ value, text: t.hours[value] }))

/** How much the servers did by the hour, how long it took and what failed. */
export function MarketHours() {
  const [count, setCount] = useState(24)
  const [name, setName] = useState<Name>('firstToken')
  const live = useLive((signal) => load(count, signal), [count], { every_ms: EVERY_MS })
  return (
    <Panel title={t.hours.byHour}>
      <div class="stack">
        <ChartChoice names={NAMES} name={name} onName={setName} spans={SPANS} span={count} onSpan={setCount} />
        <Loaded live={live} height={260}>
          {(hours) => <Shown hours={hours} name={name} />}
        </Loaded>
      </div>
    </Panel>
  )
}

const time = (spread: Hour['first_token_ms']) => (spread ? timeText(spread.p95) : '–')
const COLUMNS: readonly Column<Hour>[] = [
  { head: t.time.hourUtc, cell: ({ hour }) => hourText(hour) },
  { head: t.hours.jobs, cell: (hour) => whole(hour.jobs_completed), end: true },
  { head: t.hours.jobsFailed, cell: (hour) => whole(hour.jobs_failed), end: true },
  { head: t.hours.jobsCancelled, cell: (hour) => whole(hour.jobs_cancelled), end: true, rank: 2 },
  { head: t.hours.firstToken, cell: (hour) => time(hour.first_token_ms), end: true },
  { head: t.hours.requests, cell: (hour) => whole(hour.requests), end: true, rank: 2 },
  { head: t.hours.requestsFailed, cell: (hour) => whole(hour.requests_failed), end: true, rank: 2 },
  { head: t.hours.documents, cell: (hour) => whole(hour.documents), end: true, rank: 3 },
  { head: t.hours.documentsFailed, cell: (hour) => whole(hour.documents_failed), end: true, rank: 3 },
  { head: t.hours.documentTime, cell: (hour) => time(hour.document_ms), end: true, rank: 3 },
]

function Shown({ hours, name }: { hours: readonly Hour[]; name: Name }) {
  const { of, text } = SHOWN[name]
  const bars = hours.map((hour) => ({ name: hourText(hour.hour), size: of(hour), said: text(of(hour)) }))
  const label = fill(t.hours.chart, { name: t.hours[name], from: bars[0]?.name ?? '' })
  const sum = (figure: (hour: Hour) => number) => whole(hours.reduce((all, hour) => all + figure(hour), 0))
  return (
    <div class="stack">
      <Figures
        figures={(['jobs', 'jobsFailed', 'requestsFailed', 'documents', 'documentsFailed'] as const).map((one) => ({
          name: t.hours[one],
          value: sum(SHOWN[one].of),
        }))}
      />
      <Bars label={label} bars={bars} axis={t.time.hourUtc} figure={t.hours[name]} top={text} tabled />
      <details>
        <summary>{t.hours.table}</summary>
        <ShortTable label={t.hours.table} columns={COLUMNS} rows={[...hours].reverse()} keyOf={({ hour }) => hour} />
      </details>
      <p class="soft small">{t.hours.note}</p>
    </div>
  )
}

import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { DAY_MS, dayOf, now } from '../../clock.ts'
import { Bars } from '../../parts/bars.tsx'
import { daysOf } from '../../parts/days.ts'
import { creditsText } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useLive } from '../../state/live.ts'
import { counted, fill, t } from '../../texts/texts.ts'

const DAYS = 30
const EVERY_MS = 30_000

/** What a host earned on each of the last days. */
export function HostEarnings({ host_id }: { host_id: string }) {
  const to = dayOf(now() + DAY_MS)
  const from = dayOf(Date.parse(to) - DAYS * DAY_MS)
  const query = { from, to, by: 'day' }
  const live = useLive(
    (signal) => api.call(market.ownedHostEarnings, { params: { host_id }, query }, { signal }),
    [host_id, from],
    { every_ms: EVERY_MS },
  )
  return (
    <Panel
      title={t.host.byDay}
      actions={
        <a class="button small" href={`/hosts/statement?host_id=${host_id}&format=csv`} download={`${host_id}.csv`}>
          {t.usage.csv}
        </a>
      }
    >
      <Loaded live={live} height={170}>
        {({ rows, total }) => {
          const byDay = new Map(rows.map((row) => [row.day, row]))
          const bars = daysOf(from, to).map((day) => {
            const { credits = 0n, jobs = 0 } = byDay.get(day) ?? {}
            const said = `${fill(t.money.credits, { amount: creditsText(credits) })}, ${counted(jobs, t.count.jobs)}`
            return { name: day, size: Number(credits), said }
          })
          return (
            <Bars
              label={fill(t.host.chart, { total: creditsText(total.credits) })}
              bars={bars}
              axis={t.time.dayUtc}
              figure={t.host.byDay}
              top={() => fill(t.host.chart, { total: creditsText(total.credits) })}
              tone="copper"
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}

import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Bars } from '../../parts/bars.tsx'
import { hourText } from '../../parts/moments.ts'
import { creditsText } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useLive } from '../../state/live.ts'
import { counted, fill, t } from '../../texts/texts.ts'

const HOURS = 24
const EVERY_MS = 60_000

const load = (host_id: string, signal: AbortSignal) =>
  api.call(market.ownedHostHours, { params: { host_id }, query: { hours: HOURS } }, { signal })

type Hour = Awaited<ReturnType<typeof load>>['hours'][number]

const nameOf = ({ hour }: Hour) => hourText(hour)
const percent = (share: number) => fill(t.host.share, { n: Math.round(share * 100) })

/** What a host earned in each of the last hours, and how busy it was. */
export function HostHours({ host_id }: { host_id: string }) {
  const live = useLive((signal) => load(host_id, signal), [host_id], { every_ms: EVERY_MS })
  return (
    <div class="grid-2">
      <Panel title={t.host.byHour}>
        <Loaded live={live} height={170}>
          {({ hours }) => <Earned hours={hours} />}
        </Loaded>
      </Panel>
      <Panel title={t.host.busyByHour}>
        <Loaded live={live} height={170}>
          {({ hours }) => <Busy hours={hours} />}
        </Loaded>
      </Panel>
    </div>
  )
}

function Earned({ hours }: { hours: readonly Hour[] }) {
  const total = hours.reduce((sum, { credits }) => sum + credits, 0n)
  const label = fill(t.host.hourChart, { total: creditsText(total), n: hours.length })
  const bars = hours.map((hour) => {
    const said = `${fill(t.money.credits, { amount: creditsText(hour.credits) })}, ${counted(hour.jobs, t.count.jobs)}`
    return { name: nameOf(hour), size: Number(hour.credits), said }
  })
  return <Bars {...{ label, bars }} axis={t.time.hourUtc} figure={t.host.byHour} top={() => label} tone="copper" />
}

function Busy({ hours }: { hours: readonly Hour[] }) {
  const mean = hours.reduce((sum, { utilization }) => sum + utilization, 0) / Math.max(1, hours.length)
  const label = fill(t.host.busyChart, { share: `${Math.round(mean * 100)} %`, n: hours.length })
  const bars = hours.map((hour) => {
    return { name: nameOf(hour), size: hour.utilization, said: percent(hour.utilization) }
  })
  return <Bars {...{ label, bars }} axis={t.time.hourUtc} figure={t.host.busyByHour} top={() => label} most={1} />
}

import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Chip } from '../../parts/chip.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Figures } from '../../parts/panel.tsx'
import { spanText } from '../../parts/span.ts'
import { useLive } from '../../state/live.ts'
import { t, whole } from '../../texts/texts.ts'
import { Audit } from './audit.tsx'
import { MarketFigures } from './figures.tsx'
import { MarketHours } from './hours.tsx'
import { Servers } from './servers.tsx'

const EVERY_MS = 5000

async function load(signal: AbortSignal) {
  const [health, metrics] = await Promise.all([
    api.call(market.health, {}, { signal }),
    api.call(market.metrics, {}, { signal }),
  ])
  return { ...health, ...metrics }
}

/** Whether the marketplace is up, how much it does and did and how fast, and whether its books are right. */
export function Health() {
  return (
    <>
      <Now />
      <Servers />
      <MarketHours />
      <MarketFigures />
      <Audit />
    </>
  )
}

function Now() {
  const live = useLive(load, [], { every_ms: EVERY_MS })
  return (
    <Loaded live={live} height={120}>
      {({ status, active_hosts, queued_jobs, total_jobs_completed, total_users, avg_job_latency_ms }) => (
        <Figures
          figures={[
            {
              name: t.columns.state,
              value:
                status === 'ok' ? <Chip tone="good">{t.admin.ok}</Chip> : <Chip tone="bad">{t.admin.degraded}</Chip>,
              note: status === 'ok' ? undefined : t.admin.degradedWhy,
            },
            { name: t.admin.activeHosts, value: whole(active_hosts) },
            { name: t.admin.queued, value: whole(queued_jobs) },
            { name: t.admin.done, value: whole(total_jobs_completed) },
            { name: t.admin.latency, value: spanText(avg_job_latency_ms) },
            { name: t.admin.users, value: whole(total_users) },
          ]}
        />
      )}
    </Loaded>
  )
}

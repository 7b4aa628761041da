import { Money } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Figures } from '../../parts/panel.tsx'
import { ReachedAlerts } from '../../parts/reached-alerts.tsx'
import { useLive } from '../../state/live.ts'
import { counted, fill, t, whole } from '../../texts/texts.ts'
import { FirstSteps } from './first-steps.tsx'
import { LastDocuments } from './last-documents.tsx'
import { loadOverview, type OverviewState } from './load-overview.ts'
import { MyHosts } from './my-hosts.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import './overview.css'

const EVERY_MS = 5000

/** How things stand at a glance. */
export function Overview() {
  const live = useLive(loadOverview, [], { every_ms: EVERY_MS, on: 'jobs' })
  return (
    <Page title={t.places.overview}>
      <Loaded live={live} height={320}>
        {(state) => (
          <>
            <ReachedAlerts alerts={state.alerts} />
            <Sums state={state} />
            {state.isNew ? <FirstSteps state={state} /> : null}
            <div class="overview-parts">
              <RecentJobs jobs={state.jobs} />
              <div class="stack">
                <MyHosts hosts={state.hosts} />
                {state.papers ? <LastDocuments documents={state.papers} /> : null}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Sums({ state: { me, today, running, queued, hosts } }: { state: OverviewState }) {
  const held = hosts.reduce((sum, { balance, pending = 0n }) => sum + balance + pending, 0n)
  const earned = hosts.reduce((sum, { earned_today = 0n }) => sum + earned_today, 0n)
  const active = hosts.filter(({ status, paused }) => status === 'active' && !paused).length
  const reserved = me.reserved ? <Money nano={me.reserved} /> : undefined
  return (
    <Figures
      figures={[
        {
          name: t.overview.balance,
          value: <Money nano={me.credits} />,
          note: reserved ? (
            <>
              {reserved} {t.overview.reserved}
            </>
          ) : (
            t.overview.nothingReserved
          ),
        },
        {
          name: t.overview.spentToday,
          value: <Money nano={today.credits} />,
          note: fill(t.overview.sinceMidnight, { jobs: counted(today.jobs, t.count.jobs) }),
          tone: 'accent',
        },
        {
          name: t.overview.running,
          value: whole(running),
          note: fill(t.overview.queued, { n: whole(queued) }),
        },
        {
          name: t.overview.earned,
          value: <Money nano={earned} />,
          note: hosts.length === 0 ? t.overview.noHosts : <EarnedNote held={held} active={active} all={hosts.length} />,
          tone: 'copper',
        },
      ]}
    />
  )
}

/** What own hosts earned and nobody took out, and how many of them are active. */
function EarnedNote({ held, active, all }: { held: bigint; active: number; all: number }) {
  return (
    <>
      <Money nano={held} /> {t.overview.held}, {fill(t.overview.activeHosts, { n: active, all })}
    </>
  )
}

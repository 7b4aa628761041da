import { market, type OwnHost } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { HostState } from '../../parts/host-state.tsx'
import { Money } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Facts, Figures, Panel } from '../../parts/panel.tsx'
import { pricePerThousand, speedText } from '../../parts/price.tsx'
import { shareText } from '../../parts/share.ts'
import { VerdictChip } from '../../parts/verdict.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { HostActions } from './host-actions.tsx'
import { HostEarnings } from './host-earnings.tsx'
import { HostHours } from './host-hours.tsx'
import { Proof } from './proof.tsx'
import { RunningJobs } from './running-jobs.tsx'
import { Verification } from './verification.tsx'
import { WhyNoJobs } from './why-no-jobs.tsx'

const EVERY_MS = 3000

/** One own host, as it is at this moment. */
export function HostPage({ id }: { id: string }) {
  const params = { host_id: id }
  const live = useLive((signal) => api.call(market.showOwnedHost, { params }, { signal }), [id], { every_ms: EVERY_MS })
  return (
    <Page
      title={id}
      back={{ href: '/app/hosts', text: t.places.hosts }}
      actions={live.data ? <HostActions host={live.data} onChange={live.reload} /> : null}
    >
      <Loaded live={live} height={400}>
        {(host) => <Whole host={host} />}
      </Loaded>
    </Page>
  )
}

function Whole({ host }: { host: OwnHost }) {
  return (
    <>
      <Sums host={host} />
      <div class="grid-2">
        <div class="stack">
          <RunningJobs host={host} />
          <WhyNoJobs host={host} />
        </div>
        <Panel title={t.host.offer}>
          <Terms host={host} />
        </Panel>
      </div>
      <HostHours host_id={host.host_id} />
      <HostEarnings host_id={host.host_id} />
      <Verification host_id={host.host_id} />
      {host.proof ? <Proof proof={host.proof} /> : null}
    </>
  )
}

function Sums({ host }: { host: OwnHost }) {
  const { earnings, running_jobs, concurrency, gpu_utilization, tokens_per_second, uptime } = host
  return (
    <Figures
      figures={[
        {
          name: t.columns.state,
          value: <HostState status={host.status} paused={host.paused} />,
          note: (
            <>
              {t.hosts.seen} <Ago at={host.last_heartbeat} />
            </>
          ),
        },
        {
          name: t.host.slots,
          value: concurrency ? `${running_jobs.length} / ${concurrency}` : whole(running_jobs.length),
          note: gpu_utilization === null ? undefined : fill(t.host.busy, { n: Math.round(gpu_utilization * 100) }),
        },
        { name: t.models.speed, value: speedText(tokens_per_second) },
        { name: t.hosts.uptime, value: shareText(uptime), note: t.hosts.uptimeWhy },
        {
          name: t.hosts.jobs,
          value: whole(host.total_jobs_completed),
          note: fill(t.host.failed, { n: whole(host.total_jobs_failed) }),
        },
        {
          name: t.host.earned,
          value: <Money nano={host.total_earnings} />,
          note: earnings ? (
            <>
              <Money nano={earnings.available + earnings.available_promotional} /> {t.host.available},{' '}
              <Money nano={earnings.pending} /> {t.host.pending}
            </>
          ) : undefined,
          tone: 'copper',
        },
      ]}
    />
  )
}

/** Each with the badge that checks gave it. */
function Models({ host: { models, verification = [] } }: { host: OwnHost }) {
  const verdicts = new Map(verification.map(({ model, verdict }) => [model, verdict]))
  return (
    <ul class="plain">
      {models.map((model) => {
        const verdict = verdicts.get(model)
        return (
          <li key={model}>
            {model} {verdict && verdict !== 'undecided' ? <VerdictChip verdict={verdict} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

function Terms({ host }: { host: OwnHost }) {
  return (
    <Facts
      facts={[
        [t.columns.gpu, host.gpu],
        [
          t.hosts.price,
          <span key="price">
            {pricePerThousand(host.price_per_token)} {t.models.perThousand}
          </span>,
        ],
        ...Object.entries(host.model_prices ?? {}).map(([model, { price_per_token }]): [string, string] => [
          fill(t.host.priceFor, { model }),
          `${pricePerThousand(price_per_token)} ${t.models.perThousand}`,
        ]),
        [t.host.models, <Models key="models" host={host} />],
        host.available_models ? [t.host.ready, host.available_models.join(', ') || t.host.nothing] : null,
        [t.models.longest, whole(host.max_tokens)],
        [t.host.backend, host.backend],
        [t.host.since, <Ago key="since" at={host.registered_at} />],
        [t.host.tokens, whole(host.total_tokens)],
        host.earnings?.disputed ? [t.host.disputed, <Money key="disputed" nano={host.earnings.disputed} />] : null,
        host.earnings?.frozen ? [t.host.frozen, <Money key="frozen" nano={host.earnings.frozen} />] : null,
      ]}
    />
  )
}

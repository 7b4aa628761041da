import type { Job } from '@mkt/schemas'
import { Money } from '../../parts/money.tsx'
import { type Fact, Facts } from '../../parts/panel.tsx'
import { sentence } from '../../state/explain.ts'
import { t, whole } from '../../texts/texts.ts'

/** What a job cost to the last digit, who ran it, and why this host. */
export function JobFacts({ job }: { job: Job }) {
  const { routing, finished_at } = job
  const isOver = finished_at !== null
  return (
    <Facts
      facts={[
        [t.job.charged, <Money key="used" nano={job.credits_used} exact />],
        [isOver ? t.job.wasReserved : t.job.reserved, <Money key="reserved" nano={job.credits_reserved} exact />],
        [t.columns.tokens, `${whole(job.tokens_generated)} / ${whole(job.max_tokens)}`],
        routing ? [t.job.price, <Money key="price" nano={routing.price_per_token} exact />] : null,
        routing ? [t.job.limit, <Money key="limit" nano={routing.price_limit} exact />] : null,
        [
          t.columns.model,
          <a key="model" href={`/app/models/${encodeURIComponent(job.model)}`}>
            {job.model}
          </a>,
        ],
        job.host_id
          ? [
              t.job.host,
              <span key="host" class="mono">
                {job.host_id}
              </span>,
            ]
          : null,
        [t.job.temperature, String(job.temperature)],
        job.finish_reason ? [t.job.finish, t.job.finishes[job.finish_reason]] : null,
        routing ? [t.job.why, sentence(routing.reason)] : null,
        ...askedFacts(job),
      ]}
    />
  )
}

/** What was asked of prices and hosts, where anything was. */
function askedFacts({ max_price_per_token: limit, target_host_id, hosts = {}, verified }: Job): Fact[] {
  return [
    ...(limit === undefined ? [] : [[t.job.askedLimit, <Money key="asked" nano={limit} exact />] as const]),
    ...(verified ? [[t.job.onlyVerified, t.job.isSo] as const] : []),
    ...(target_host_id ? [[t.job.onlyOwn, target_host_id] as const] : []),
    ...(hosts.only ? [[t.job.onlyHosts, hosts.only.join(', ')] as const] : []),
    ...(hosts.not ? [[t.job.notHosts, hosts.not.join(', ')] as const] : []),
  ]
}

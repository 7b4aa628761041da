import type { Job } from '@mkt/schemas'
import { Money } from '../../parts/money.tsx'
import { pricePerThousand, speedText } from '../../parts/price.tsx'
import { sentence } from '../../state/explain.ts'
import { counted, fill, t } from '../../texts/texts.ts'

/** Under an answer: what it cost, how fast it came, who ran it and why. */
export function CostLine({ job }: { job: Job }) {
  const { routing, credits_used, tokens_generated, status, error, error_message } = job
  const cancelled = error === 'cancelled'
  return (
    <footer class="cost">
      {status === 'failed' && !cancelled ? (
        <p class="field-error">{sentence(error_message || fill(t.playground.failed, { why: reason(error) }))}</p>
      ) : null}
      <p>
        {cancelled ? <span>{t.playground.stopped}</span> : null}
        <strong>
          <Money nano={credits_used} />
        </strong>
        <span>{counted(tokens_generated, t.count.tokens)}</span>
        {speedOf(job) ? <span>{fill(t.playground.speed, { n: speedOf(job) ?? '' })}</span> : null}
        {routing ? (
          <span>
            {pricePerThousand(routing.price_per_token)} {t.playground.perThousand}
          </span>
        ) : null}
        {job.host_id ? <span class="mono">{job.host_id}</span> : null}
        {routing ? <span>{sentence(routing.reason)}</span> : null}
        <a href={`/app/jobs/${job.job_id}`}>{t.playground.job}</a>
      </p>
    </footer>
  )
}

const reason = (error: string | null) => (error ?? t.playground.unknown).replaceAll('_', ' ')

function speedOf({ started_at, finished_at, tokens_generated }: Job): string | undefined {
  if (!started_at || !finished_at || tokens_generated < 2) return undefined
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000
  return seconds > 0 ? speedText(tokens_generated / seconds) : undefined
}

import { formatCredits, type OwnHost } from '@mkt/schemas'

/** Why a host has no jobs, or fewer than there are: sentences for its owner, each with what to do. */
export function whyNoJobs(host: OwnHost): string[] {
  const reasons: string[] = []
  if (host.paused) reasons.push('The host is paused: `mkt-agent resume` lets it take jobs again.')
  if (host.status === 'inactive') {
    reasons.push(
      'The server hears nothing of the host: run `mkt-agent start`, or find out why with `mkt-agent doctor`.',
    )
  }
  reasons.push(...queued(host))
  if (reasons.length === 0 && host.running_jobs.length === 0) reasons.push('No job is waiting that this host may run.')
  return reasons
}

function queued({ why_no_jobs: why, price_per_token, max_tokens }: OwnHost): string[] {
  const price = formatCredits(price_per_token)
  const sentences: [number, (jobs: string) => string][] = [
    [why.model_not_served, (jobs) => `${jobs} for models that this host does not serve now: offer more with --model.`],
    [
      why.price_above_limit,
      (jobs) => `${jobs} at less than this host's ${price} a token: \`mkt-agent set --price N\` lowers it.`,
    ],
    [
      why.max_tokens_above_host,
      (jobs) =>
        `${jobs} for answers longer than this host's ${max_tokens} tokens: a new host with a larger --max-tokens (start --register-again) takes them.`,
    ],
    [why.excluded_after_failure, (jobs) => `${jobs} after failing here: other hosts get them.`],
    [why.reserved_for_another_host, (jobs) => `${jobs} for another host of its owner: a self-test.`],
  ]
  return sentences.filter(([count]) => count > 0).map(([count, say]) => say(waiting(count)))
}

function waiting(count: number): string {
  return count === 1 ? '1 queued job waits' : `${count} queued jobs wait`
}

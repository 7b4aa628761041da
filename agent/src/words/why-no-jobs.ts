import { formatCredits, type OwnHost } from '@mkt/schemas'
import { count, duration, list } from './quantity.ts'

/** The server takes a host off sale after this silence. */
const INACTIVE_AFTER_MS = 90_000

/** What is known of the host here. */
export interface Here {
  /** With the state directory that was looked at. */
  agentRuns: boolean
  now_ms: number
  /** Models whose trouble is told already. */
  explained: readonly string[]
}

/** Why a host has no jobs, or fewer than there are: sentences for its owner, each with what to do. */
export function whyNoJobs(host: OwnHost, here: Here): string[] {
  const reasons: string[] = []
  if (host.paused) reasons.push('The host is paused: `mkt-agent resume` lets it take jobs again.')
  reasons.push(...handedBack(host, here.now_ms))
  if (host.status === 'inactive') reasons.push(silence(host, here))
  else reasons.push(...unavailable(host, here.explained))
  reasons.push(...queued(host))
  // Said beside whatever else there is: no reason why there is no job at all.
  const probation = onProbation(host)
  if (reasons.length === 0 && host.running_jobs.length === 0) reasons.push('No job is waiting that this host may run.')
  return [...reasons, ...probation]
}

function handedBack({ hand_backs }: OwnHost, now_ms: number): string[] {
  const until = hand_backs?.no_jobs_until
  if (until == null) return []
  const wait = duration(Math.max(0, Date.parse(until) - now_ms))
  return [
    `The host gets no jobs for another ${wait}: it handed back more than three in ten minutes. Is it started again and again, or stopped without time to finish? An agent that is stopped once hands back at no cost.`,
  ]
}

/** With strangers: what it has yet to show, and the bounds until then. */
function onProbation({ proof, price_per_token }: OwnHost): string[] {
  if (!proof?.probation) return []
  const { max_jobs, max_tokens } = proof.probation
  const bounds = `Until then it holds ${count(max_jobs, 'job')} of it at once, of at most ${count(max_tokens, 'token')}.`
  return proof.models.flatMap(({ model, proven, missing, too_cheap }) => {
    if (proven) return []
    const jobs = missing.jobs > 0 ? [`${count(missing.jobs, 'more job')} that others pay`] : []
    const buyers = missing.buyers > 0 ? [count(missing.buyers, 'more buyer')] : []
    const price = formatCredits(price_per_token)
    const low =
      too_cheap > 0 ? ` ${count(too_cheap, 'job')} paid at less than half of ${price} a token count for nothing.` : ''
    return [`${model} is on probation: it needs ${list([...jobs, ...buyers])} within a week.${low} ${bounds}`]
  })
}

/** Off sale without having been silent: the agent said that it stops, with one of its last calls. */
export function saidToStop({ status, last_heartbeat }: OwnHost, now_ms: number): boolean {
  return status === 'inactive' && now_ms - Date.parse(last_heartbeat) < INACTIVE_AFTER_MS
}

function silence(host: OwnHost, { agentRuns, now_ms }: Here): string {
  if (saidToStop(host, now_ms)) {
    return agentRuns
      ? 'The agent is stopping, or has just started: what runs goes on to its end.'
      : 'The agent was stopped: run `mkt-agent start`.'
  }
  return agentRuns
    ? 'The server hears nothing of the host, though its agent runs: it does not get through, or has no engine yet; see its log, and `mkt-agent doctor`.'
    : 'The server hears nothing of the host, and no agent runs here: run `mkt-agent start`.'
}

function unavailable({ models, available_models = models }: OwnHost, explained: readonly string[]): string[] {
  const gone = models.filter((name) => !available_models.includes(name))
  if (gone.every((name) => explained.includes(name))) return []
  const which = gone.length === models.length ? `None of its models, ${list(gone)}, is` : `${list(gone)} ${are(gone)}`
  return [
    `${which} on sale: the engine does not run ${it(gone)} now; the log of the agent says why, and \`mkt-agent doctor\` looks closer.`,
  ]
}

const are = (names: readonly string[]) => (names.length === 1 ? 'is not' : 'are not')
const it = (names: readonly string[]) => (names.length === 1 ? 'it' : 'them')

function queued({ why_no_jobs: why, price_per_token, max_tokens }: OwnHost): string[] {
  const price = formatCredits(price_per_token)
  const sentences: [number, (jobs: string) => string][] = [
    [
      why.model_not_served,
      (jobs) =>
        `${jobs} for models that this host does not serve now: start it with more of them, by --model or in its configuration file.`,
    ],
    [
      why.price_above_limit,
      (jobs) => `${jobs} at less than this host's ${price} a token: \`mkt-agent set --price N\` lowers it.`,
    ],
    [
      why.max_tokens_above_host,
      (jobs) =>
        `${jobs} for answers longer than this host's ${count(max_tokens, 'token')}: a new host with a larger --max-tokens takes them; \`mkt-agent start --register-again\` makes one.`,
    ],
    [
      why.excluded_after_failure,
      (jobs) => `${jobs} after failing here: other hosts get them first, and this one may again after a minute.`,
    ],
    [
      why.capability_missing ?? 0,
      (jobs) =>
        `${jobs} that need what the engines of this host were not seen to do: \`mkt-agent doctor\` says what they can.`,
    ],
    [why.reserved_for_another_host, (jobs) => `${jobs} for another host of its owner: a self-test.`],
  ]
  return sentences.filter(([count]) => count > 0).map(([count, say]) => say(waiting(count)))
}

function waiting(count: number): string {
  return count === 1 ? '1 queued job waits' : `${count} queued jobs wait`
}

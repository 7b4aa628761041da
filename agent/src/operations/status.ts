import { formatCredits, market, type OwnHost } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { type CommandIo, fieldLines, jsonLine } from '../command-io.ts'
import { EXIT, explain, type Failure } from '../failure.ts'
import { type HostSession, openHosts, type PlaceFlags } from '../host-session.ts'
import { agentWith } from '../lock.ts'
import { type RunningNote, readRunning } from '../running-note.ts'
import { limitsText } from '../words/limits.ts'
import { duration } from '../words/quantity.ts'
import { statusWords } from '../words/status.ts'
import { type Here, saidToStop, whyNoJobs } from '../words/why-no-jobs.ts'

type Found = { session: HostSession; host: OwnHost } | { session: HostSession; failure: Failure }

/** `mkt-agent status`: each host of this machine as its server sees it. */
export async function status(io: CommandIo, flags: PlaceFlags & { json?: boolean }): Promise<number> {
  const sessions = openHosts(io, flags)
  const found = await Promise.all(sessions.map(ask))
  const pid = await agentWith((sessions[0] as HostSession).place.state)
  if (flags.json) io.print(jsonLine({ hosts: found.map((one) => entry(io, one, pid)) }))
  else
    for (const line of found.flatMap((one, index) => [...(index > 0 ? [''] : []), ...lines(io, one, pid)]))
      io.print(line)
  return Math.max(EXIT.done, ...found.map((one) => ('failure' in one ? one.failure.code : EXIT.done)))
}

async function ask(session: HostSession): Promise<Found> {
  try {
    return { session, host: await session.client.call(market.hostMe, {}) }
  } catch (error) {
    return { session, failure: explain(error) }
  }
}

function entry(io: CommandIo, found: Found, pid: string | undefined) {
  const { server, host_id } = found.session.identity
  const agent_pid = pid === undefined ? null : Number(pid)
  if ('failure' in found) return { server, host_id, agent_pid, error: found.failure.message }
  const { off_sale, connection = null } = noteOf(found, pid)
  return {
    server,
    agent_pid,
    connection,
    ...found.host,
    off_sale,
    reasons: whyNoJobs(found.host, hereOf(io, pid, off_sale)),
  }
}

function lines(io: CommandIo, found: Found, pid: string | undefined): string[] {
  const { server, host_id } = found.session.identity
  const head = `${host_id} at ${server}`
  if ('failure' in found) {
    const { message, hints } = found.failure
    return [head, ...fieldLines([['error', message]]), ...hints.map((hint) => `  ${hint}`)]
  }
  const { host } = found
  const { off_sale: offSale, connection } = noteOf(found, pid)
  const off = offSale.map(({ model, reason }) => statusWords.offSale(model, reason))
  const reasons = whyNoJobs(host, hereOf(io, pid, offSale)).map((reason) => `- ${reason}`)
  return [
    head,
    ...fieldLines(fields(found, { pid, connection, now_ms: io.effects.now() })),
    ...off.map(safeLine),
    ...reasons,
  ]
}

/** How it stands with the agent that runs here; nothing is known of one that does not run, or runs elsewhere. */
function noteOf({ session }: Found, pid: string | undefined): RunningNote {
  return pid === undefined ? { off_sale: [] } : readRunning(session.place.state, session.identity.server)
}

const hereOf = ({ effects }: CommandIo, pid: string | undefined, offSale: RunningNote['off_sale']): Here => ({
  agentRuns: pid !== undefined,
  now_ms: effects.now(),
  explained: offSale.map(({ model }) => model),
})

type Answered = Extract<Found, { host: OwnHost }>

interface Seen {
  pid: string | undefined
  connection: RunningNote['connection']
  now_ms: number
}

function fields({ host, session }: Answered, { pid, connection, now_ms }: Seen): [string, string | undefined][] {
  const heard = duration(now_ms - Date.parse(host.last_heartbeat))
  const busy = host.gpu_utilization === null ? '' : `, ${Math.round(host.gpu_utilization * 100)} % busy`
  const speed = host.tokens_per_second === null ? '' : `, ${host.tokens_per_second.toFixed(1)} tokens/s`
  return [
    ['state', statusWords.state(host.status, host.paused, heard)],
    ['agent', pid === undefined ? statusWords.noAgent : `running, pid ${pid}`],
    ['connection', connection && statusWords.connection(connection.way, connection.why)],
    ['gpu', `${host.gpu}${busy}`],
    ['backend', host.backend],
    ['models', modelsText(host, session.identity.registered.model_max_tokens ?? {})],
    ['on sale', onSale(host, now_ms)],
    ['price', statusWords.price(formatCredits(host.price_per_token))],
    ...Object.entries(host.model_prices ?? {}).map(([model, { price_per_token }]): [string, string] => [
      'price of',
      `${model}: ${statusWords.price(formatCredits(price_per_token))}`,
    ]),
    ['balance', statusWords.balance(formatCredits(host.balance), formatCredits(host.total_earnings))],
    ['pending', pendingText(host)],
    ['disputed', disputedText(host)],
    ['frozen', frozenText(host)],
    ['proven', provenText(host)],
    ...verdictsOf(host),
    ['jobs', statusWords.jobs(host.total_jobs_completed, host.total_jobs_failed, host.total_tokens, speed)],
    ['uptime', host.uptime === undefined ? undefined : statusWords.uptime(host.uptime)],
    ['limits', limitsText(host)],
    ...host.running_jobs.map(({ job_id, model, attempt }): [string, string] => [
      'running',
      `${job_id} ${model}${attempt > 1 ? `, attempt ${attempt}` : ''}`,
    ]),
  ]
}

/** The models of which others have paid enough jobs; those of which they have not are among the reasons. */
function provenText({ proof }: OwnHost): string | undefined {
  const proven = proof?.models.filter((one) => one.proven).map(({ model }) => model) ?? []
  return proven.length > 0 ? statusWords.proven(proven.join(', ')) : undefined
}

/** What checks whether it runs its models came to, once they came to anything. */
function verdictsOf({ verification = [] }: OwnHost): [string, string][] {
  const told = verification.filter(({ verdict }) => verdict !== 'undecided')
  return told.map(({ model, verdict }) => [VERDICTS[verdict], statusWords.verdict[verdict](model)])
}

const VERDICTS = { undecided: 'checked', verified: 'verified', watch: 'on watch', refused: 'REFUSED' }

/** What it has earned and cannot take out yet; older servers hold nothing. */
function pendingText({ earnings }: OwnHost): string | undefined {
  if (!earnings || earnings.pending === 0n) return undefined
  const { pending, next_release: next } = earnings
  const soon = next ? statusWords.release(formatCredits(next.amount), next.at) : ''
  return statusWords.pending(formatCredits(pending)) + soon
}

function disputedText({ earnings }: OwnHost): string | undefined {
  return earnings?.disputed ? statusWords.disputed(formatCredits(earnings.disputed)) : undefined
}

function frozenText({ earnings }: OwnHost): string | undefined {
  if (!earnings || earnings.frozen === 0n) return undefined
  return statusWords.frozen(formatCredits(earnings.frozen))
}

/** The models with the longest answer of each, said once where it is the same for all. */
function modelsText({ models, max_tokens }: OwnHost, limits: Readonly<Record<string, number>>): string {
  const longest = models.map((model) => limits[model] ?? max_tokens)
  const atMost = (tokens: number) => statusWords.longest(tokens)
  if (new Set(longest).size < 2) return `${models.join(', ')} ${atMost(longest[0] ?? max_tokens)}`
  return models.map((model, at) => `${model} ${atMost(longest[at] as number)}`).join(', ')
}

/** What buyers can have from it now. */
function onSale(host: OwnHost, now_ms: number): string {
  const { models, available_models = models, paused, status } = host
  if (paused) return statusWords.paused
  if (saidToStop(host, now_ms)) return statusWords.stops
  if (status === 'inactive') return statusWords.silent
  return available_models.length > 0 ? available_models.join(', ') : statusWords.noModel
}

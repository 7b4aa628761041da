import { formatCredits, market, type OwnHost } from '@mkt/schemas'
import { type Desk, fieldLines, jsonLine } from '../desk.ts'
import { EXIT, explain, type Failure } from '../failure.ts'
import { type HostSession, openHosts, type PlaceFlags } from '../host-session.ts'
import { lockHolder } from '../lock.ts'
import { whyNoJobs } from './why-no-jobs.ts'

type Found = { session: HostSession; host: OwnHost } | { session: HostSession; failure: Failure }

/** `mkt-agent status`: each host of this machine as its server sees it. */
export async function status(desk: Desk, flags: PlaceFlags & { json?: boolean }): Promise<number> {
  const sessions = openHosts(desk, flags)
  const found = await Promise.all(sessions.map(ask))
  const pid = await lockHolder((sessions[0] as HostSession).place.state)
  if (flags.json) desk.print(jsonLine({ hosts: found.map((one) => entry(one, pid)) }))
  else
    for (const line of found.flatMap((one, index) => [...(index > 0 ? [''] : []), ...lines(desk, one, pid)]))
      desk.print(line)
  return Math.max(EXIT.done, ...found.map((one) => ('failure' in one ? one.failure.code : EXIT.done)))
}

async function ask(session: HostSession): Promise<Found> {
  try {
    return { session, host: await session.client.call(market.hostMe, {}) }
  } catch (error) {
    return { session, failure: explain(error) }
  }
}

function entry(found: Found, pid: string | undefined) {
  const { server, host_id } = found.session.identity
  const agent_pid = pid === undefined ? null : Number(pid)
  if ('failure' in found) return { server, host_id, agent_pid, error: found.failure.message }
  return { server, agent_pid, ...found.host, reasons: whyNoJobs(found.host) }
}

function lines(desk: Desk, found: Found, pid: string | undefined): string[] {
  const { server, host_id } = found.session.identity
  const head = `${host_id} at ${server}`
  if ('failure' in found) {
    const { message, hints } = found.failure
    return [head, ...fieldLines([['error', message]]), ...hints.map((hint) => `  ${hint}`)]
  }
  const { host } = found
  return [head, ...fieldLines(fields(host, pid, desk.effects.now())), ...whyNoJobs(host).map((reason) => `- ${reason}`)]
}

function fields(host: OwnHost, pid: string | undefined, now_ms: number): [string, string | undefined][] {
  const heard_s = Math.max(0, Math.round((now_ms - Date.parse(host.last_heartbeat)) / 1000))
  const busy = host.gpu_utilization === null ? '' : `, ${Math.round(host.gpu_utilization * 100)} % busy`
  const speed = host.tokens_per_second === null ? '' : `, ${host.tokens_per_second.toFixed(1)} tokens/s`
  return [
    ['state', `${host.status}${host.paused ? ', paused' : ''}; last heartbeat ${heard_s} s ago`],
    ['agent', pid === undefined ? 'not running with this state directory' : `running, pid ${pid}`],
    ['gpu', `${host.gpu}${busy}`],
    ['backend', host.backend],
    ['models', `${host.models.join(', ')} (answers of at most ${host.max_tokens} tokens)`],
    ['price', `${formatCredits(host.price_per_token)} credits per token`],
    ['balance', `${formatCredits(host.balance)} credits; earned in all ${formatCredits(host.total_earnings)}`],
    [
      'jobs',
      `${host.total_jobs_completed} completed, ${host.total_jobs_failed} failed, ${host.total_tokens} tokens${speed}`,
    ],
    ...host.running_jobs.map(({ job_id, model, attempt }): [string, string] => [
      'running',
      `${job_id} ${model}${attempt > 1 ? `, attempt ${attempt}` : ''}`,
    ]),
  ]
}

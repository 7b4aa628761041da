import { HANDED_BACK, type JobResult, market } from '@mkt/schemas'
import type { Connection } from './connection.ts'
import type { Log } from './log.ts'
import type { Identity, State } from './state.ts'
import { connectionWords } from './words/connection.ts'
import { noLongerRun } from './words/stopping.ts'

export interface HandBackOptions {
  connection: Connection
  state: State
  log: Log
  identity: Identity
  /** The instance of this start. */
  instance: string
  /** The agent is at its end: its last call keeps the host off sale. */
  stopping?: boolean
  signal: AbortSignal
}

/**
 * Gives back the jobs of earlier starts of this agent on this machine: their engine's state is gone with their
 * process, which the lock on the state directory proves dead. What other instances run is left alone. From then on
 * this start is the one whose jobs a later start gives back.
 */
export async function handBackEarlierJobs(options: HandBackOptions): Promise<void> {
  const { identity, instance, state } = options
  const earlier = identity.instances.filter((start) => start.machine === state.machine)
  // Remembered before the first claim, and the earlier ones kept until their jobs are given back.
  const here = { instance, machine: state.machine }
  rememberInstances(state, identity, [...earlier, here])
  for (const start of earlier) await handBackJobs(options, start.instance)
  if (earlier.length > 0) rememberInstances(state, identity, [here])
}

/** The starts whose jobs may run at the server. What a command (`set`) wrote meanwhile stays. */
export function rememberInstances(state: State, identity: Identity, instances: Identity['instances']): void {
  state.save({ ...(state.load(identity.server) ?? identity), instances })
}

/** Gives back all running jobs of one instance, as that instance. */
export async function handBackJobs(
  { connection, identity, log, stopping, signal }: HandBackOptions,
  instance: string,
): Promise<void> {
  const me = await connection.persist(() => connection.client.call(market.hostMe, {}, { signal }), { signal })
  const jobs = me.running_jobs.filter((job) => job.instance === instance)
  for (let at = 0; at < jobs.length; at += 1000) {
    const results = jobs.slice(at, at + 1000).map(entry)
    const body = { host_id: identity.host_id, instance, results, ...(stopping ? { stopping } : {}) }
    await connection.persist(() => connection.host.results(body, { signal }), { signal })
  }
  if (jobs.length > 0) log.info({ jobs: jobs.map((job) => job.job_id) }, noLongerRun(jobs.length))
}

function entry({ job_id, attempt }: { job_id: string; attempt: number }): JobResult {
  const error = { code: HANDED_BACK, message: connectionWords.restarted, retryable: true }
  return { job_id, attempt, offset: 0, tokens: [], error }
}

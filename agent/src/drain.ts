import type { Connection } from './connection.ts'
import { type Effects, pause } from './effects.ts'
import { handBackJobs, rememberInstances } from './hand-back.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Log } from './log.ts'
import type { Outbox } from './outbox.ts'
import type { Identity, State } from './state.ts'
import { connectionWords } from './words/connection.ts'
import * as words from './words/stopping.ts'

/** How long running jobs may go on after a drain began, and how long the server is then waited for. */
export const DRAIN_MS = 30_000
const ACKNOWLEDGE_MS = 10_000
const LAST_CALLS_MS = 2_000
/** How long an agent that is told twice to stop waits for its one call. */
const LEAVE_MS = 2_000

/** What an agent has running that claims nothing any more. */
export interface DrainOptions {
  connection: Connection
  effects: Effects
  log: Log
  state: State
  identity: Identity
  /** The instance of this start. */
  instance: string
  heartbeat: Heartbeat
  outbox: Outbox
  /** Aborted: everything ends. */
  running: AbortSignal
}

/**
 * Takes the host off sale, gives running jobs 30 s to finish, hands back the rest, and waits a while for the server. A text
 * that another host can go on with at once is handed over as soon as the server says so.
 */
export async function drain(options: DrainOptions): Promise<void> {
  const { heartbeat, log, outbox, running } = options
  const offSale = heartbeat.stop(running).catch(() => undefined)
  outbox.nameAll()
  await until(options, () => outbox.deliveries().every((delivery) => delivery.ended), DRAIN_MS)
  const unfinished = outbox.deliveries().filter((delivery) => !delivery.ended)
  for (const delivery of unfinished) delivery.handBack()
  if (unfinished.length > 0) log.info(words.handingBack(unfinished.length))
  outbox.notify()
  await until(options, () => outbox.deliveries().length === 0, ACKNOWLEDGE_MS)
  const left = outbox.deliveries()
  if (left.length > 0) log.warn(words.unacknowledged(left.length))
  for (const delivery of left) delivery.settle('lost')
  if (left.length === 0 && !running.aborted) await lastCalls(options, offSale)
}

/** A poll that was aborted may have claimed a job at that very moment; nobody runs it. */
async function lastCalls(options: DrainOptions, offSale: Promise<void>): Promise<void> {
  const { instance, state, identity } = options
  try {
    await atMost(options, LAST_CALLS_MS, async (signal) => {
      await handBackJobs({ ...options, stopping: true, signal }, instance)
      rememberInstances(state, identity, [])
      await Promise.race([offSale, aborted(signal)])
    })
  } catch {
    // The instance stays in the state directory, so that a next start looks again.
  }
}

/** Hands back what runs, in one call; true where the server has it, and a next start has nothing to hand back. */
export async function leave(options: DrainOptions): Promise<boolean> {
  const { identity, log, outbox, state } = options
  const jobs = outbox.deliveries().length
  const told = await atMost(options, LEAVE_MS, (signal) => outbox.handBack(signal))
  if (told) rememberInstances(state, identity, [])
  if (told && jobs > 0) log.info(words.handedBack(jobs))
  if (!told) log.warn(words.notTold(jobs))
  return told
}

/** A drain that came before the first claim: there is nothing but to say that the host goes. */
export async function sayStopping(options: DrainOptions): Promise<void> {
  await atMost(options, LAST_CALLS_MS, (signal) => options.heartbeat.stop(signal)).catch(() => undefined)
}

/** Does something whose signal is aborted when the time is over, or when all ends. */
async function atMost<T>(
  { effects, running }: DrainOptions,
  limit_ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const cancel = effects.timer(limit_ms, () => limit.abort(new Error(connectionWords.noAnswer)))
  return await work(AbortSignal.any([running, limit.signal])).finally(cancel)
}

/** Waits for a condition, looked at ten times a second, or for the time to be over. */
async function until(
  { connection, effects, running }: DrainOptions,
  condition: () => boolean,
  limit_ms: number,
): Promise<void> {
  const end_ms = effects.monotonic() + limit_ms
  // A host that is shut out can bring no end to the server.
  while (!condition() && effects.monotonic() < end_ms && !running.aborted && !connection.shutOut) {
    await pause(effects, 100, running)
  }
}

/** Resolves once the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

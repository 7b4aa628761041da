import type { DomainError } from '../../base/errors.ts'
import { every } from '../../base/loop.ts'
import type { Documents } from '../deps.ts'
import { forgetTasks, nextTask, putBackAll, renewTask, takeTask } from '../store/task-store.ts'
import { type ClaimedTask, GIVEN_UP, runTask } from './run-task.ts'

/** A server that is not heard of for so long has died, and what it worked on is another's. */
const LEASE_MS = 60_000
const RENEW_MS = 15_000
const LOOK_MS = 5000
/** How long one can ask what came of an analysis. */
const REMEMBERED_MS = 7 * 86_400_000

/**
 * Works on the documents that nobody waits for: as many at once as the machine analyses. Each is claimed for a while;
 * a claim that runs out without a sign of life is another's to take, and the earlier claimant can then end nothing.
 * What is in work when the server stops waits again.
 */
export class TaskRunner {
  readonly #documents: Documents
  readonly #options: { threads: number; alone: boolean }
  readonly #working = new Map<string, { task: ClaimedTask; abort: AbortController; end: Promise<void> }>()
  #filling: Promise<void> | undefined
  #again = false
  #stopped = false
  #loops: (() => Promise<void>)[] = []

  constructor(documents: Documents, options: { threads: number; alone: boolean }) {
    this.#documents = documents
    this.#options = options
  }

  /** Takes up what a server before this one left, where no other can be at work on it. */
  async start(): Promise<void> {
    const { database, clock, log } = this.#documents
    if (this.#options.alone) await database.transaction((tx) => putBackAll(tx))
    this.#loops = [
      every(clock, log, 'document-tasks', LOOK_MS, async () => this.wake()),
      every(clock, log, 'document-tasks-renewal', RENEW_MS, () => this.#renew()),
    ]
    this.wake()
  }

  /** There may be something to do. */
  wake(): void {
    this.#again = true
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined
    })
  }

  /** Its owner does not want it any more. */
  giveUp(analysisId: string): void {
    this.#working.get(analysisId)?.abort.abort(GIVEN_UP)
  }

  /** `reason` is one that lets what is in work wait again. */
  async stop(reason: DomainError): Promise<void> {
    this.#stopped = true
    for (const stop of this.#loops) await stop()
    await this.#filling
    for (const { abort } of this.#working.values()) abort.abort(reason)
    await Promise.all([...this.#working.values()].map(({ end }) => end))
  }

  async #fill(): Promise<void> {
    while (this.#again && !this.#stopped && this.#working.size < this.#options.threads) {
      this.#again = false
      const task = await this.#claim().catch((error) => {
        this.#documents.log.error({ err: error }, 'no document could be taken up; the next look tries again')
        return undefined
      })
      if (!task) continue
      this.#again = true
      this.#begin(task)
    }
  }

  async #claim(): Promise<ClaimedTask | undefined> {
    const { database, clock } = this.#documents
    const row = await nextTask(database, clock.now())
    if (!row) return undefined
    const taken = await database.transaction((tx) => takeTask(tx, row, clock.now() + LEASE_MS))
    // Another server was quicker: there may be more.
    if (!taken) this.#again = true
    return taken ? { ...row, claim: row.claim + 1, tries: row.tries + 1 } : undefined
  }

  #begin(task: ClaimedTask): void {
    const abort = new AbortController()
    const end = runTask(this.#documents, task, { gone: abort.signal, leaseMs: LEASE_MS })
      .catch((error) => {
        this.#documents.log.error({ err: error }, 'a task could not be ended; it is taken up again')
        return false
      })
      .then((ended) => {
        this.#working.delete(task.analysis_id)
        // What waits again waits for the next look: the machine is full.
        if (ended) this.wake()
      })
    this.#working.set(task.analysis_id, { task, abort, end })
  }

  async #renew(): Promise<void> {
    const { database, clock } = this.#documents
    const now = clock.now()
    await database.transaction(async (tx) => {
      for (const { task } of this.#working.values()) await renewTask(tx, task, now + LEASE_MS)
      await forgetTasks(tx, now - REMEMBERED_MS)
    })
  }
}

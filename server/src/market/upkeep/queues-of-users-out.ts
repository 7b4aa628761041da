import { SHUT_OUT_EVERY_MS, SHUT_OUT_LOOK_BACK_MS } from '../../accounts/shut-out-watch.ts'
import { userById, usersOutSince } from '../../accounts/user-store.ts'
import { DatabaseAway } from '../../storage/database-away.ts'
import { cancelQueued } from '../attempts/cancel.ts'
import type { Market } from '../deps.ts'
import { endedWithQueued, QUEUED_AT_ONCE, queuedJobsOfUser } from '../jobs/list-store.ts'
import { everyAtOne } from './at-one.ts'

/** Then the next round has its turn, which begins with who was shut out meanwhile; and a stop waits for no more. */
const MOST_A_ROUND = 1000
/** Every id comes behind it. */
const FIRST = ''

const isOut = (user: Awaited<ReturnType<typeof userById>>) => user?.disabled === 1 || user?.deleted_at !== null

/**
 * Cancels what users have queued who were shut out: who is out for what they have run must not have it run on; and what
 * was queued while their accounts were wound up, beyond what the transaction of the end could cancel itself. What a
 * host is at work on it brings to its end and is paid for. Apart from what ends calls and hosts, for which nobody may
 * wait until the twenty thousand jobs of somebody else are gone.
 */
export function startQueuesOfUsersOut(market: Market): () => Promise<void> {
  const queues = new QueuesOfUsersOut(market)
  return everyAtOne(market, 'queues-of-users-out', SHUT_OUT_EVERY_MS, () => queues.round())
}

export class QueuesOfUsersOut {
  readonly #market: Market
  #since = 0
  /** Of whom there may be queued jobs behind this one; the users take turns. */
  readonly #behind = new Map<string, string>()
  /** Of whose jobs one could not be cancelled: the next round begins with them anew. */
  readonly #failed = new Set<string>()

  constructor(market: Market) {
    this.#market = market
  }

  async round(): Promise<void> {
    const next = this.#market.clock.now() - SHUT_OUT_LOOK_BACK_MS
    const { database } = this.#market
    const out = [...(await usersOutSince(database, this.#since)), ...(await endedWithQueued(database, this.#since))]
    for (const user_id of [...out.map(({ user_id }) => user_id), ...this.#failed])
      if (!this.#behind.has(user_id)) this.#behind.set(user_id, FIRST)
    this.#failed.clear()
    this.#since = next
    for (let left = MOST_A_ROUND; left > 0; ) {
      const [turn] = this.#behind
      if (!turn) return
      left -= await this.#cancelSome(...turn)
    }
  }

  /** Answers how many were looked at. */
  async #cancelSome(userId: string, behind: string): Promise<number> {
    this.#behind.delete(userId)
    const jobs = await this.#guarded(userId, () => queuedJobsOfUser(this.#market.database, userId, behind))
    for (const { job_id } of jobs ?? [])
      if ((await this.#guarded(userId, () => this.#cancel(userId, job_id))) === false) return jobs?.length ?? 0
    const last = jobs?.[QUEUED_AT_ONCE - 1]
    if (last) this.#behind.set(userId, last.job_id)
    return jobs?.length ?? 0
  }

  /** False where the user has been let in: what is queued since is theirs. */
  #cancel(userId: string, jobId: string): Promise<boolean> {
    return cancelQueued(this.#market, jobId, async (tx) => isOut(await userById(tx, userId)))
  }

  /** One user's failure is nobody else's, nor one job's that of the jobs behind it. */
  async #guarded<T>(userId: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#failed.add(userId)
      // The others would each wait for it as long.
      if (error instanceof DatabaseAway) throw error
      this.#market.log.error({ err: error, user_id: userId }, 'what a user who is out has queued goes on for now')
      return undefined
    }
  }
}

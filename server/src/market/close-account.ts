import { deleteSessions } from '../accounts/sessions/session-store.ts'
import type { Tx } from '../storage/database.ts'
import { eraseAlerts } from './alerts/store.ts'
import { cancelIn } from './attempts/cancel.ts'
import { cancelQueuedOf } from './attempts/cancel-queued.ts'
import { eraseBatchesIn, eraseBatchesOf } from './batches/erase.ts'
import { eraseConversations } from './conversations/store.ts'
import type { Market } from './deps.ts'
import { eraseJobsOf } from './erasure/erase-person.ts'
import { eraseAnswers, eraseDisputes, eraseOfHosts, noteErasure } from './erasure/store.ts'
import { eraseFilesIn } from './files/erase-files.ts'
import { disownHosts } from './hosts/owner-store.ts'
import { queuedJobsOfUser } from './jobs/list-store.ts'
import { shutHostsOf } from './shut-out.ts'
import { endAtOnce } from './upkeep/shut-out-watch.ts'

/**
 * What the marketplace winds up when an account ends: queued jobs are cancelled with their reserves released; running
 * ones run to their end. Among one's own, hosts become unowned, so that their keys go on and can withdraw; with
 * strangers nobody answers for them any more: they are shut out, and their earnings frozen. Prompts and texts, files,
 * the addresses of engines and the destinations of withdrawals are erased; of what is still open, at its end.
 */
export function closingWith(market: Market) {
  return {
    /** Before the end, in many small transactions: twenty thousand jobs must not hold the writer at once. */
    async prepare(userId: string): Promise<void> {
      // First, since they make jobs.
      await eraseBatchesOf(market.database, userId)
      await cancelQueuedOf(market, userId)
      await eraseJobsOf(market.database, userId)
    },
    /** In the transaction of the end: what was queued since, as far as one look reaches; upkeep cancels the rest. */
    async finish(tx: Tx, userId: string): Promise<void> {
      for (const { job_id } of await queuedJobsOfUser(tx, userId)) await cancelIn(tx, market, job_id)
      await eraseBatchesIn(tx, userId)
      await eraseFilesIn(tx, userId)
      await eraseConversations(tx, userId)
      await eraseAlerts(tx, userId)
      await deleteSessions(tx, userId)
      await eraseOfHosts(tx, userId)
      await eraseAnswers(tx, userId)
      await eraseDisputes(tx, userId)
      if (market.trust === 'own') await disownHosts(tx, userId)
      else await shutHostsOf(tx, market, userId, 'the owner closed the account')
      // What ends from here on, and what running jobs say at their end, upkeep erases.
      await noteErasure(tx, userId, market.clock.now())
      tx.onCommit(() => {
        market.database.scrub()
        void endAtOnce(market)
      })
    },
  }
}

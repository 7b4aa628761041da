import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Database } from '../../storage/database.ts'
import { demandEnabled, type User } from '../authenticate.ts'
import { hashSecret } from '../secrets.ts'
import { proofOf } from './proof.ts'
import { type Sent, sameOrigin, secretIn } from './same-origin.ts'
import {
  deleteOldSessions,
  deleteSession,
  deleteSessionOf,
  insertSession,
  noteSessionUse,
  purgeSessions,
  sessionByHash,
} from './session-store.ts'

const HOUR_MS = 3_600_000
/** From its last use on. */
export const SESSION_MS = 12 * HOUR_MS
/** Uses are noted to this, so that a page that asks all the time does not write all the time. */
const NOTED_MS = 300_000
const PREFIX = 'mkt_s_'
const LONGEST_AGENT = 200
/** Of one account; who signs in once more is signed out of the one that was used the longest ago. */
export const MOST_SESSIONS = 50

export interface SessionDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Log
}

/** Who is signed in, and until when where the browser is not used again. */
export interface SignedIn {
  user: User
  session_id: string
  expires_at: number
}

interface Browser {
  address: string
  /** As it calls itself. */
  agent: string
  /** The cookies that it had: who signs in anew is signed out of what was open before, whosever it was. */
  cookie?: string | undefined
}

/** Opens a session for who has proven to be the user; the secret goes into the browser's cookie, its hash is kept. */
export async function openSession(
  { database, clock, ids }: SessionDeps,
  user: User,
  { address, agent, cookie }: Browser,
): Promise<SignedIn & { secret: string }> {
  const before = secretIn(cookie)
  const [now, secret, session_id] = [clock.now(), ids.secret(PREFIX), ids.next('ses')]
  const expires_at = now + SESSION_MS
  await database.transaction(async (tx) => {
    await purgeSessions(tx, now)
    if (before) await deleteSessionOf(tx, hashSecret(before))
    await insertSession(tx, {
      ...{ session_id, user_id: user.user_id, secret_hash: hashSecret(secret), proof: proofOf(user) },
      ...{ created_at: now, last_used_at: now, expires_at },
      ...{ address, agent: agent.replace(/\p{C}/gu, ' ').slice(0, LONGEST_AGENT) },
    })
    await deleteOldSessions(tx, user.user_id, MOST_SESSIONS)
  })
  return { user, session_id, expires_at, secret }
}

/**
 * Who is signed in by a request's cookie; undefined where it has none that is good. What would change something must
 * come from a page of this server: a cookie alone is sent by whatever page makes a browser send it. Error: forbidden.
 */
export async function signedIn(deps: SessionDeps, sent: Sent): Promise<SignedIn | undefined> {
  const secret = secretIn(sent.cookie)
  if (secret === undefined || !secret.startsWith(PREFIX)) return undefined
  const { database, clock } = deps
  const now = clock.now()
  const found = await sessionByHash(database, hashSecret(secret), now)
  if (!found || found.deleted_at !== null || found.proof !== proofOf(found)) return undefined
  if (!sameOrigin(sent)) throw new DomainError('forbidden', ELSEWHERE)
  demandEnabled(found)
  const { session_id, last_used_at } = found
  if (now - last_used_at < NOTED_MS) return { user: found, session_id, expires_at: found.expires_at }
  const expires_at = now + SESSION_MS
  await database
    .transaction((tx) => noteSessionUse(tx, session_id, now, expires_at))
    // What can be read must not wait for a disk that is full.
    .catch((error) => deps.log.warn({ err: error }, 'the use of a session could not be noted'))
  return { user: found, session_id, expires_at }
}

const ELSEWHERE =
  'This request comes with the cookie of somebody who is signed in, and not from a page of this server: ' +
  'send an Authorization header instead.'

/** Ends a session of a user; false where there is none of this id. */
export const endSession = ({ database }: SessionDeps, session_id: string, user_id: string): Promise<boolean> =>
  database.transaction((tx) => deleteSession(tx, session_id, user_id))

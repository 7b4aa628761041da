import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeCredential, setSecretHash } from '../../server/src/accounts/credential-store.ts'
import { issueSecret } from '../../server/src/accounts/issue-secret.ts'
import { hashSecret } from '../../server/src/accounts/secrets.ts'
import { proofOf } from '../../server/src/accounts/sessions/proof.ts'
import { deleteSession } from '../../server/src/accounts/sessions/session-store.ts'
import { openSession } from '../../server/src/accounts/sessions/sessions.ts'
import { endCallsOfRevoked } from '../../server/src/accounts/shut-out-watch.ts'
import { setPasswordHash, userById } from '../../server/src/accounts/user-store.ts'
import { type CameWith, OpenCalls, REVOKED } from '../../server/src/base/open-calls.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

let floor: Floor

await onEveryDialect((databases) => {
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  tokens()
  others()
})

/** A call of one server, and what a round of that server's watch makes of it. */
function open(caller: string, by: CameWith) {
  const { database, clock } = floor.market
  const [openCalls, controller] = [new OpenCalls(), new AbortController()]
  openCalls.enter(caller, controller, by)
  return async (now = clock.now()) => {
    await endCallsOfRevoked({ database, openCalls, clock: { ...clock, now: () => now } })
    return controller.signal.aborted && controller.signal.reason === REVOKED
  }
}
const userOf = async (user_id: string) => {
  const user = await userById(floor.market.database, user_id)
  if (!user) throw new Error('there is no such user')
  return user
}

function tokens(): void {
  test('a call ends once its token is revoked, on every server that has one; others of the user go on', async () => {
    const { database, clock, ids } = floor.market
    const user_id = await floor.user()
    const wanted = { kind: 'user' as const, subject_id: user_id, name: 'test' }
    const token = () => database.transaction((tx) => issueSecret(tx, { clock, ids }, wanted))
    const [one, other] = [await token(), await token()]
    const by = ({ credential_id: id }: { credential_id: string }) => ({ kind: 'credential' as const, id })
    const looks = [open(user_id, by(one)), open(user_id, by(one)), open(user_id, by(other))]
    expect(await Promise.all(looks.map((look) => look()))).toEqual([false, false, false])
    await database.transaction((tx) => revokeCredential(tx, one.credential_id, user_id, clock.now()))
    expect(await Promise.all(looks.map((look) => look()))).toEqual([true, true, false])
  })

  test('a call ends with the time of its token', async () => {
    const { database, clock, ids } = floor.market
    const subject_id = await floor.user()
    const expires_at = clock.now() + 60_000
    const rights = { scopes: null, models: null, spending: [], own: null, expires_at, parent_id: null }
    const wanted = { kind: 'user' as const, subject_id, name: 'test', rights }
    const { credential_id: id } = await database.transaction((tx) => issueSecret(tx, { clock, ids }, wanted))
    const look = open(subject_id, { kind: 'credential', id })
    expect([await look(expires_at - 1), await look(expires_at)]).toEqual([false, true])
  })
}

function others(): void {
  test('a call ends with the key of its host', async () => {
    const { database, clock, ids } = floor.market
    const subject_id = await floor.host()
    const wanted = { kind: 'host' as const, subject_id, name: 'test' }
    const { credential_id, secret } = await database.transaction((tx) => issueSecret(tx, { clock, ids }, wanted))
    const from = hashSecret(secret)
    const look = open(subject_id, { kind: 'host-key', id: from })
    expect(await look()).toBe(false)
    const secret_hash = hashSecret('mkt_h_another')
    await database.transaction((tx) => setSecretHash(tx, { credential_id, subject_id, from, secret_hash }))
    expect(await look()).toBe(true)
  })

  test('calls of a browser end with its session, and those of a password with the password', async () => {
    const { database, clock, ids, log } = floor.market
    const user = await userOf(await floor.user())
    const { user_id } = user
    const browser = () => openSession({ database, clock, ids, log }, user, { address: '127.0.0.1', agent: 'test' })
    const [one, other] = [await browser(), await browser()]
    const [first, second, basic] = [
      open(user_id, { kind: 'session', id: one.session_id }),
      open(user_id, { kind: 'session', id: other.session_id }),
      open(user_id, { kind: 'password', id: user_id, print: proofOf(user) }),
    ]
    await database.transaction((tx) => deleteSession(tx, one.session_id, user_id))
    expect([await first(), await second(), await basic()]).toEqual([true, false, false])
    await database.transaction((tx) => setPasswordHash(tx, user_id, 'another'))
    expect([await second(), await basic()]).toEqual([true, true])
  })
}

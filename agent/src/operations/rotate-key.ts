import { market } from '@mkt/schemas'
import { ApiError, UnreachableError } from '@mkt/schemas/client'
import type { Lock } from '@mkt/schemas/process/lock'
import type { CommandIo } from '../command-io.ts'
import { Failure } from '../failure.ts'
import { type HostSession, openHost, type PlaceFlags } from '../host-session.ts'
import { agentWith, lockState } from '../lock.ts'
import { keyWords } from '../words/rotate-key.ts'

/** `mkt-agent rotate-key`: a new key for the host; the old one is worth nothing from that moment on. */
export async function rotateKey(io: CommandIo, flags: PlaceFlags): Promise<undefined> {
  const session = openHost(io, flags)
  const lock = await lockFor(session.place.state)
  try {
    // A disk that takes no file must show before the server forgets the old key.
    session.state.save(session.identity)
    const api_key = await askForKey(session)
    save(io, session, api_key)
    io.print(keyWords.changed(session.identity.host_id, session.state.where(session.identity.server)))
    io.tell(keyWords.revoked)
  } finally {
    await lock.release()
  }
}

async function lockFor(dir: string): Promise<Lock> {
  return await lockState(dir).catch(async (error) => {
    const pid = await agentWith(dir)
    if (pid === undefined) throw error
    throw new Failure('inUse', keyWords.inUse(pid), [keyWords.stopFirst(pid)])
  })
}

async function askForKey({ client, identity }: HostSession): Promise<string> {
  try {
    return (await client.call(market.rotateHostKey, {})).api_key
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    throw await lost(error, () => client.call(market.hostMe, {}), identity.host_id)
  }
}

/** No answer: the old key tells whether the server had rotated it already. */
async function lost(error: UnreachableError, check: () => Promise<unknown>, host_id: string): Promise<Failure> {
  const gone = await check().then(
    () => false,
    (refusal) => (refusal instanceof ApiError && refusal.status === 401 ? true : undefined),
  )
  if (gone === false) return new Failure('failed', `${error.message}`, [keyWords.stillValid])
  if (gone === undefined) {
    return new Failure('failed', error.message, [keyWords.notKnown])
  }
  return new Failure('refused', keyWords.lost(host_id), [keyWords.ownerWithdraws, keyWords.registerAgain])
}

function save(io: CommandIo, { state, identity }: HostSession, api_key: string): void {
  try {
    state.save({ ...identity, api_key })
  } catch (error) {
    io.print(api_key)
    throw new Failure('failed', keyWords.notSaved((error as Error).message), [
      keyWords.putIt(state.where(identity.server)),
    ])
  }
}

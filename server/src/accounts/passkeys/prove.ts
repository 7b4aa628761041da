import type { PasskeyAnswer } from '@mkt/schemas'
import { demandEnabled, type Login, type User } from '../authenticate.ts'
import { userById } from '../user-store.ts'
import { challengeOf, notAccepted, verifyAnswer } from './ceremonies.ts'
import { demandParty, type PasskeyDeps } from './deps.ts'
import { makeOneTime, ONE_TIME_MS, useOneTime } from './one-time.ts'
import { passkeyByCredential, takeCounter } from './passkey-store.ts'

/** What a browser asks a passkey with. It names none: so whoever asks learns of no account. Error: not_found. */
export async function beginProof(deps: PasskeyDeps) {
  const { id } = demandParty(deps)
  const { secret } = await makeOneTime(deps, 'passkey-request', null)
  return {
    ...{ rpId: id, challenge: secret, timeout: ONE_TIME_MS },
    userVerification: 'required' as const,
    allowCredentials: [],
  }
}

export interface ProofDeps extends PasskeyDeps {
  failed: Login['failed']
}

/** Whose passkey answers. Its challenge is used up whatever comes of it. Errors: not_found, forbidden. */
export async function provenBy(deps: ProofDeps, answer: PasskeyAnswer, address: string): Promise<User> {
  const party = demandParty(deps)
  const { database, clock } = deps
  if (!(await useOneTime(deps, challengeOf(answer), 'passkey-request', null))) throw notAccepted()
  const passkey = await passkeyByCredential(database, answer.id)
  const user = passkey && (await userById(database, passkey.user_id))
  try {
    if (!passkey || !user || user.deleted_at !== null || handleOf(answer) !== user.user_id) throw notAccepted()
    const counter = await verifyAnswer(party, answer, passkey)
    const { passkey_id } = passkey
    if (!(await database.transaction((tx) => takeCounter(tx, passkey_id, counter, clock.now())))) throw notAccepted()
  } catch (error) {
    deps.failed?.({ username: user?.username, address })
    throw error
  }
  return demandEnabled(user)
}

const handleOf = ({ response }: PasskeyAnswer) => Buffer.from(response.userHandle, 'base64url').toString('utf8')

/** A code beside the password, for whoever comes from where no passkey can be asked. Errors: not_found, forbidden. */
export async function codeBy(deps: ProofDeps, answer: PasskeyAnswer, address: string) {
  const { user_id } = await provenBy(deps, answer, address)
  return await makeOneTime(deps, 'passkey-code', user_id)
}

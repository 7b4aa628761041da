import { market, type PasskeyAnswer, type PasskeyCreated, passkeyAnswer, passkeyCreated } from '@mkt/schemas'
import { api } from '../api.ts'
import { t } from '../texts/texts.ts'
import { PasskeyFault } from './passkey-fault.ts'
import { person } from './session.ts'

const IP_ADDRESS = /^[\d.]+$|:/

/** Whether this browser has passkeys at this address, which it never has at a bare number, and writes them as JSON. */
export const canPasskey =
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !IP_ADDRESS.test(location.hostname)

async function given(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await asked.catch((error: unknown) => {
    const known = error instanceof DOMException && error.name === 'InvalidStateError'
    throw new PasskeyFault(known ? t.passkeys.hasOne : t.passkeys.notGiven)
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFault(t.passkeys.notGiven)
  return credential
}

/** Has the browser make a passkey for who is signed in. */
export async function makePasskey(password: string): Promise<PasskeyCreated> {
  const options = await api.call(market.beginPasskey, { body: { password } })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  return passkeyCreated.parse((await given(navigator.credentials.create({ publicKey }))).toJSON())
}

/** Signs in by whichever passkey the person chooses. */
export async function signInByPasskey(): Promise<void> {
  const options = await api.call(market.beginPasskeyLogin, {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const answered = await given(navigator.credentials.get({ publicKey }))
  const response: PasskeyAnswer = passkeyAnswer.parse(answered.toJSON())
  person.value = await api.call(market.createPasskeySession, { body: { response } })
}

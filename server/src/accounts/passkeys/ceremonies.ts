import type { PasskeyAnswer, PasskeyCreated } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE numbers of what may sign, best known first: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257]

/** Passkeys are used by few, and this takes 26 MB and 0.2 s: it is loaded with the first of them. */
const webAuthn = () => import('@simplewebauthn/server')
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers')

/** What a browser says of a ceremony; undefined where it is none. */
interface ClientData {
  challenge: string
  origin: string
  crossOrigin?: unknown
}

/** A new passkey, or the count of one that was used. */
export interface NewCredential {
  credential_id: string
  public_key: string
  counter: number
  synced: boolean
}

/** The challenge that an answer is for; empty where it names none. */
export const challengeOf = (answer: PasskeyCreated | PasskeyAnswer) => readClientData(answer)?.challenge ?? ''

/** Whether a passkey was made for this market, by somebody who was asked who they are. Errors: forbidden. */
export async function verifyCreated(party: RelyingParty, created: PasskeyCreated): Promise<NewCredential> {
  demandOwnPage(party, readClientData(created))
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await orRefuse(async () => {
    await demandNoCertificates(created)
    const { id, rawId, type, response } = created
    return await verifyRegistrationResponse({
      response: { id, rawId, type, response: { ...response, transports: [] }, clientExtensionResults: {} },
      ...expected(party, created),
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!registrationInfo) throw notAccepted()
  const { credential, credentialDeviceType } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    synced: credentialDeviceType === 'multiDevice',
  }
}

interface Known {
  credential_id: string
  public_key: string
  counter: number
}

/** The count of a passkey that answered as it is, for this market, used by somebody whom it knows. Errors: forbidden. */
export async function verifyAnswer(party: RelyingParty, answer: PasskeyAnswer, known: Known): Promise<number> {
  demandOwnPage(party, readClientData(answer))
  const { verifyAuthenticationResponse } = await webAuthn()
  const publicKey = new Uint8Array(Buffer.from(known.public_key, 'base64url'))
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      ...expected(party, answer),
      credential: { id: known.credential_id, publicKey, counter: known.counter },
    }),
  )
  if (!verified) throw notAccepted()
  return authenticationInfo.newCounter
}

/** The challenge was found and used up before: here it stands for itself. */
function expected({ id, origin }: RelyingParty, answer: PasskeyCreated | PasskeyAnswer) {
  return {
    expectedChallenge: challengeOf(answer),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }
}

function readClientData({ response }: PasskeyCreated | PasskeyAnswer): ClientData | undefined {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    return typeof said?.challenge === 'string' && typeof said.origin === 'string' ? said : undefined
  } catch {
    return undefined
  }
}

/** Said by name, since it is what goes wrong where a market has moved or stands behind another address than it says. */
function demandOwnPage({ origin }: RelyingParty, said: ClientData | undefined): void {
  if (!said) throw notAccepted()
  if (said.origin !== origin || said.crossOrigin === true)
    throw new DomainError('forbidden', `Passkeys of this market are used at ${origin} only; open that address.`)
}

/**
 * We ask for no certificates, and browsers take them out. What holds some is not of a browser, and checking them could
 * have the server fetch lists of revoked ones from wherever they say.
 */
async function demandNoCertificates({ response }: PasskeyCreated): Promise<void> {
  const { decodeAttestationObject } = await webAuthnHelpers()
  const object = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = object.get('fmt')
  if (format !== 'none' && (format !== 'packed' || object.get('attStmt').get('x5c') !== undefined)) throw notAccepted()
}

/** What the library throws is what is wrong with the answer. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    throw notAccepted(error)
  }
}

export function notAccepted(cause?: unknown): DomainError {
  const message =
    'This passkey was not accepted here: it must answer a fresh request of this market, and know its user.'
  return new DomainError('forbidden', message, { cause })
}

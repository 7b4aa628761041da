import { z } from 'zod'
import { id, line, timestamp } from './text.ts'

export const passkeyId = id('psk')

/** Bytes as base64url without padding, as WebAuthn's JSON has them. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((max * 4) / 3))
    .regex(/^[\w-]+$/, { error: 'must be base64url without padding' })

const CREDENTIAL_ID_BYTES = 1023
const CLIENT_DATA_BYTES = 4096
// A key of RSA and an attestation of its own take far less.
const ATTESTATION_BYTES = 8192
const TRANSPORTS = 10

const credential = { id: bytes(CREDENTIAL_ID_BYTES), rawId: bytes(CREDENTIAL_ID_BYTES), type: z.literal('public-key') }

/** What `navigator.credentials.create` gave, as its `toJSON` writes it. */
export const passkeyCreated = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(CLIENT_DATA_BYTES),
      attestationObject: bytes(ATTESTATION_BYTES),
      transports: z.array(z.string().max(32)).max(TRANSPORTS).optional(),
    }),
  })
  .meta({ id: 'PasskeyCreated' })
export type PasskeyCreated = z.infer<typeof passkeyCreated>

/** What `navigator.credentials.get` gave, as its `toJSON` writes it. */
export const passkeyAnswer = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(CLIENT_DATA_BYTES),
      authenticatorData: bytes(2048),
      signature: bytes(2048),
      /** A passkey knows whose it is, and says so. */
      userHandle: bytes(64),
    }),
  })
  .meta({ id: 'PasskeyAnswer' })
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

const known = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) })

/** For `navigator.credentials.create`, by way of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const passkeyCreation = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(known),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ id: 'PasskeyCreation' })

/** For `navigator.credentials.get`, by way of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const passkeyRequest = z
  .object({
    rpId: z.string(),
    challenge: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    /** Empty: any passkey of this market, which says whose it is. */
    allowCredentials: z.array(known),
  })
  .meta({ id: 'PasskeyRequest' })

/** `synced`: it may be on several devices. */
export const passkey = z
  .object({
    passkey_id: passkeyId,
    name: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    synced: z.boolean(),
  })
  .meta({ id: 'Passkey' })

export const passkeyName = line(100)

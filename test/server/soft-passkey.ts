import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator and its browser may get wrong. */
export interface Wrong {
  origin?: string
  rpId?: string
  /** Nobody was asked for a finger or a PIN. */
  unverified?: boolean
  counter?: number
  crossOrigin?: boolean
  userHandle?: string
  /** Of another ceremony. */
  type?: string
  /** An attestation with a certificate, which nobody asks for. */
  certified?: boolean
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
const FLAGS = { present: 0x01, verified: 0x04, holdsKey: 0x40 }

/** The few forms of CBOR (RFC 8949) that passkeys are written in. */
type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>
function head(major: number, value: number): Buffer {
  const first = major << 5
  if (value < 24) return Buffer.of(first | value)
  if (value < 256) return Buffer.of(first | 24, value)
  return Buffer.of(first | 25, value >> 8, value & 0xff)
}
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)])])
}

/** COSE's form of an ES256 key. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** An authenticator in software with one passkey in it, and the browser that it is asked by. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #at: { origin: string; rpId: string }
  #user = ''
  counter = 0

  constructor(at: { origin: string; rpId: string }) {
    this.#at = at
  }

  /** As `navigator.credentials.create`. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, wrong: Wrong = {}) {
    this.#user = user.id
    const credentialId = Buffer.from(this.id, 'base64url')
    const length = Buffer.of(credentialId.length >> 8, credentialId.length & 0xff)
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(this.#keys.publicKey)])
    const statement = new Map<Cbor, Cbor>(wrong.certified ? [['x5c', [Buffer.from('certificate')]]] : [])
    const object = new Map<Cbor, Cbor>([
      ['fmt', wrong.certified ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', this.#data(wrong, FLAGS.holdsKey, attested)],
    ])
    const clientDataJSON = this.#clientData('webauthn.create', challenge, wrong).toString('base64url')
    const response = { clientDataJSON, attestationObject: cbor(object).toString('base64url'), transports: ['internal'] }
    return this.#answer(response)
  }

  /** As `navigator.credentials.get`. */
  get({ challenge }: { challenge: string }, wrong: Wrong = {}) {
    this.counter = wrong.counter ?? this.counter + 1
    const data = this.#data(wrong, 0, Buffer.alloc(0))
    const clientData = this.#clientData('webauthn.get', challenge, wrong)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: wrong.userHandle ?? this.#user,
    })
  }

  #answer<T>(response: T) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  #data({ rpId = this.#at.rpId, unverified = false }: Wrong, more: number, attested: Buffer): Buffer {
    const flags = FLAGS.present | (unverified ? 0 : FLAGS.verified) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, attested])
  }

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const { origin = this.#at.origin, crossOrigin = false } = wrong
    return Buffer.from(JSON.stringify({ type: wrong.type ?? type, challenge, origin, crossOrigin }))
  }
}

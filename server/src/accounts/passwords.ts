import { argon2, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What argon2 is asked for: `message` is the password, `nonce` the salt, `memory` in KiB. */
export interface Derivation {
  algorithm: 'argon2id'
  message: string
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

/** Turns a password into its tag: slowly, and never on the event loop. */
export type Derive = (derivation: Derivation) => Promise<Uint8Array>

const onPool = promisify(argon2)

/** For a program that hashes one password and ends. A server must not: its commits wait on the same pool of threads. */
export const deriveOnPool: Derive = ({ algorithm, ...parameters }) => onPool(algorithm, parameters)

// OWASP's second choice for argon2id; about 70 ms.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, the PHC string that other programs read too. */
export async function hashPassword(password: string, derive: Derive): Promise<string> {
  const salt = randomBytes(16)
  return phc(salt, await derive({ algorithm: 'argon2id', message: password, nonce: salt, ...COST }))
}

/** A hash of no password: to be refused by it costs what a wrong password costs. */
export const hashOfNobody = () => phc(randomBytes(16), randomBytes(COST.tagLength))

function phc(salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Whether any password may fit; accounts made for a documents key have none. */
export const isPasswordHash = (text: string) => PHC.test(text)

/** Whether the password is the hash's; takes as long when it is not. */
export async function verifyPassword(password: string, hash: string, derive: Derive): Promise<boolean> {
  const match = PHC.exec(hash)
  if (!match) return false
  const [, memory, passes, parallelism, salt, tag] = match as unknown as string[]
  const expected = Buffer.from(tag as string, 'base64')
  const actual = await derive({
    algorithm: 'argon2id',
    message: password,
    nonce: Buffer.from(salt as string, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}

const REMEMBERED = 10_000

/**
 * Remembers, in this process only, which passwords were verified, so that Basic credentials cost argon2 once and not
 * on every request. The key holds the stored hash: a changed password or hash is never remembered.
 */
export function createVerifier(derive: Derive) {
  const pepper = randomBytes(32).toString('base64')
  const verified = new Set<string>()
  const running = new Map<string, Promise<boolean>>()
  return async (password: string, hash: string): Promise<boolean> => {
    // Nobody sees a key, so the pepper in front does as well as an HMAC, which costs ten times as much.
    const key = digest('sha256', `${pepper}\0${hash}\0${password}`, 'base64')
    if (verified.has(key)) return true
    const pending = running.get(key) ?? verifyPassword(password, hash, derive).finally(() => running.delete(key))
    running.set(key, pending)
    const right = await pending
    if (right && verified.size < REMEMBERED) verified.add(key)
    else if (right) verified.clear()
    return right
  }
}
export type Verifier = ReturnType<typeof createVerifier>

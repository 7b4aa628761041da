import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

// OWASP's second choice for argon2id; about 70 ms on a thread of libuv's pool, never on the event loop.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, the PHC string that other programs read too. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce: salt, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Whether any password may fit; accounts made for a documents key have none. */
export const isPasswordHash = (text: string) => PHC.test(text)

/** Whether the password is the hash's; takes as long when it is not. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = PHC.exec(hash)
  if (!match) return false
  const [, memory, passes, parallelism, salt, tag] = match as unknown as string[]
  const expected = Buffer.from(tag as string, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt as string, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const REMEMBERED = 10_000

/**
 * Remembers, in this process only, which passwords were verified, so that Basic credentials cost argon2 once and not
 * on every request. The key holds the stored hash: a changed password or hash is never remembered.
 */
export function createVerifier() {
  const pepper = randomBytes(32)
  const verified = new Set<string>()
  const running = new Map<string, Promise<boolean>>()
  return async (password: string, hash: string): Promise<boolean> => {
    const key = createHmac('sha256', pepper).update(`${hash}\0${password}`).digest('base64')
    if (verified.has(key)) return true
    const pending = running.get(key) ?? verifyPassword(password, hash).finally(() => running.delete(key))
    running.set(key, pending)
    const right = await pending
    if (right && verified.size < REMEMBERED) verified.add(key)
    else if (right) verified.clear()
    return right
  }
}
export type Verifier = ReturnType<typeof createVerifier>

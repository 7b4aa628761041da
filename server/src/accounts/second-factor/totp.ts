import { createHmac } from 'node:crypto'

/** RFC 6238 as every authenticator app does it: HMAC-SHA-1, 30 seconds, 6 digits. */
const STEP_MS = 30_000
const DIGITS = 6
/** Steps that a clock may be off by, each way. */
const DRIFT = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The number of the step at a moment (wall ms). */
export const stepAt = (at: number) => Math.floor(at / STEP_MS)

/** RFC 4226: the code of a counter. */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step that a code is of, around a moment (wall ms); undefined where it is of none. */
export function stepOf(secret: Uint8Array, code: string, at: number): number | undefined {
  const now = stepAt(at)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index)
  return steps.find((step) => codeAt(secret, step) === code)
}

/** RFC 4648 base32 without padding, as apps take secrets. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What an app reads from a QR code. */
export function otpauthUri(secret: Uint8Array, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=30`
}

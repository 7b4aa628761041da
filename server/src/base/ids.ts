import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

export type IdKind =
  | ('usr' | 'host' | 'job' | 'doc' | 'ana')
  | 'tok'
  | 'ltx'
  | 'wdr'
  | 'pur'
  | 'whk'
  | 'msg'
  | 'psk'
  | 'ses'
  | 'bat'
  | 'file'
  | 'cnv'
  | 'chk'
  | 'srv'

/** Makes ids and secrets; chance is injected so that a simulated run repeats from its seed. */
export interface Ids {
  /** `job_` and 26 characters that sort by time; within one process strictly in the order made. */
  next(kind: IdKind): string
  /** A secret of 256 bits: `mkt_u_` and 43 characters of base64url. */
  secret(prefix: string): string
}

export type Chance = (bytes: number) => Buffer

// Crockford's base 32, lower case: no i, l, o, u, and byte order is value order.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Chance from a stock: asking the system for each id costs 5 % of a submission. What was given is wiped. */
export function stockedChance(stockBytes = 4096, refill: Chance = randomBytes): Chance {
  let stock: Buffer = Buffer.alloc(0)
  return (bytes) => {
    if (stock.length < bytes) stock = refill(Math.max(stockBytes, bytes))
    const given = Buffer.from(stock.subarray(0, bytes))
    stock.fill(0, 0, bytes)
    stock = stock.subarray(bytes)
    return given
  }
}

export function createIds(clock: Clock, chance: Chance = stockedChance()): Ids {
  let last = 0n
  return {
    next(kind) {
      const fresh = (BigInt(clock.now()) << 80n) | BigInt(`0x${chance(10).toString('hex')}`)
      // Two ids of one millisecond, or a clock that went back, still sort in the order they were made.
      last = fresh > last ? fresh : last + 1n + BigInt(chance(4).readUInt32BE())
      return `${kind}_${encode(last)}`
    },
    secret: (prefix) => prefix + chance(32).toString('base64url'),
  }
}

/** The least id of a kind that is made at this moment or later: ids below it are of the time before. */
export function firstIdAt(kind: IdKind, ms: number): string {
  return `${kind}_${encode(BigInt(Math.max(0, ms)) << 80n)}`
}

function encode(value: bigint): string {
  let text = ''
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((value >> shift) & 31n)]
  return text
}

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '../base/errors.ts'
import { type Limits, LOOPBACK_FACTOR } from '../limits.ts'

/** Counts events of one kind by key; over the limit it refuses with rate_limited and when to come back. */
export interface RateLimit {
  /** Counts one event of an address. */
  consume(address: string): Promise<void>
}

const HOUR_S = 3600
const BURST_SHARE = 5
const FAILURE_WINDOW_S = 15 * 60

/** `perHour` events an hour in bursts of a fifth: a fifth of them in each fifth of an hour. */
export function hourlyLimit(perHour: number, what: string): RateLimit {
  const duration = HOUR_S / BURST_SHARE
  const near = new RateLimiterMemory({ points: (perHour * LOOPBACK_FACTOR) / BURST_SHARE, duration })
  const far = new RateLimiterMemory({ points: Math.ceil(perHour / BURST_SHARE), duration })
  return {
    async consume(address) {
      await (isLoopback(address) ? near : far).consume(address).catch((refusal) => refuse(refusal, what))
    },
  }
}

/** Bounds wrong passwords, by account and by address. */
export interface LoginFailures {
  /**
   * Verifies a password within the bounds: over them it is rate_limited, whatever the password. An attempt counts from
   * its start, so that many at once get no further than one after the other; a right password gives its count back.
   */
  attempt(account: string, address: string, verify: () => Promise<boolean>): Promise<boolean>
}

export function loginFailures(limits: Limits): LoginFailures {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: FAILURE_WINDOW_S })
  const far = limiter(limits.login_failures)
  const near = limiter(limits.login_failures * LOOPBACK_FACTOR)
  // One address may try many accounts: it gets as many failures as ten accounts. Loopback is every script's address.
  const addresses = limiter(limits.login_failures * LOOPBACK_FACTOR)
  return {
    async attempt(account, address, verify) {
      const loopback = isLoopback(address)
      const counts: [RateLimiterMemory, string][] = [[loopback ? near : far, account]]
      if (!loopback) counts.push([addresses, address])
      for (const [counter, key] of counts) {
        await counter.consume(key).catch((refusal) => refuse(refusal, 'failed logins'))
      }
      const right = await verify()
      if (right) for (const [counter, key] of counts) await counter.reward(key)
      return right
    },
  }
}

function refuse(state: unknown, what: string): never {
  const waitMs = state instanceof RateLimiterRes ? state.msBeforeNext : 1000
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000))
  throw new DomainError('rate_limited', `Too many ${what}; try again in ${retryAfterS} seconds.`, { retryAfterS })
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

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

/** Failed logins by account and by address. */
export interface LoginFailures {
  /** Refuses when the account or the address has failed too often, whatever the password. */
  check(username: string, address: string): Promise<void>
  count(username: string, address: string): Promise<void>
}

export function loginFailures(limits: Limits): LoginFailures {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: FAILURE_WINDOW_S })
  const far = limiter(limits.login_failures)
  const near = limiter(limits.login_failures * LOOPBACK_FACTOR)
  // One address may try many accounts: it gets as many failures as ten accounts.
  const addresses = limiter(limits.login_failures * LOOPBACK_FACTOR)
  const choose = (address: string) => (isLoopback(address) ? near : far)
  return {
    async check(username, address) {
      await refuseWhenFull(choose(address), username)
      if (!isLoopback(address)) await refuseWhenFull(addresses, address)
    },
    async count(username, address) {
      await choose(address).penalty(username)
      await addresses.penalty(address)
    },
  }
}

async function refuseWhenFull(limiter: RateLimiterMemory, key: string): Promise<void> {
  const state = await limiter.get(key)
  if (state && state.consumedPoints >= limiter.points) refuse(state, 'failed logins')
}

function refuse(state: unknown, what: string): never {
  const waitMs = state instanceof RateLimiterRes ? state.msBeforeNext : 1000
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000))
  throw new DomainError('rate_limited', `Too many ${what}; try again in ${retryAfterS} seconds.`, { retryAfterS })
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

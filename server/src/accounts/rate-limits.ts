import { DomainError } from '../base/errors.ts'
import type { Limits } from '../limits.ts'
import type { Counted, RateLimits, WindowLimit } from '../live/rate-limits.ts'
import { addressKey, isLoopback, pointsFor } from './address.ts'

/** Counts events of one kind by key; over the limit it refuses with rate_limited and when to come back. */
export interface RateLimit {
  /** Counts one event of an address, or of a user by their id. */
  consume(address: string): Promise<void>
}

const HOUR_S = 3600
const BURST_SHARE = 5
const FAILURE_WINDOW_S = 15 * 60
/**
 * Wrong codes of an app at one account in a day, from places where its password was not right before. Of a million
 * codes three are right at a time: who has the password and guesses on for a year gets in with one chance in ten.
 */
const [WRONG_CODES, CODES_WINDOW_S] = [100, 24 * 3600]

/** `perHour` events an hour in bursts of a fifth: a fifth of them in each fifth of an hour. */
export function hourlyLimit(rates: RateLimits, perHour: number, what: string): RateLimit {
  const seconds = HOUR_S / BURST_SHARE
  const near = rates.window(`${what}, near`, { points: pointsFor('::1', perHour) / BURST_SHARE, seconds })
  const far = rates.window(what, { points: Math.ceil(perHour / BURST_SHARE), seconds })
  return {
    async consume(address) {
      const limiter = isLoopback(address) ? near : far
      const over = await limiter.consume(addressKey(address))
      if (over) throw refusalOf(over, what)
    },
  }
}

/**
 * `half`: the password is right and nothing shows a second factor that the account has. That counts as no failure, but
 * whoever has only the password is no better known from there than before.
 */
export type Verdict = boolean | 'half'

/** Bounds wrong passwords. */
export interface LoginFailures {
  /**
   * Verifies a password within the bounds: over them it is rate_limited, whatever the password. An attempt counts from
   * its start, so that many at once get no further than one after the other; a right password gives its count back,
   * and so does one that could not be looked at.
   */
  attempt(account: string, address: string, verify: () => Promise<Verdict>): Promise<boolean>
  /** Verifies a code beside the right password; one of figures, which can be guessed, within a bound of its own. */
  code(said: { account: string; address: string; code: string }, verify: () => Promise<boolean>): Promise<boolean>
  /** Why an attempt from there would be refused, whatever the account; undefined where it would be looked at. */
  refusal(address: string): Promise<DomainError | undefined>
}

/** What one address may guess at all accounts, and all strange ones at one account, in shares of a login's bound. */
const TOGETHER = 10

/**
 * Three bounds in a quarter of an hour: of one address at one account; of one address at all accounts; and of all
 * addresses together at one account, which leaves out those from which its password was right before. So whoever
 * guesses at an account, from however many addresses, never locks its owner out of the places where they work.
 */
export function loginFailures(rates: RateLimits, limits: Limits): LoginFailures {
  const limiter = (name: string, points: number) =>
    rates.window(`logins ${name}`, { points, seconds: FAILURE_WINDOW_S })
  const bound = limits.login_failures
  const [far, near] = [limiter('far', bound), limiter('near', pointsFor('::1', bound))]
  const addresses = limiter('of addresses', bound * TOGETHER)
  const strangers = limiter('of strangers', bound * TOGETHER)
  const codes = rates.window('codes of strangers', { points: WRONG_CODES, seconds: CODES_WINDOW_S })
  const proven = new Proven()
  return {
    async code({ account, address, code }, verify) {
      if (!/^\d+$/.test(code) || proven.has(`${addressKey(address)} ${account}`)) return await verify()
      const over = await codes.consume(account)
      if (over) throw refusalOf(over, 'wrong codes at this account; recovery codes and passkeys still work')
      const right = await verify()
      if (right) await codes.reward(account)
      return right
    },
    async refusal(address) {
      const state = isLoopback(address) ? undefined : await addresses.get(addressKey(address))
      return state && state.points >= bound * TOGETHER ? refusalOf(state, 'failed logins') : undefined
    },
    async attempt(account, address, verify) {
      const key = addressKey(address)
      const pair = `${key} ${account}`
      // By address first: one that is refused leaves no counters behind for every name that it makes up.
      const counts: [WindowLimit, string][] = isLoopback(address)
        ? [[near, pair]]
        : [
            [addresses, key],
            [far, pair],
          ]
      if (!isLoopback(address) && !proven.has(pair)) counts.push([strangers, account])
      for (const [counter, name] of counts) {
        const over = await counter.consume(name)
        if (over) throw refusalOf(over, 'failed logins')
      }
      const giveBack = async () => {
        for (const [counter, name] of counts) await counter.reward(name)
      }
      const right = await verify().catch(async (error) => {
        await giveBack()
        throw error
      })
      if (!right) return false
      if (right !== 'half') proven.add(pair)
      await giveBack()
      return true
    },
  }
}

const MOST_PROVEN = 10_000

/** Where an account's password was right, in this process; the ones that are used least are forgotten first. */
class Proven {
  readonly #pairs = new Set<string>()

  has(pair: string): boolean {
    return this.#pairs.has(pair)
  }

  add(pair: string): void {
    this.#pairs.delete(pair)
    this.#pairs.add(pair)
    const [oldest] = this.#pairs
    if (this.#pairs.size > MOST_PROVEN && oldest !== undefined) this.#pairs.delete(oldest)
  }
}

function refusalOf({ ms_left }: Counted, what: string): DomainError {
  const retryAfterS = Math.max(1, Math.ceil(ms_left / 1000))
  return new DomainError('rate_limited', `Too many ${what}; try again in ${retryAfterS} seconds.`, { retryAfterS })
}

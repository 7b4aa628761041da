import { market as endpoints } from '@mkt/schemas'
import type { Login } from '../accounts/authenticate.ts'
import { HashingThreads } from '../accounts/hashing-threads.ts'
import { KnownLogins } from '../accounts/known-logins.ts'
import { createVerifier, type Derive } from '../accounts/passwords.ts'
import { loginFailures } from '../accounts/rate-limits.ts'
import type { Seals } from '../accounts/second-factor/seals.ts'
import type { DomainError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Limits } from '../limits.ts'
import type { RateLimits } from '../live/rate-limits.ts'

interface Deps {
  rates: RateLimits
  log: Log
  limits: Limits
  seals: Seals
}

/** What asks for no credentials, and looks at none. */
const OPEN = new Set(
  Object.values(endpoints).flatMap(({ method, path, credential }) =>
    credential === 'none' ? [`${method} ${path}`] : [],
  ),
)

/** What checks passwords, and who is told to come back later; `given` hashes in the place of threads. */
export function openLogins({ rates, log, limits, seals }: Deps, given: Derive | undefined) {
  const hashing = given ? hashingWith(given) : threadsFor(limits)
  const failures = loginFailures(rates, limits)
  const known = new KnownLogins()
  const login: Login = {
    verify: createVerifier(hashing.derive),
    failures,
    known,
    seals,
    failed: (attempt) => log.info(attempt, 'login failed'),
  }
  const refusal = async (authorization: string, address: string): Promise<DomainError | undefined> => {
    const crowded = hashing.refusal()
    return crowded && !known.has(authorization) ? crowded : await failures.refusal(address)
  }
  return { login, derive: hashing.derive, crowd: { refusal, open: OPEN }, close: () => hashing.close() }
}

const hashingWith = (derive: Derive) => ({ derive, refusal: () => undefined, close: async () => undefined })

/** Threads start with the first password, so that what is never asked for one has none. */
const threadsFor = ({ password_threads: threads, passwords_waiting: waiting }: Limits) =>
  new HashingThreads({ threads, waiting })

import { readFileSync } from 'node:fs'
import { type RiskPolicy, riskPolicy, STANDARD_POLICY } from './documents/risk/policy/policy.ts'

/** A policy file that cannot be used; its message says why. */
export class PolicyError extends Error {
  override name = 'PolicyError'
}

/** The operator's policy, or the standard one where no file is named. Throws PolicyError. */
export function readPolicy(path: string | undefined): RiskPolicy {
  if (path === undefined) return STANDARD_POLICY
  const parsed = riskPolicy.safeParse(parse(path))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`)
  throw new PolicyError(`is no risk policy: ${faults.slice(0, 5).join('; ')}`)
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new PolicyError(`${why}: ${(error as Error).message}`)
  }
}

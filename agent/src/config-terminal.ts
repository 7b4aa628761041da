import type { Environment } from './config-reader.ts'

/** Does the terminal obey escape sequences? One that calls itself dumb prints them. */
export function movesCursor(env: Environment = process.env): boolean {
  return env.TERM !== 'dumb'
}

import { phrases } from '../../vocabulary/compile.ts'

const LEGAL =
  /(?:^|\s|\()(?:inc|ltd|limited|ltee|ltée|llc|llp|lp|plc|corp|corporation|co|company|cie|gmbh|s\.?a\.?)\.?\)?$/i
const INSTITUTION =
  /\b(?:authority|university|college|school|institute|hospital|cent(?:re|er)|commission|council|board|agency|services|resources|association|society|foundation|system|district|union|trust|fund|partners|group|holdings|université|collège|hôpital|commission scolaire|services)$/i
const OPEN = /(?:\b(?:of|of the|and|for|de|de la|du|des|et|the|la|le|les)|[&,(/-])$/i
const CONTINUES = /^(?:of|and|for|de|du|des|et|o\/a|dba|d\/b\/a)\b|^[&(]/i
const NO_NAME = new RegExp(`^${phrases('name.address_begins')}\\b`, 'iu')

/**
 * How many of these lines are the name that the first one starts: institutions' names run over several lines, and
 * what follows is an address.
 */
export function nameLength(lines: readonly string[]): number {
  let count = 1
  while (count < Math.min(3, lines.length) && isContinued(lines[count - 1] as string, lines[count] as string)) count++
  return count
}

function isContinued(line: string, next: string): boolean {
  if (/\d/.test(next) || NO_NAME.test(next) || !/\p{L}{2}/u.test(next)) return false
  if (OPEN.test(line) || CONTINUES.test(next)) return true
  return !LEGAL.test(line) && (LEGAL.test(next) || INSTITUTION.test(next))
}

/** A family name in capitals that has its line to itself has the given names under it. */
export function hasGivenBelow(line: string, next: string): boolean {
  const given = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u.test(next) && !NO_NAME.test(next)
  // Two lines in capitals throughout may be anything.
  const [one, two] = [/^[\p{Lu}'’-]{2,}$/u, /^[\p{Lu}'’-]{2,}(?: [\p{Lu}'’-]{2,}){1,2}$/u]
  return given && (one.test(line) || (two.test(line) && /\p{Ll}/u.test(next)))
}

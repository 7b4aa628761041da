import { foldCase } from '../../values/fold.ts'
import { begins, phrases } from '../../vocabulary/compile.ts'
import { endsInLegalForm, isLegalForm } from './legal-form.ts'

const INSTITUTION = new RegExp(`\\b${phrases('name.institution')}$`, 'u')
const OPEN = new RegExp(`(?:(?<!\\p{L})${phrases('name.open')}|[&(/-])$`, 'u')
const CONTINUES = new RegExp(`^${phrases('name.continues')}(?![\\p{L}\\d])|^[&(]`, 'u')
const ADDRESS = begins('name.address_begins')

/** More lines than this no name was seen to take. */
const MOST_LINES = 3

/**
 * How many of these lines are the name that the first one starts: institutions' names run over several lines, and
 * what follows is an address.
 */
export function nameLength(lines: readonly string[]): number {
  return lengthBy(isContinued, lines)
}

/** The same where a person or a motto may stand over a company: only what the words themselves leave open goes on. */
export function openNameLength(lines: readonly string[]): number {
  return lengthBy(runsOn, lines)
}

function lengthBy(continues: (line: string, next: string) => boolean, lines: readonly string[]): number {
  const most = Math.min(MOST_LINES, lines.length)
  let count = 1
  while (count < most && continues(lines[count - 1] as string, lines[count] as string)) count++
  return count
}

/** `The Society of` + `Weavers`, `Smith` + `& Sons`, `Azulejos do Norte,` + `S.A.`. */
function runsOn(line: string, next: string): boolean {
  if (line.endsWith(',') && !next.includes(' ') && endsInLegalForm(next)) return true
  if (isLegalForm(next)) return true
  return mayContinue(next) && (OPEN.test(foldCase(line)) || CONTINUES.test(foldCase(next)))
}

function isContinued(line: string, next: string): boolean {
  if (!mayContinue(next)) return false
  if (runsOn(line, next) || line.endsWith(',')) return true
  return !endsInLegalForm(line) && (endsInLegalForm(next) || INSTITUTION.test(foldCase(next)))
}

function mayContinue(next: string): boolean {
  return !/\d/.test(next) && !ADDRESS.test(foldCase(next)) && /\p{L}{2}/u.test(next)
}

/** A family name in capitals that has its line to itself has the given names under it. */
export function hasGivenBelow(line: string, next: string): boolean {
  const given = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u.test(next) && !ADDRESS.test(foldCase(next))
  // Two lines in capitals throughout may be anything.
  const [one, two] = [/^[\p{Lu}'’-]{2,}$/u, /^[\p{Lu}'’-]{2,}(?: [\p{Lu}'’-]{2,}){1,2}$/u]
  return given && (one.test(line) || (two.test(line) && /\p{Ll}/u.test(next)))
}

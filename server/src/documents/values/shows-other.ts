import { parseAmount, parsePercent } from './amount.ts'
import { inCommon } from './in-common.ts'

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const digits = (text: string) => text.replace(/\D/g, '')
/** A number's digits without the noughts that formats put before and behind it. */
const significant = (text: string) => digits(text).replace(/^0+|0+$/g, '')

/** Words of which so little is alike are others: fields cut long ones, and lack letters that their font has not. */
const ALIKE = 0.5

/**
 * Whether what a form field shows is another value than it has, and not the same one in another format: parted in
 * groups, rounded, as a share, a day the other way round, cut at the field's end, masked. Pure.
 */
export function showsOther(value: string, shown: string): boolean {
  if (shown === '') return false
  const [had, seen] = [digits(value), digits(shown)]
  if (had === '' && seen === '') return areOtherWords(plain(value), plain(shown))
  if (had === seen || seen === '') return false
  if (had === '') return parseAmount(shown) !== undefined
  return isOtherAmount(value, shown) ?? isOtherNumber(value, shown)
}

function areOtherWords(value: string, shown: string): boolean {
  return shown.length > 2 && inCommon(value, shown) < ALIKE * Math.min(value.length, shown.length)
}

/** Undefined where one of the two is no amount. */
function isOtherAmount(value: string, shown: string): boolean | undefined {
  const had = parseAmount(value)
  const share = parsePercent(shown)
  if (had && share !== undefined) return ![1, 100].some((times) => Math.abs(times * had.value - share) < 0.006)
  const seen = parseAmount(shown)
  if (!had || !seen) return undefined
  // Forms print the century before the field.
  if (/^(?:19|20)\d\d$/.test(value) && value.endsWith(shown)) return false
  const unsure = !(had.certain && seen.certain) && significant(value) === significant(shown)
  const rounding = 0.5 * 10 ** -seen.decimals + 1e-6
  return !unsure && Math.abs(Math.abs(had.value) - Math.abs(seen.value)) > rounding
}

/** Days and numbers of people and accounts, by the groups of their digits. */
function isOtherNumber(value: string, shown: string): boolean {
  const [had, seen] = [digits(value), digits(shown)]
  if (had.includes(seen) || seen.includes(had)) return false
  const sorted = (text: string) => [...text].toSorted().join('')
  const [more, fewer] = [groups(value), groups(shown)].toSorted((a, b) => b.length - a.length) as [string[], string[]]
  const known = fewer.every((group) => more.some((other) => other.endsWith(group) || group.endsWith(other)))
  if (known) return false
  if (had.length === seen.length) return sorted(had) !== sorted(seen) || more.length === fewer.length
  // Months have names in one format and numbers in another.
  return !/\p{L}/u.test(`${value}${shown}`) && more.length === fewer.length
}

const groups = (text: string) => (text.match(/\d+/g) ?? []).map((group) => group.replace(/^0+(?=\d)/, ''))

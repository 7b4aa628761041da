import { passesLuhn, passesMod97 } from './checksums.ts'
import { foldBlanks, foldSigns } from './fold.ts'

/** An identifier as it stands in a text. */
export interface IdAt {
  /** As printed, blanks folded. */
  printed: string
  /** Letters and digits only, upper case; masked places as `*`. */
  plain: string
  /** Some of its digits are hidden: it can be compared, but not checked. */
  masked: boolean
  /** Its check digits hold; undefined where it has none, or is masked. */
  valid: boolean | undefined
  index: number
}

const MASK = '[*xX•●#■]'

/** A Canadian social insurance number: nine digits, blanks or dashes between the threes, or masked. */
export function findSins(text: string): IdAt[] {
  const shape = new RegExp(
    `(?<![\\w.,-])(?:\\d{3}|${MASK}{3})([ -]?)(?:\\d{3}|${MASK}{3})\\1\\d{3}(?![\\w]|[.,-]\\d)`,
    'g',
  )
  return find(text, shape, passesLuhn)
}

/** A US social security number, or a taxpayer number in its form: `123-45-6789`, `***-**-6789`, `XXX-XX-6789`. */
export function findSsns(text: string): IdAt[] {
  const shape = new RegExp(`(?<![\\w-])(?:\\d{3}|${MASK}{3,5})([ -]?)(?:\\d{2}|${MASK}{2})\\1\\d{4}(?![\\w-])`, 'g')
  return find(text, shape, undefined)
}

/** A US employer identification number: `12-3456789`, or nine digits in one. */
export function findEins(text: string): IdAt[] {
  const shape = new RegExp(`(?<![\\w-])(?:\\d{2}|${MASK}{2})-?(?:\\d{7}|${MASK}{3}\\d{4})(?![\\w-])`, 'g')
  return find(text, shape, undefined)
}

/** A Canadian business number with its programme account: nine digits, RP (payroll), RT, RC, RZ or RR, four digits. */
export function findBusinessNumbers(text: string): IdAt[] {
  const shape = /(?<![\w-])\d{3}[ -]?\d{3}[ -]?\d{3}[ -]?(?:R[PTCZRMG])[ -]?\d{4}(?!\w)/gi
  return find(text, shape, (plain) => passesLuhn(plain.slice(0, 9)))
}

/** IBANs, in groups of four or in one, of a length from 15 to 34; only those whose check digits hold or that are masked. */
export function findIbans(text: string): IdAt[] {
  const found: IdAt[] = []
  for (const start of text.matchAll(/(?<![A-Z0-9])[A-Z]{2} ?\d{2}(?= ?[A-Z0-9])/g)) {
    const rest = /^[A-Z]{2}(?: ?[A-Z0-9*]){13,32}/i.exec(text.slice(start.index))?.[0] ?? ''
    const iban = longestIban(rest, text.slice(start.index + rest.length))
    if (iban) found.push({ ...iban, index: start.index })
  }
  return found
}

// The text may go on with letters or digits of something else, so the longest run that holds is the number; it ends
// where a word ends.
function longestIban(run: string, after: string): Omit<IdAt, 'index'> | undefined {
  for (let length = run.length; length >= 15; length--) {
    const next = run[length] ?? after[0] ?? ''
    const printed = run.slice(0, length)
    const plain = printed.replaceAll(' ', '').toUpperCase()
    const known = IBAN_LENGTHS[plain.slice(0, 2)]
    if (/[A-Za-z0-9]/.test(next) || printed.endsWith(' ') || plain.length < 15 || (known && plain.length !== known))
      continue
    const masked = plain.includes('*')
    if (masked ? known !== undefined : passesMod97(plain))
      return { printed: foldBlanks(printed), plain, masked, valid: masked ? undefined : true }
  }
  return undefined
}

/** Lengths of the IBAN registry for the countries that documents here come from; others are tried at any length. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  TR: 26,
}

/** Account numbers: digits with blanks or dashes, or with their first part masked (`****1234`, `XXXX-XXXX-1234`, `...1234`). */
export function findAccountNumbers(text: string): IdAt[] {
  const shape = new RegExp(
    `(?<![\\w.,-])(?:(?:${MASK}{2,}[ -]?)+\\d{2,6}|\\.{2,}\\d{3,6}|\\d{2,}(?:[ -]\\d{1,}){0,5}(?:[ -]?${MASK}{2,}[ -]?(?:\\d{2,})?)*|\\d[\\d-]{4,}\\d)(?![\\w]|[.,]\\d)`,
    'g',
  )
  return find(text, shape, undefined).filter(({ plain }) => plain.replace(/\D/g, '').length >= 3 && plain.length >= 4)
}

function find(text: string, shape: RegExp, check: ((plain: string) => boolean) | undefined): IdAt[] {
  return Array.from(foldSigns(text).matchAll(shape), (match) => {
    const printed = foldBlanks(match[0])
    const masked = new RegExp(`${MASK}{2}|\\.{2}`).test(printed)
    const plain = printed
      .replace(/[xX•●#■]/g, (sign) => (masked ? '*' : sign))
      .replace(/[^*A-Za-z0-9]/g, '')
      .toUpperCase()
    return { printed, plain, masked, valid: masked || !check ? undefined : check(plain), index: match.index }
  })
}

import { passesMod97 } from './checksums.ts'
import { foldBlanks } from './fold.ts'
import { isMasked } from './masked.ts'

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

/** IBANs of 15 to 34 characters, in groups of four or in one: those whose check digits hold, and masked ones. */
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
    const masked = isMasked(plain)
    if (masked ? known !== undefined : passesMod97(plain))
      return { printed: foldBlanks(printed), plain, masked, valid: masked ? undefined : true }
  }
  return undefined
}

/** Lengths of the IBAN registry for the countries that documents here come from; others are tried at any length. */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = {
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

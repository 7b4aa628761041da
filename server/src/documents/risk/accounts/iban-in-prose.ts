import { wordsAt } from '../../model/words-at.ts'
import { passesMod97 } from '../../values/checksums.ts'
import { IBAN_LENGTHS } from '../../values/ids.ts'
import type { Rule } from '../facts.ts'

/** As IBANs are printed for people: groups of four, the last one shorter or not. */
const IN_FOURS = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?(?![\p{L}\d]| \d{4})/gu

/** Slovenian and Croatian references of payment begin as their IBANs do. */
const REFERENCES = /^(?:SI|HR)/

/** A number that is an IBAN by its country, its length and its groups, and is none by its check digits. */
function failsIn(printed: string): boolean {
  const plain = printed.replaceAll(' ', '')
  return plain.length === IBAN_LENGTHS[plain.slice(0, 2)] && !REFERENCES.test(plain) && !passesMod97(plain)
}

/**
 * Where an invoice is to be paid, in a sentence. Without a label an IBAN is told by its check digits, so one whose
 * check digits fail is read as nothing. On an invoice that has no other account it is one all the same. Recognition
 * errs in one character of many, so only the file's own text accuses.
 */
export const ibanInProse: Rule = ({ reading, part }) => {
  if (part.type !== 'INVOICE' || part.fields.iban) return []
  const segments = reading.pages
    .filter(({ page }) => part.pages.includes(page.number))
    .flatMap(({ page, lines }) => lines.flatMap((line) => line.segments.map((segment) => ({ page, segment }))))
  const [found] = segments.flatMap(({ page, segment: { text, words } }) =>
    Array.from(text.matchAll(IN_FOURS), ({ 0: printed, index }) => ({
      printed,
      page: page.number,
      words: wordsAt(words, index, printed.length),
    })).filter(({ printed, words }) => failsIn(printed) && words.every(({ origin }) => origin !== 'ocr')),
  )
  if (!found) return []
  return [
    {
      code: 'IBAN_INVALID',
      family: 'identity' as const,
      severity: 'medium' as const,
      proof: true,
      message: `"${found.printed}" is written as an IBAN and fails its check digits`,
      fields: [],
      evidence: found.words.map(({ box }) => ({ page: found.page, bbox: box })),
    },
  ]
}

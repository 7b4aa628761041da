import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { parseDate } from '../../values/date.ts'
import { foldBlanks } from '../../values/fold.ts'
import { bestOf, fieldOf } from '../labels/candidate.ts'
import type { Label } from '../labels/label.ts'
import { isWhole, nearestCandidates } from '../labels/nearest-labelled.ts'
import { alsoSpoken } from '../labels/spoken.ts'
import type { ValueRead } from '../labels/value-reader.ts'

const LABELS: Label[] = [
  'account number',
  'account no',
  'account #',
  'account nr',
  'acct number',
  'acct no',
  'acct #',
  'a/c number',
  'a/c no',
  'card number',
  'card no',
  'numero de compte',
  'no de compte',
  /\bn[°º] ?(?:de )?compte\b/,
  /\bcompte n[°º]/,
  'compte no',
  'numero du compte',
  'numero de carte',
  'kontonummer',
  'konto-nr',
  'konto nr',
  'kartennummer',
  'kreditkartennummer',
  'numero de cuenta',
  'no de cuenta',
  'rekeningnummer',
  'numer rachunku',
  'cislo uctu',
  'hesap no',
  'nr rachunku',
  'conto corrente n',
  'numero conto',
  'numero da conta',
  'girokonto',
  'girokonto nummer',
  /\b(?:releve (?:de |du )?)?compte (?:[a-z]+ ){1,3}n[°ºo]\.?/,
  'iban',
  'account ending in',
  'card number ending in',
  'card number ending',
  'account number ending in',
  'account number ending',
  'account ending',
  'card ending in',
  'card ending',
  'carte terminant par',
  'primary account',
  ...alsoSpoken('account.number.of'),
  'account',
  'acct',
  'compte',
  'konto',
  'cuenta',
  'conta',
  'conto',
  'rekening',
  'member number',
  'member no',
  'membership number',
]

/** Captions from here on are those of more than an account's number. */
const IBAN = LABELS.indexOf('iban')

/** The account's or card's number as printed, masked or not. */
export function findAccountNumber(pages: readonly PageLayout[]): Field | undefined {
  const found = nearestCandidates(pages.slice(0, 2), { labels: LABELS, read: readNumber })
  // Where the bank prints its own number of the account beside the IBAN, that is what it calls the account's number.
  const own = found.filter(({ value }) => !/^[A-Z]{2}\d\d ?[A-Z\d]{4}/.test(String(value)))
  const named = own.filter(({ label }) => label.rank < IBAN)
  // By no more than `Konto` or `Conta`, too, where that is all that its caption says.
  const called = own.filter((candidate) => candidate.label.rank > IBAN && isWhole(candidate))
  const best = bestOf(named) ?? bestOf(called) ?? bestOf(found)
  return best ? fieldOf(best) : maskedCard(pages)
}

/** A card's number in its own form, masked, which needs no label. */
function maskedCard(pages: readonly PageLayout[]): Field | undefined {
  for (const { page, lines } of pages.slice(0, 1)) {
    for (const line of lines) {
      const words = line.segments.flatMap((segment) => segment.words)
      // Its four groups stand apart, or hold together by dashes.
      const runs = words.flatMap((_, index) => [words.slice(index, index + 1), words.slice(index, index + 4)])
      const run = runs.find((some) => CARD.test(some.map(({ text }) => text).join(' ')))
      if (!run) continue
      const value = run.map(({ text }) => text).join(' ')
      const box = around(run.map((word) => word.box))
      return { value, printed: value, confidence: 0.85, page: page.number, box, words: run, method: 'masked' }
    }
  }
  return undefined
}

const CARD = /^(?:\d{4}|[X*•]{4})[ -][\dX*•]{2}[X*•]{2}[ -][X*•]{4}[ -]\d{4}$/i

/** Days without a year are refused as well. */
const ANY_PERIOD = { start: '2024-01-01', end: '2024-12-31' }

const PART = /^[#(]?[A-Z0-9*xX•·#.–/-]+\)?[,;]?$/

/** The letters of a bank, and of the account in some countries, behind the country and check digits of an IBAN. */
const isBankCode = (text: string, [country, ...more]: readonly Word[]) =>
  more.length < 2 && /^[A-Z]{2}\d\d$/.test(country?.text ?? '') && /^[A-Z]{4}$/.test(text)

/** Words of digits, dashes and masking signs, up to the first that is anything else. */
function readNumber(words: Word[]): ValueRead | undefined {
  const kept: Word[] = []
  for (const word of words) {
    const before = kept.at(-1)
    const apart = before && word.box[0] - before.box[2] > 1.5 * word.size
    const figures = /\d/.test(word.text) || /^[xX*•·.#-]+$/.test(word.text)
    if (apart || !PART.test(word.text) || !(figures || isBankCode(word.text, kept))) break
    kept.push(word)
  }
  const value = foldBlanks(kept.map(({ text }) => text).join(' ')).replace(/^[#(]+|[),;]+$/g, '')
  const digits = value.replace(/\D/g, '').length
  if (digits < 3 || value.length < 4 || /\d[.,]\d\d$/.test(value) || parseDate(value, { period: ANY_PERIOD }))
    return undefined
  return { value, words: kept, certainty: digits > 3 ? 1 : 0.8 }
}

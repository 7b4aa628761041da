import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { CURRENCY_PATTERN, type CurrencyReading, readCurrency } from '../../values/currency.ts'
import { currencyOfBank } from '../../values/currency-country.ts'
import { bestOf, fieldOf } from '../labels/candidate.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { nearestCandidates } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import type { ValueReader } from '../labels/value-reader.ts'

const SIGN = new RegExp(`(?<!\\p{L})(?:${CURRENCY_PATTERN})(?!\\p{L})`, 'iu')

/** The first place that prints the currency; without any, the one that says in which country the bank is. */
export function currencyField(pages: readonly PageLayout[], found: CurrencyReading | undefined): Field | undefined {
  const printed = (found && printedCurrency(pages, found)) ?? (found ? undefined : labelledCurrency(pages))
  const country = printed ? undefined : countrysCurrency(pages)
  return printed ?? (found && country?.value !== found.currency ? undefined : country)
}

const CALLED = /^(?:[A-Z]{3}|\p{L}{4,8}s?|\p{L}{0,3}\p{Sc})$/u

/** A code, a sign, or a currency's name, under or behind the word for it, as heads of statements are set in columns. */
function labelledCurrency(pages: readonly PageLayout[]): Field | undefined {
  const read: ValueReader = ([first, ...others]) => {
    // A caption of two names has a value of two, parted as they are: `Type / currency: Savings / EUR`.
    const behind = others[others.findLastIndex(({ text }) => text === '/') + 1]
    const word = behind && others.includes(behind) && others.some(({ text }) => text === '/') ? behind : first
    const value = word && CALLED.test(word.text) ? readCurrency(word.text) : undefined
    return value && word ? { value, words: [word], certainty: 1 } : undefined
  }
  const best = bestOf(nearestCandidates(pages.slice(0, 1), { labels: spoken('currency.label'), read }))
  return best && fieldOf(best)
}

function printedCurrency(pages: readonly PageLayout[], found: CurrencyReading): Field | undefined {
  for (const { page, lines } of pages) {
    for (const word of lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words))) {
      const sign = SIGN.exec(word.text)?.[0]
      const said = sign && readCurrency(sign)
      if (said !== found.currency && !(said === '$' && !found.certain)) continue
      return currencyAt(found.currency, [word], page.number, found.certain ? 0.95 : 0.75)
    }
  }
  return undefined
}

/** Less sure than any sign: a bank keeps accounts in other currencies too. */
const OF_COUNTRY = 0.7

function countrysCurrency(pages: readonly PageLayout[]): Field | undefined {
  for (const { page, lines } of pages) {
    for (const { words } of lines.flatMap(({ segments }) => segments)) {
      const said = currencyOfBank(words.map(({ text }) => text).join(' '))
      const from = said?.index ?? 0
      if (said) return currencyAt(said.currency, between(words, from, from + said.length), page.number, OF_COUNTRY)
    }
  }
  return undefined
}

const between = (words: Word[], from: number, to: number) => wordsBetween(foldWords(words), from, to)

function currencyAt(value: string, words: Word[], page: number, confidence: number): Field {
  const printed = words.map(({ text }) => text).join(' ')
  return { value, printed, confidence, page, box: around(words.map(({ box }) => box)), words, method: 'currency' }
}

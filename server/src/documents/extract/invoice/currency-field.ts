import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { CURRENCY_PATTERN, documentCurrency, readCurrency } from '../../values/currency.ts'
import { currencyOfAddresses } from '../../values/currency-country.ts'
import { foldSigns } from '../../values/fold.ts'
import { currencyOfIssuer } from '../../values/issuer-currency.ts'
import { phrases } from '../../vocabulary/compile.ts'
import { bestOf, fieldOf } from '../labels/candidate.ts'
import { findLabelled } from '../labels/find-labelled.ts'
import { textReader } from '../labels/value-reader.ts'
import { mention, segmentsOf } from './mention.ts'

const CURRENCY_LABEL = new RegExp(`(?<!\\p{L})${phrases('currency.label')}(?= ?:| [a-z]{3}$| {2})`, 'u')

/** Right behind the caption, whatever else its line goes on with, or at the end of what stands there. */
const LABELLED = /^[\s(:]*(?<value>[a-z]{3})(?![\p{L}\d])|[\s(](?<value>[a-z]{3})(?:\)|$)/u

/** All of ISO 4217, those of the past with them: behind its caption a code needs no figure beside it. */
const MONIES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })

const isCode = (value: string) => /^[A-Z]{3}$/.test(value) && MONIES.of(value) !== undefined

/** The invoice's currency as ISO 4217: by its label, else by the signs and codes beside the amounts. */
export function findCurrency(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ shape: LABELLED, maxWords: 4 })
  const labels = [CURRENCY_LABEL]
  const labelled = bestOf(findLabelled(pages, { labels, read }).filter(({ value }) => isCode(String(value))))
  if (labelled) return { ...fieldOf(labelled), confidence: Math.max(labelled.confidence, 0.9) }
  const reading = documentCurrency(pages.map(({ text }) => text).join('\n'))
  if (!reading) return loneSign(pages) ?? ofIssuer(pages)
  const place = pages
    .flatMap(({ page, lines }) =>
      lines.flatMap(({ segments }) =>
        segments.flatMap(({ words }) => words.map((word) => ({ word, page: page.number }))),
      ),
    )
    .find(({ word }) => saysCurrency(word.text, reading.currency))
  return place && mention([place.word], place.page, 'currency', reading.certain ? 0.97 : 0.85, reading.currency)
}

// Without a sign beside an amount: a sign or code anywhere, as over a column, where there is only one.
function loneSign(pages: readonly PageLayout[]): Field | undefined {
  const signs = pages.flatMap(({ page, lines }) =>
    lines.flatMap(({ segments }) =>
      segments.flatMap(({ words }) =>
        words.flatMap((word) => signOf(word.text).map((currency) => ({ word, currency, page: page.number }))),
      ),
    ),
  )
  const [first] = signs
  return first && signs.every(({ currency }) => currency === first.currency)
    ? mention([first.word], first.page, 'currency-sign', 0.75, first.currency)
    : undefined
}

// Without any sign: what the issuer's country pays in, by the issuer's numbers, else by where all its addresses are.
function ofIssuer(pages: readonly PageLayout[]): Field | undefined {
  const text = pages.map((page) => page.text).join('\n')
  const issuer = currencyOfIssuer(text) ?? currencyOfAddresses(text)
  if (!issuer) return undefined
  const said = issuer.printed.split(/\s+/).at(-1) ?? ''
  const [at] = segmentsOf(pages).flatMap(({ layout, segment }) =>
    segment.words.filter(({ text }) => text.includes(said)).map((word) => ({ word, page: layout.page.number })),
  )
  return at && mention([at.word], at.page, 'currency-country', 0.7, issuer.currency)
}

const CODES = 'EUR|USD|CAD|GBP|CHF|INR|AUD|NZD|SGD|ZAR|MXN|SEK|NOK|DKK|PLN|CZK'

const ALONE = new RegExp(`^[([/]*(?:[\\p{L}.]+\\/)?([€£₹]|${CODES}|R[sS]\\.?)[)\\]:]*$`, 'u')

function signOf(text: string): string[] {
  const alone = ALONE.exec(text)?.[1]
  const currency = alone && readCurrency(/^Rs$/i.test(alone) ? 'Rs.' : alone)
  return currency && currency.length === 3 ? [currency] : []
}

// Not within a word: a street may be called Europa.
const SIGN = new RegExp(`(?<!\\p{L})(?:${CURRENCY_PATTERN})(?!\\p{L})`, 'giu')

function saysCurrency(text: string, currency: string): boolean {
  return (foldSigns(text).match(SIGN) ?? []).some((sign) => {
    const read = readCurrency(sign)
    return read === currency || (read !== undefined && read.length < 3)
  })
}

import type { DocumentType } from '@mkt/schemas'
import type { Clue, TypeClues } from './clue.ts'
import { AMERICAN_SLIPS } from './clues/american-slips.ts'
import { CANADIAN_SLIPS } from './clues/canadian-slips.ts'
import { INCOME_PAPERS } from './clues/income-papers.ts'
import { MONEY_PAPERS } from './clues/money-papers.ts'
import { LABELLED_PAPERS } from './clues/papers.ts'
import { STATEMENTS } from './clues/statements.ts'
import { TAX_FORMS } from './clues/tax-forms.ts'
import { countBalancedRows, countLedgerRows } from './ledger-rows.ts'
import type { PageText } from './page-text.ts'

export const SLIPS: readonly TypeClues[] = [...CANADIAN_SLIPS, ...AMERICAN_SLIPS]
const TYPES: readonly TypeClues[] = [
  ...SLIPS,
  ...TAX_FORMS,
  ...MONEY_PAPERS,
  ...STATEMENTS,
  ...INCOME_PAPERS,
  ...LABELLED_PAPERS,
]

/** How much a page speaks for a type. */
export interface Verdict {
  type: DocumentType
  /** The clues' sum less the type's threshold; the type is believed above 0. */
  margin: number
  /** The clues that were found, for whoever asks why. */
  clues: Clue[]
}

/** Rows of dates and amounts speak for statements, up to this many. */
const LEDGER_ROWS = 8
const LEDGER_ROW = 0.3

/** So many rows that lead from balance to balance are an account's in any language. */
const BALANCED_ROWS = 4
const BALANCED = 2

/** A strip of print on a wider sheet, or a narrow page, is what tills print. */
const SLIM = 0.55
const SLIM_PIECES = 8
const SLIM_WEIGHT = 1.2

/** No wider than the paper of a till: what calls itself an invoice there is a till's. */
const TILL = 0.4
const TILL_WEIGHT = 2

/** Units that meters count in. */
const METERED = /\b(?:kwh|m3|ccf|therms?)\b/
const METERED_WEIGHT = 2.5

/** What tax law has every bill call itself where goods and services are taxed says nothing of what is billed. */
const CALLED_BY_LAW = /\btax invoice\b/
const TITLE_WEIGHT = 4

/** Running text above this share of a page makes it less of a form, the more so the more there is. */
const PROSE_ALLOWED = 0.45
const PROSE_COST = 5

/** A line that is not prominent counts as a title of half weight up to this many words, short prepositions aside. */
const HALF_TITLE_WORDS = 4
const PREPOSITION = /^\p{Ll}{1,2}$/u

/** Whose a paper is may stand before what it is: `Ihre Kreditkartenabrechnung`. */
const WHOSE = /^(?:your|ihre?|votre|vos|su|la sua|il suo|uw|din|ditt|deres|twoj|a sua|o seu) /

const wordsIn = (text: string) => text.split(' ').filter((word) => !PREPOSITION.test(word)).length

/** Every type's verdict on a page, the strongest first. */
export function weighPage(text: PageText): Verdict[] {
  const rows = Math.min(countLedgerRows(text), LEDGER_ROWS) * LEDGER_ROW
  const balanced = countBalancedRows(text) >= BALANCED_ROWS
  const prose = Math.max(text.proseShare - PROSE_ALLOWED, 0) * PROSE_COST
  const verdicts = TYPES.map(({ type, threshold, clues }) => {
    const weighed = clues.map((clue) => ({ clue, weight: weightOf(clue, text) })).filter(({ weight }) => weight !== 0)
    const facts = factsFor(type, text, rows, balanced)
    const sum = weighed.reduce((total, { weight }) => total + weight, facts - (type === 'INCOME_LETTER' ? 0 : prose))
    return { type, margin: sum - threshold, clues: weighed.map(({ clue }) => clue) }
  })
  return billedByMeter(verdicts, text).sort((a, b) => b.margin - a.margin)
}

/**
 * What a meter counted is a utility's bill by what it says, without a title too. Tax law makes it call itself an
 * invoice, and it has due dates and sums as invoices have: that says less then.
 */
function billedByMeter(verdicts: Verdict[], { plain }: PageText): Verdict[] {
  const bill = verdicts.find(({ type }) => type === 'UTILITY_BILL')
  const named = bill?.clues.some(({ where, weight }) => where === 'title' && weight > 0)
  if (!bill || named || bill.margin <= 0 || !METERED.test(plain)) return verdicts
  const less = METERED_WEIGHT + (CALLED_BY_LAW.test(plain) ? TITLE_WEIGHT : 0)
  return verdicts.map((one) => (one.type === 'INVOICE' ? { ...one, margin: one.margin - less } : one))
}

function factsFor(type: DocumentType, { spread, pieces }: PageText, rows: number, balanced: boolean): number {
  if (type === 'BANK_STATEMENT') return rows + (balanced ? BALANCED : 0)
  if (type === 'CREDIT_CARD_STATEMENT') return rows / 2
  if (spread >= SLIM || pieces.length <= SLIM_PIECES) return 0
  const till = spread < TILL ? TILL_WEIGHT : 0
  return type === 'RECEIPT' ? SLIM_WEIGHT + till : type === 'INVOICE' ? -till : 0
}

function weightOf({ where, pattern, weight }: Clue, { pieces, plain, whole, running }: PageText): number {
  if (where === 'form') return pattern.test(plain) ? weight : 0
  if (where === 'anywhere') return pattern.test(whole) || pattern.test(running) ? weight : 0
  const titles = pieces.filter(({ role }) => role === 'title')
  // What a paper is not must be said where it says what it is: `purchase order` is a label on many an invoice.
  if (weight < 0) return titles.some(({ leading, text }) => leading && pattern.test(text)) ? weight : 0
  if (titles.some(({ text }) => pattern.test(text))) return weight
  const half = pieces.some(
    ({ role, text }) =>
      role === 'plain' && wordsIn(text) <= HALF_TITLE_WORDS && pattern.exec(text.replace(WHOSE, ''))?.index === 0,
  )
  return half ? weight / 2 : 0
}

import type { DocumentType } from '@mkt/schemas'
import type { Clue, TypeClues } from './clue.ts'
import { AMERICAN_SLIPS } from './clues/american-slips.ts'
import { CANADIAN_SLIPS } from './clues/canadian-slips.ts'
import { INCOME_PAPERS } from './clues/income-papers.ts'
import { MONEY_PAPERS } from './clues/money-papers.ts'
import { STATEMENTS } from './clues/statements.ts'
import { TAX_FORMS } from './clues/tax-forms.ts'
import { countLedgerRows } from './ledger-rows.ts'
import type { PageText } from './page-text.ts'

export const SLIPS: readonly TypeClues[] = [...CANADIAN_SLIPS, ...AMERICAN_SLIPS]
const TYPES: readonly TypeClues[] = [...SLIPS, ...TAX_FORMS, ...MONEY_PAPERS, ...STATEMENTS, ...INCOME_PAPERS]

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

/** Every type's verdict on a page, the strongest first. */
export function weighPage(text: PageText): Verdict[] {
  const titles = text.pieces
    .filter(({ role }) => role === 'title')
    .map((piece) => piece.text)
    .join('\n')
  const places = { title: titles, form: text.plain, anywhere: text.whole }
  const rows = Math.min(countLedgerRows(text), LEDGER_ROWS) * LEDGER_ROW
  return TYPES.map(({ type, threshold, clues }) => {
    const found = clues.filter(({ where, pattern }) => pattern.test(places[where]))
    const ledger = type === 'BANK_STATEMENT' ? rows : type === 'CREDIT_CARD_STATEMENT' ? rows / 2 : 0
    const sum = found.reduce((total, { weight }) => total + weight, ledger)
    return { type, margin: sum - threshold, clues: found }
  }).sort((a, b) => b.margin - a.margin)
}

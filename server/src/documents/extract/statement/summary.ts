import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { findAmounts, isSumOfMoney } from '../../values/amount-style.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import type { Candidate } from '../labels/candidate.ts'
import { findLabels, type LabelAt } from '../labels/find-labels.ts'
import type { Label } from '../labels/label.ts'
import { nearestCandidates } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import type { ValueReader } from '../labels/value-reader.ts'
import { balanceValue } from './balances.ts'

export type SummaryField =
  | 'opening_balance'
  | 'closing_balance'
  | 'total_deposits'
  | 'total_withdrawals'
  /** A balance that only its day tells whether it is the first or the last. */
  | 'dated_balance'
  /** Names that columns bear as well: believed only where the sum is that of the rows. */
  | 'bare_deposits'
  | 'bare_withdrawals'

const LABELS: Readonly<Record<SummaryField, readonly Label[]>> = {
  opening_balance: [within('balance.opening'), ...spoken('balance.opening.named')],
  closing_balance: [
    new RegExp(`\\b${phrases('balance.closing')}(?: \\w+)? bal(?:ance)?\\b`, 'u'),
    ...spoken('balance.closing.named', 'balance.closing.bare'),
  ],
  total_deposits: [within('sum.deposits')],
  total_withdrawals: [within('sum.withdrawals')],
  dated_balance: [within('balance.dated')],
  bare_deposits: [within('sum.deposits.bare')],
  bare_withdrawals: [within('sum.withdrawals.bare')],
}

const NOT_THESE: Label[] = [new RegExp(`\\b${phrases('balance.other')}(?: \\w+){0,2} balance\\b`, 'u')]

/** Every amount that stands to a label of the field, the surest first. */
export function findSummary(
  pages: readonly PageLayout[],
  field: SummaryField,
  style: AmountStyle,
  card: boolean,
): Candidate[] {
  const found = nearestCandidates(pages, {
    labels: LABELS[field],
    except: NOT_THESE,
    read: readerOf(field, style, card),
  })
  const others = NAMED.flatMap((named) => findLabels(pages, LABELS[named])).filter(({ leads }) => leads)
  return found.filter(
    (candidate) =>
      (candidate.label.leads || isCounted(candidate.label) || followsFigure(candidate.label)) &&
      !others.some((other) => standsBetween(other, candidate)),
  )
}

const NAMED = ['opening_balance', 'closing_balance', 'total_deposits', 'total_withdrawals', 'dated_balance'] as const

/** A caption between another one and an amount on its line: the amount is its own. */
function standsBetween({ line, box }: LabelAt, { label, box: [left] }: Candidate): boolean {
  return line === label.line && box[0] >= label.box[2] - 0.1 && box[2] <= left + 0.1
}

/** How many there were may stand before what they come to (`3 deposits/credits`). */
function isCounted({ line, words }: LabelAt): boolean {
  const [first] = words
  const segment = line.segments.find((each) => first && each.words.some(({ order }) => order === first.order))
  const before = segment?.words.filter(({ box }) => first && box[2] <= first.box[0] + 0.1) ?? []
  return before.length === 1 && /^\d{1,4}$/.test(before[0]?.text ?? '')
}

/** Balances and totals may stand in a row, each behind the figure of the one before (`Total debits 9.50 Total ...`). */
function followsFigure({ line, words }: LabelAt): boolean {
  const [first] = words
  const segment = line.segments.find((each) => first && each.words.some(({ order }) => order === first.order))
  const before = segment?.words.filter(({ box }) => first && box[2] <= first.box[0] + 0.1).at(-1)
  return /:$|\d[.,]\d\d$/.test(before?.text ?? '')
}

// Dates, counts and rates stand beside the labels too, so an amount needs cents or a currency.
function readerOf(field: SummaryField, style: AmountStyle, card: boolean): ValueReader {
  const balance = field.endsWith('balance')
  return (words) => {
    const amounts = findAmounts(words, { style })
    const amount = amounts.find((each) => isSumOfMoney(each, style)) ?? amounts.find(({ currency }) => currency)
    if (!amount) return undefined
    const value = balance ? balanceValue(amount, card) : amount.value
    return { value, words: amount.words, certainty: amount.certain ? 1 : 0.7 }
  }
}

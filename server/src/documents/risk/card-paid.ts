import { within } from '../vocabulary/compile.ts'
import { figure } from './addition.ts'
import { captionedRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { amount, money, type Rule, rowsNamed } from './facts.ts'
import { isRecognised } from './statement-rows.ts'

const TENDER = within('receipt.tender')
const CHANGE = within('receipt.change')
const TELLING_GAP = 1
const ROUNDING = 0.05
/** One line may be a part of the receipt. */
const FEWEST = 2

/**
 * What was paid by card is what the lines of a receipt come to, and the total is another sum: who raises the total
 * leaves the slip of the terminal. Less may be paid by card where the rest is paid otherwise, but then not the lines.
 */
export const cardPaid: Rule = (facts) => {
  const [total, lines] = [amount(facts, 'total'), figure(facts, 'line_items.amount')]
  const rows = rowsNamed(facts, 'line_items')
  if (facts.part.type !== 'RECEIPT' || total === undefined || lines === undefined) return []
  if (rows.length < FEWEST || rows.some(isRecognised) || total - lines < TELLING_GAP) return []
  // Tax and tip come on top of lines, and a second tender pays the rest.
  const tenders = captionedRows(facts).filter(({ caption }) => TENDER.test(caption) || CHANGE.test(caption))
  const [paid, ...more] = tenders.flatMap(({ amounts }) => amounts)
  const added = ['total_tax', 'tip'].some((name) => isBetween(amount(facts, name), total - lines))
  if (!paid || more.length > 0 || added || Math.abs(paid.value - lines) > ROUNDING) return []
  return claim(facts, {
    code: 'RECEIPT_PAID',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `the total says ${money(total)}; the lines come to ${money(lines)}, which was paid`,
    fields: ['total'],
    rows,
    figures: [total, lines],
    gap: total - lines,
    rests: paid.words,
  })
}

/** Whether an amount may be what is added. */
const isBetween = (value: number | undefined, gap: number) => value !== undefined && Math.abs(value - gap) <= ROUNDING

import { phrases, within } from '../vocabulary/compile.ts'
import { isPrintedBeside } from './addition.ts'
import { captionedRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { amount, money, type Rule } from './facts.ts'

const TENDER = within('receipt.tender')
const CHANGE = within('receipt.change')
/** Other ways to pay a part: points, savings, vouchers. */
const PART = new RegExp(`\\b${phrases('receipt.payment', 'sum.prepaid', 'sum.discount')}\\b`, 'u')
/** Rounded to coins, a total differs by cents. */
const TELLING_GAP = 1

/**
 * A receipt that one card paid, of another sum than its total: the total, or the tip in it, was raised. More than the
 * total may be a tip that the slip adds, or cash that the till gave; less is somebody else's part, which is printed.
 */
export const paidShort: Rule = (facts) => {
  const total = amount(facts, 'total')
  if (facts.part.type !== 'RECEIPT' || total === undefined) return []
  const rows = captionedRows(facts)
  const tenders = rows.filter(({ caption }) => TENDER.test(caption) || CHANGE.test(caption))
  const [paid, ...more] = tenders.flatMap(({ amounts }) => amounts)
  if (!paid || more.length > 0 || total - paid.value < TELLING_GAP || paid.value <= 0) return []
  const isElsewhere = rows.some(({ caption }) => PART.test(caption) && !TENDER.test(caption))
  // What is printed may be what was paid otherwise: a tip in cash, say. Recognition loses lines of tenders.
  const isRead = [...paid.words, ...(facts.part.fields.total?.words ?? [])].some(({ origin }) => origin === 'ocr')
  if (isRead || isElsewhere || isPrintedBeside(facts, total - paid.value, [total, paid.value])) return []
  return claim(facts, {
    code: 'RECEIPT_PAID',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `the total says ${money(total)}; ${money(paid.value)} was paid, and nothing else`,
    fields: ['total'],
    figures: [total, paid.value],
    gap: total - paid.value,
    rests: paid.words,
  })
}

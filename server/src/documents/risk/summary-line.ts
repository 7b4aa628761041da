import { claim, oneDigitApart } from './claim.ts'
import { type Facts, money } from './facts.ts'
import { rowsOf, statement } from './statement-rows.ts'
import { cents, type Summary, summaryOf, sumsOf, valuesOf } from './summary-lines.ts'

/** Lines of a summary that would lead to the closing balance as a row of the statement says them, one digit apart. */
function changedIn(facts: Facts, summary: Summary) {
  const values = valuesOf(summary)
  const printed = rowsOf(facts).flatMap(({ values: row }) =>
    [row.deposit, row.withdrawal].filter((value) => typeof value === 'number').map(Math.abs),
  )
  return summary.between.flatMap(({ caption, page, amounts: [amount] }, at) => {
    const own = values[at] ?? 0
    const should = printed.find((value) => {
      const others = values.with(at, value)
      return oneDigitApart(own, value) && sumsOf(others, summary.opening, [1, -1]).has(cents(summary.closing))
    })
    return amount && should !== undefined ? [{ caption, page, amount, should }] : []
  })
}

/**
 * One line of a statement's summary that is a digit off what the statement's own row says, where the balances need
 * the row's: who changes a line of interest or of fees forgets the row, or the other way round.
 */
export const summaryLine = statement((facts) => {
  const summary = summaryOf(facts)
  if (!summary || sumsOf(valuesOf(summary), summary.opening).has(cents(summary.closing))) return []
  const [only, ...more] = changedIn(facts, summary)
  if (!only || more.length > 0) return []
  const { caption, amount, should, page } = only
  return claim(facts, {
    code: 'STATEMENT_SUMMARY_LINE',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `"${caption}" of the summary says ${money(amount.value)}; its row and the balances say ${money(should)}`,
    fields: ['opening_balance', 'closing_balance'],
    figures: [Math.abs(amount.value), should],
    rests: amount.words,
  }).map((flag) => ({ ...flag, evidence: [...flag.evidence, ...amount.words.map(({ box }) => ({ page, bbox: box }))] }))
})

import type { AmountAt } from '../values/amount-style.ts'
import { balanceValue } from './balances.ts'
import { type Movement, signed } from './movements.ts'

const cents = (amount: number) => Math.round(amount * 100)

/**
 * Recognised digits that the running balances prove wrong are put right: where one amount stands between two
 * balances and differs from their difference by a digit or two, the difference is what is printed. Text that was not
 * recognised is never changed: there a difference is a finding.
 */
export function repairAmounts(movements: readonly Movement[], opening: number | undefined, card: boolean): void {
  let before = opening
  let open: Movement[] = []
  for (const movement of movements) {
    open.push(movement)
    const { balance } = movement.entry.figures
    if (!balance) continue
    const now = balanceValue(balance, card)
    if (before !== undefined && open.length === 1) repair(movement, (cents(now) - cents(before)) * (card ? -1 : 1))
    before = now
    open = []
  }
}

function repair(movement: Movement, change: number): void {
  const { amount } = movement
  const doubtful = amount.words.some(({ origin }) => origin === 'ocr')
  if (!doubtful || change === 0 || cents(signed(movement)) === change) return
  const right = Math.abs(change) / 100
  if (distance(right.toFixed(2), Math.abs(amount.value).toFixed(2)) > 2) return
  const put: AmountAt = { ...amount, value: right }
  Object.assign(movement, { amount: put, direction: change > 0 ? 'deposit' : 'withdrawal' })
}

/** Letters to change, add or leave out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same))
    }
    row = next
  }
  return row[b.length] as number
}

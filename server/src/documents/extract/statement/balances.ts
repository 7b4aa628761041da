import type { AmountAt } from '../../values/amount-style.ts'
import { type Movement, signed } from './movements.ts'

/** Cents, so that sums are exact. */
const cents = (amount: number) => Math.round(amount * 100)

/** A balance below zero is marked so: by its sign, DR, or OD. */
export function balanceValue(balance: AmountAt, card: boolean): number {
  return balance.mark === 'DR' && !card ? -Math.abs(balance.value) : balance.value
}

export interface ChainCheck {
  /** Steps from one printed balance to the next that the movements between explain, and that they do not. */
  held: number
  broken: number
}

/**
 * Decides directions that only words told by the running balances, and turns all of them round where the columns
 * turn out to be the other way round. `opening` is the balance before the first row in time.
 */
export function settleDirections(movements: Movement[], opening: number | undefined, card: boolean): ChainCheck {
  for (const run of runsOf(movements, opening, card)) settleRun(run)
  const check = checkChain(movements, opening, card)
  if (check.broken === 0 || check.broken < check.held) return check
  const turned = movements.map(
    (each): Movement => ({ ...each, direction: each.direction === 'deposit' ? 'withdrawal' : 'deposit' }),
  )
  const other = checkChain(turned, opening, card)
  if (other.broken > 0 || other.held < 2) return check
  for (const [i, { direction }] of turned.entries()) Object.assign(movements[i] as Movement, { direction })
  return other
}

interface Run {
  movements: Movement[]
  /** What the balances say that they add up to, in cents. */
  change: number
}

function runsOf(movements: readonly Movement[], opening: number | undefined, card: boolean): Run[] {
  const runs: Run[] = []
  let before = opening
  let run: Movement[] = []
  for (const movement of movements) {
    run.push(movement)
    const { balance } = movement.entry.figures
    if (!balance) continue
    const now = balanceValue(balance, card)
    if (before !== undefined) runs.push({ movements: run, change: (cents(now) - cents(before)) * (card ? -1 : 1) })
    before = now
    run = []
  }
  return runs
}

/** How many undecided movements between two balances are tried in all combinations. */
const MOST_TRIED = 12

function settleRun({ movements, change }: Run): void {
  const open = movements.filter(({ by }) => by === 'words')
  if (open.length === 0 || open.length > MOST_TRIED) return
  const fixed = movements.filter(({ by }) => by !== 'words').reduce((sum, each) => sum + cents(signed(each)), 0)
  const sizes = open.map(({ amount }) => Math.abs(cents(amount.value)))
  for (let bits = 0; bits < 2 ** open.length; bits++) {
    const total = sizes.reduce((sum, size, i) => sum + (bits & (1 << i) ? size : -size), fixed)
    if (total !== change) continue
    for (const [i, movement] of open.entries()) {
      movement.direction = bits & (1 << i) ? 'deposit' : 'withdrawal'
      movement.by = 'balance'
    }
    return
  }
}

function checkChain(movements: readonly Movement[], opening: number | undefined, card: boolean): ChainCheck {
  const check: ChainCheck = { held: 0, broken: 0 }
  for (const run of runsOf(movements, opening, card)) {
    const total = run.movements.reduce((sum, each) => sum + cents(signed(each)), 0)
    if (total === run.change) check.held++
    else check.broken++
  }
  return check
}

/** Whether opening, movements and closing balance agree; undefined where a balance is not known. */
export function closes(
  movements: readonly Movement[],
  opening: number | undefined,
  closing: number | undefined,
  card: boolean,
): boolean | undefined {
  if (opening === undefined || closing === undefined) return undefined
  const total = movements.reduce((sum, each) => sum + cents(signed(each)), 0)
  return cents(opening) + (card ? -total : total) === cents(closing)
}

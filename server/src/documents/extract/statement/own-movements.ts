import { balanceValue, closes } from './balances.ts'
import { type Movement, signed } from './movements.ts'
import type { Account, DatedMovement } from './transactions.ts'

const EXACT = 0.005

/**
 * The movements of the account that the balances speak of: where all strips together do not lead from opening to
 * closing but those before some strip do, and balances begin anew there, what follows is of another account. A closing
 * balance that some page happens to end on drops no rows.
 */
export function ownMovements(
  account: Account,
  opening: number | undefined,
  closing: number | undefined,
  card: boolean,
): DatedMovement[] {
  const { movements } = account
  if (closes(movements, opening, closing, card) !== false) return movements
  const strips = [...new Set(movements.map(({ entry }) => entry.strip))].toSorted((a, b) => b - a)
  for (const strip of strips) {
    const kept = movements.filter(({ entry }) => entry.strip < strip)
    if (kept.length > 0 && closes(kept, opening, closing, card) && beginsAnew(account, strip, card)) return kept
  }
  return movements
}

/** Another balance is named before the strip's rows, or those that its rows print do not follow from the last. */
function beginsAnew({ entries, movements, newestFirst }: Account, strip: number, card: boolean): boolean {
  const own = entries.filter((entry) => entry.strip === strip)
  const above = own.slice(
    0,
    own.findIndex(({ kind }) => kind === 'entry'),
  )
  const named = above.find(({ kind }) => kind === 'opening')?.figures
  const given = named?.balance ?? named?.amount ?? named?.deposit ?? named?.withdrawal
  const [kept, rest] = [0, 1].map((side) => movements.filter(({ entry }) => (entry.strip < strip ? 0 : 1) === side))
  const [earlier, later] = newestFirst ? [rest, kept] : [kept, rest]
  const before = earlier?.findLastIndex(({ entry }) => entry.figures.balance) ?? -1
  const last = earlier?.[before]?.entry.figures.balance
  if (last && given) return !isNear(balanceValue(last, card), balanceValue(given, card))
  const after = later?.findIndex(({ entry }) => entry.figures.balance) ?? -1
  const next = later?.[after]?.entry.figures.balance
  if (!earlier || !later || !last || !next) return given !== undefined
  const between = [...earlier.slice(before + 1), ...later.slice(0, after + 1)]
  return !isNear(balanceValue(last, card) + moved(between, card), balanceValue(next, card))
}

const isNear = (a: number, b: number) => Math.abs(a - b) < EXACT

const moved = (movements: readonly Movement[], card: boolean) =>
  movements.reduce((sum, movement) => sum + signed(movement), 0) * (card ? -1 : 1)

import { around } from '../../model/box.ts'
import type { FoundTable, TableRow } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks } from '../../values/fold.ts'
import { recognised } from '../labels/candidate.ts'
import { balanceValue, type ChainCheck } from './balances.ts'
import type { DatedMovement } from './transactions.ts'

/** How much an amount is worth that may have lost figures. */
const DOUBTED = 0.6

const COLUMNS = ['date', 'description', 'withdrawal', 'deposit', 'balance']

/** The contract's table. Its confidence follows the running balances, where there are some. */
export function tableOf(
  movements: readonly DatedMovement[],
  check: ChainCheck,
  balanced: boolean | undefined,
  card: boolean,
): FoundTable | undefined {
  const [first] = movements
  if (!first) return undefined
  const rows = movements.map((movement) => rowOf(movement, card))
  const steps = check.held + check.broken
  const guessed = movements.filter(({ by }) => by === 'words').length / movements.length
  const base = balanced ? 0.97 : steps > 0 ? 0.6 + 0.37 * (check.held / steps) : balanced === false ? 0.7 : 0.85
  const read = Math.min(...movements.map(({ amount }) => recognised(amount.words) * (amount.certain ? 1 : DOUBTED)))
  return {
    name: 'transactions',
    page: Math.min(...rows.map(({ page }) => page)),
    columns: COLUMNS.filter((column) => rows.some(({ values }) => column in values)),
    rows,
    confidence: base * (1 - 0.4 * guessed) * (0.5 + 0.5 * read),
  }
}

function rowOf({ entry, amount, direction, date, by }: DatedMovement, card: boolean): TableRow {
  const { balance } = entry.figures
  const description = foldBlanks(entry.description.map(({ text }) => text).join(' '))
  const words: Record<string, Word[]> = {
    ...(date ? { date: entry.dateWords } : {}),
    ...(description ? { description: entry.description } : {}),
    [direction]: amount.words,
    ...(balance ? { balance: balance.words } : {}),
  }
  return {
    values: {
      ...(date ? { date } : {}),
      ...(description ? { description } : {}),
      [direction]: Math.abs(amount.value),
      ...(balance ? { balance: balanceValue(balance, card) } : {}),
    },
    page: entry.page,
    box: around([entry.box, ...amount.words.map(({ box }) => box)]),
    words,
    ...(by === 'words' ? { guessed: true } : {}),
  }
}

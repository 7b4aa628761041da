import type { AmountAt } from '../../values/amount-style.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import type { Entry } from './entry.ts'

/** A transaction with its direction: what it does to the money that the holder has (or owes less). */
export interface Movement {
  entry: Entry
  amount: AmountAt
  direction: 'withdrawal' | 'deposit'
  /** How the direction is known: its column, its sign or mark, the section, the balances, or words only. */
  by: 'column' | 'sign' | 'type' | 'section' | 'balance' | 'words'
}

type Direction = Movement['direction']

const IN_WORDS = within('movement.in')

/** What a card's holder has paid, and nobody sells. */
const PAYMENT = new RegExp(`^(?:${phrases('movement.payment')})(?![\\p{L}])`, 'u')

const TYPE_OUT = new RegExp(`^${phrases('movement.type.out')}\\b|^-$`, 'u')
const TYPE_IN = new RegExp(`^${phrases('movement.type.in')}\\b|^\\+$`, 'u')

/** The transactions among the rows. Cards turn signs round: what is charged is printed positive. */
export function findMovements(entries: readonly Entry[], card: boolean): Movement[] {
  const rows = entries.filter(({ kind }) => kind === 'entry')
  const signs = signUse(rows, card)
  return rows.flatMap((entry) => {
    const { withdrawal, deposit, amount } = entry.figures
    const both = withdrawal && deposit
    if (both)
      return both && withdrawal.value === 0
        ? [moved(entry, deposit, 'deposit')]
        : [moved(entry, withdrawal, 'withdrawal')]
    if (withdrawal) return [moved(entry, withdrawal, 'withdrawal')]
    if (deposit) return [moved(entry, deposit, 'deposit')]
    return amount ? [single(entry, amount, signs)] : []
  })
}

function moved(entry: Entry, amount: AmountAt, direction: Direction): Movement {
  return { entry, amount, direction, by: 'column' }
}

interface SignUse {
  /** The direction of a negative amount; of a positive one it is the other. Undefined where no sign is used. */
  negative: Direction | undefined
  /** What an amount without a mark is, where others are marked CR or DR. */
  unmarked: Direction | undefined
  /** Neither signs nor marks. */
  bare: boolean
}

function signUse(rows: readonly Entry[], card: boolean): SignUse {
  const amounts = rows.flatMap(({ figures }) => (figures.amount ? [figures.amount] : []))
  const marks = new Set(amounts.map(({ mark }) => mark).filter(Boolean))
  const negatives = amounts.filter(({ negative }) => negative).length
  const plus = amounts.some(({ printed }) => /^\+|\+$/.test(printed.replace(/[€$£\s]/g, '')))
  // All amounts negative in a section of withdrawals say nothing that the section does not.
  const signed = negatives > 0 || plus
  return {
    negative: signed ? (card && negatives * 2 <= amounts.length ? 'deposit' : 'withdrawal') : undefined,
    bare: card && !signed && marks.size === 0,
    unmarked: marks.size > 0 ? (marks.has('CR') ? 'withdrawal' : 'deposit') : card ? 'withdrawal' : undefined,
  }
}

const other = (direction: Direction): Direction => (direction === 'deposit' ? 'withdrawal' : 'deposit')

function single(entry: Entry, amount: AmountAt, { negative, unmarked, bare }: SignUse): Movement {
  const made = (direction: Direction, by: Movement['by']): Movement => ({ entry, amount, direction, by })
  if (amount.mark) return made(amount.mark === 'CR' ? 'deposit' : 'withdrawal', 'sign')
  const typed = TYPE_OUT.test(entry.type) ? 'withdrawal' : TYPE_IN.test(entry.type) ? 'deposit' : undefined
  if (typed) return made(typed, 'type')
  if (entry.section === 'deposit' || entry.section === 'withdrawal') return made(entry.section, 'section')
  if (negative) return made(amount.negative ? negative : other(negative), 'sign')
  const words = entry.description
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
  // A card's list without signs tells payments from purchases by their words alone.
  if (unmarked && !(bare && PAYMENT.test(words))) return made(unmarked, 'sign')
  return made(IN_WORDS.test(words) ? 'deposit' : 'withdrawal', 'words')
}

/** What a movement adds to the account. */
export function signed({ amount, direction }: Movement): number {
  return direction === 'deposit' ? Math.abs(amount.value) : -Math.abs(amount.value)
}

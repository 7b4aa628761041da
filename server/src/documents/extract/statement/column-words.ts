import { phrases, phrasesOf } from '../../vocabulary/compile.ts'

/** What a column of a statement's table holds. `other` is known and of no use: a reference, a cheque number. */
export type Role = 'date' | 'value' | 'description' | 'type' | 'withdrawal' | 'deposit' | 'amount' | 'balance' | 'other'

/** Columns of amounts. */
export type Figure = 'withdrawal' | 'deposit' | 'amount' | 'balance'

/** Of a heading that two roles claim, the later one has it. */
const ROLES: readonly Role[] = [
  'date',
  'value',
  'description',
  'type',
  'withdrawal',
  'deposit',
  'amount',
  'balance',
  'other',
]

const ROLE_OF = new Map(
  ROLES.flatMap((role) => phrasesOf(`heading.${role}`).map((heading) => [heading, role] as const)),
)

/** Words of the longest heading. */
export const LONGEST_HEADING = 5

/** Currencies and signs that stand beside a heading: `Amount ($)`, `Betrag in EUR`, `Debit (-)`, `Deposit (Cr)`. */
const CODES = 'eur|usd|cad|gbp|chf|sgd|aud|inr|pln|sek|brl|mxn|nok|dkk|czk|huf|ron|zar|nzd|try|kc|kr|zł|ft|lei|tl'
const DECORATION = new RegExp(
  `\\((?:cr|dr|rs)\\.?\\)|[()[\\]*:€$£]|\\b(?:in|en) (?=${CODES})|[+-]+$|\\b(?:${CODES}|euros?)\\b`,
  'g',
)

/** Whose money a heading may say it is behind what it is: `Amounts debited from your account`. */
const TAIL = new RegExp(` ${phrases('heading.tail')}$`, 'u')

/** The role of a heading, already folded; undefined where it is none. */
export function roleOf(heading: string): Role | undefined {
  return roleNamed(heading) ?? roleNamed(plain(heading).replace(TAIL, ''))
}

function roleNamed(heading: string): Role | undefined {
  return (
    ROLE_OF.get(heading) ??
    ROLE_OF.get(plain(heading)) ??
    // `Payments - out`: the dash parts what it is called from where it goes.
    ROLE_OF.get(plain(heading.replace(/ [-–] ?(?=[a-z])/g, ' ')))
  )
}

function plain(heading: string): string {
  return heading
    .replace(DECORATION, ' ')
    .replace(/[\s.]+/g, ' ')
    .trim()
}

/** Whether a word by itself is only the currency or sign of the heading before it. */
export function isDecoration(word: string): boolean {
  return word !== '' && /^[()€$£+*.\-/]*$|^\(?(?:in|en)?\s?(?:eur|usd|cad|gbp|chf|sgd|aud|inr|cr|dr)\)?$/.test(word)
}

import { begins, opens, phrases } from '../../vocabulary/compile.ts'

/** Rows that are no transactions, and the headings of sections, in folded text. */

const OPENING = opens('row.opening')

const CLOSING = opens('row.closing')

/** A balance of a day, which its place says whether it is the first or the last. */
const STAND = opens('row.standing')

const CARRIED = opens('row.carried')

const TOTAL = new RegExp(
  `^(?:[^:]{3,60}: )?(?:grand |montant )?(?:sub)?(?:-|\\b)?${phrases('row.total')}(?![\\p{L}\\d_])`,
  'u',
)

/** A card may close on the sum of its rows: `Sub-total / new balance`. */
const SUMMED = /^sub-?total ?\/ ?(?<name>.*\bbalance\b.*)/

/** What went in or out by its name: `Kreditne obraty`, `Total debits`. */
const SUM = begins('sum.deposits', 'sum.withdrawals')

export type RowKind = 'opening' | 'closing' | 'stand' | 'carried' | 'total' | 'entry'

/** What a row's description says that it is. */
export function rowKind(text: string): RowKind {
  const other = SUMMED.exec(text)?.groups?.name
  if (other !== undefined) return rowKind(other)
  if (CARRIED.test(text)) return 'carried'
  if (OPENING.test(text)) return 'opening'
  if (CLOSING.test(text)) return 'closing'
  if (STAND.test(text)) return 'stand'
  return TOTAL.test(text) || SUM.test(text) ? 'total' : 'entry'
}

export type Section = 'deposit' | 'withdrawal' | 'none' | 'daily'

/** What may follow the words that name a section. A bank may be called `Crédit` something. */
const TAIL = `(?:[\\s,:/&()-]+${phrases('row.section.tail')}(?:'d)?)*[\\s:()-]*$`

const section = (pattern: RegExp): RegExp => new RegExp(pattern.source + TAIL, pattern.flags)

const SECTIONS: readonly (readonly [Section, RegExp])[] = [
  ['daily', opens('row.section.daily')],
  ['none', new RegExp(`^${phrases('row.section.none')}\\b[\\w\\s]{0,30}$`, 'u')],
  ['deposit', section(begins('row.section.deposit'))],
  ['withdrawal', section(new RegExp(`^${phrases('row.section.lead')}*${phrases('row.section.withdrawal')}\\b`, 'u'))],
]

/** The section that a line without figures opens; undefined for any other text. */
export function sectionOf(text: string): Section | undefined {
  const words = text.split(' ').length
  if (words > 7) return undefined
  return SECTIONS.find(([, pattern]) => pattern.test(text))?.[0]
}

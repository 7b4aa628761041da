import { CURRENCY_PATTERN } from '../../values/currency.ts'
import { foldCase } from '../../values/fold.ts'
import { begins, exactly, holds, phrases, within } from '../../vocabulary/compile.ts'

/** What a column of a table of goods holds. `net`, `gross` and `amount` are the line's total in its three namings. */
export type ColumnKind =
  | 'position'
  | 'article'
  | 'date'
  | 'description'
  | 'quantity'
  | 'unit'
  | 'unit_price'
  | 'discount'
  | 'tax_rate'
  | 'tax'
  | 'net'
  | 'gross'
  | 'amount'
  /** Of work that is billed as it goes on: what was agreed, what is done, what was billed before. */
  | 'progress'
  /** A caption that names nothing known; figures under it belong to no other column. */
  | 'other'

/**
 * Captions of columns in en, de, fr, nl, es, it and pt, as folded text (extract/values/fold.ts), the more telling
 * ones first: `montant tva` is a tax although `montant` alone is an amount.
 */
const CAPTIONS: readonly (readonly [kind: ColumnKind, caption: RegExp])[] = [
  ['position', exactly('column.position')],
  ['article', exactly('column.article')],
  ['date', exactly('column.date')],
  ['progress', begins('column.progress')],
  ['discount', within('column.discount')],
  ['gross', new RegExp(`^(?:${phrases('column.amount')}|value)[ (]{1,2}inc`, 'u')],
  ['tax_rate', holds('column.tax_rate.of')],
  ['tax', within('column.tax')],
  ['unit_price', holds('column.unit_price')],
  ['unit', exactly('column.unit')],
  ['quantity', new RegExp(`(?<![\\p{L}\\d_])${phrases('column.quantity')}(?![\\p{L}\\d_])|^number$`, 'u')],
  ['net', holds('column.net')],
  ['gross', holds('column.gross')],
  ['amount', new RegExp(`\\b${phrases('column.amount')}(?![\\p{L}])|^value$`, 'u')],
  ['unit_price', begins('column.price')],
  ['description', within('column.description')],
]

/** A table may say its currency in a caption: `Value (€)`, `Betrag EUR`, `Valoare -lei-`; not within its last word. */
const CURRENCY = new RegExp(`(?<=\\p{L}.*)[\\s([-]*(?:(?<!\\p{L})|(?!\\p{L}))(?:${CURRENCY_PATTERN})[\\s)\\]-]*$`, 'iu')

// Of what is read as a caption. The patterns look back over it, so what they cost grows with the square of its length.
const LONGEST_CAPTION = 60
const LONGEST_READ = 200

/** The kind of column that a caption names; undefined where it names none. */
export function columnKind(caption: string): ColumnKind | undefined {
  if (caption.length > LONGEST_READ) return undefined
  const folded = foldCase(caption)
    .replace(/(\p{L})- (?=\p{Ll})/gu, '$1')
    .replace(/[:*]+$/, '')
    .trim()
    .replace(CURRENCY, '')
  if (!/\p{L}|#|%/u.test(folded)) return undefined
  if (folded === '' || folded.length > LONGEST_CAPTION) return undefined
  const kind = CAPTIONS.find(([, pattern]) => pattern.test(folded))?.[0]
  // `VAT 5%`: what says its rate itself is no column of rates.
  return kind === 'tax_rate' && /\d ?%/.test(folded) ? 'tax' : kind
}

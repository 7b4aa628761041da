import type { Field } from '../../model/findings.ts'
import { foldCase } from '../../values/fold.ts'
import { begins, opens, phrases } from '../../vocabulary/compile.ts'

/** What a sum at the foot of an invoice is. `due` is what remains to be paid, `lines` the goods before charges. */
export type SumKind = 'net' | 'tax' | 'gross' | 'due' | 'prepaid' | 'discount' | 'charge' | 'lines'

/** A printed sum: what its caption calls it, and the amount. */
export interface Sum {
  kind: SumKind
  value: number
  field: Field
  /** The words of the caption. */
  caption: string
}

export interface SumName {
  kind: SumKind
  /** How surely the words mean that and nothing else. */
  sureness: number
}

/** Belgian sums are called after it: `TVAC` holds it. */
const TAX = `${phrases('tax.name')}(?!c(?!\\p{L}))`
const GOING_BEFORE = phrases('tax.lead')

/** `Total amount (before tax`, `Montant hors`: a sum and that the tax is not in it. */
const NET_OF = `${phrases('sum.net.of')} ?(?:amount |total |value )?\\(?`
const BEFORE_TAX = `(?:before ${TAX}|${phrases('sum.net.without')})`

const TOTAL_BEFORE_TAX = `total (?:\\p{L}+ ){1,3}(?:before|excl\\p{L}*\\.?|${phrases('sum.net.without')}) ${TAX}`

const RATE_BEFORE = '(?:\\d{1,2}(?:[.,]\\d{1,2})? ?%,? )?'
/** Not the tax's own number. */
const NO_NUMBER = '(?![\\p{L}-]?(?:id|nr|no|nummer|number|reg))'

/** Sums with the tax in them, or without it. */
const NO_TAX =
  '(?:sub-?)?totals?|amount|net|gross|balance|incl|excl|before|after|with|' +
  `${phrases('sum.net.of')}|${phrases('sum.net.without')}`

/** Folded beginnings of a sum's caption, the more telling ones first. */
const NAMES: readonly (readonly [kind: SumKind, name: RegExp, sureness: number])[] = [
  ['discount', begins('sum.discount'), 0.8],
  ['charge', opens('sum.charge'), 0.8],
  ['prepaid', opens('sum.prepaid'), 0.8],
  ['due', begins('sum.due'), 0.9],
  ['lines', begins('sum.lines'), 0.7],
  ['net', new RegExp(`^(?:${NET_OF}${BEFORE_TAX}|${TOTAL_BEFORE_TAX}|${phrases('sum.net.named')})`, 'u'), 0.9],
  [
    'tax',
    new RegExp(
      `^(?:${GOING_BEFORE} )?${RATE_BEFORE}(?:${GOING_BEFORE} )?${TAX}(?: ${phrases('tax.sum')})?${NO_NUMBER}`,
      'u',
    ),
    0.85,
  ],
  [
    'tax',
    new RegExp(
      `^(?:incl\\.?|inkl\\.?|including|includes) ${TAX}(?![\\p{L}]).*\\d|^(?:incl\\.?|inkl\\.?) \\d.{0,6}${TAX}`,
      'u',
    ),
    0.8,
  ],
  // `County lodging tax 5%`: what is taxed or who takes it goes before, and a rate behind.
  ['tax', new RegExp(`^(?!${NO_TAX})(?:\\p{L}[\\p{L}.'-]* ){1,3}${TAX}\\b[^%]{0,12}\\d(?:[.,]\\d+)? ?%`, 'u'), 0.8],
  ['tax', opens('sum.tax'), 0.9],
  ['gross', opens('sum.gross'), 0.9],
  ['gross', begins('sum.gross.bare'), 0.6],
  ['net', opens('sum.net'), 0.75],
]

/** Captions that begin like a sum and are something else. */
const NO_SUM = opens('sum.no_sum')

/** The caption of a column of rates: `% IVA`, `Moms %`. */
const RATE = new RegExp(`^(?:% ?${TAX}|${TAX} ?%)$`)

/** What the caption names; undefined for anything that is no sum. */
export function sumName(caption: string): SumName | undefined {
  if (RATE.test(foldCase(caption))) return undefined
  const folded = foldCase(caption.replace(/<\/?\w{1,6}>/g, ''))
    .replace(/^[^\p{L}\d+]+/u, '')
    .replace(/^\+ (?=tips?\b|gratuity)/, '')
    .replace(/^(?:der |die |das |le |la |les |uw |factuur (?=totaal))/, '')
  if (folded === '' || folded.length > 70 || NO_SUM.test(folded)) return undefined
  const known = NAMES.find(([, name]) => name.test(folded)) ?? joinedName(folded)
  return known && { kind: known[0], sureness: known[2] }
}

/** Recognition joins what stands close: `TOTALGST 15%`. The words behind the total must be a sum's name with it. */
function joinedName(folded: string): (typeof NAMES)[number] | undefined {
  const [whole, total, rest] = /^(total|totaal|totale)(\p{L}{2}.*)$/u.exec(folded) ?? []
  const named = whole === undefined ? undefined : NAMES.find(([, name]) => name.test(`${total} ${rest}`))
  return named && named[2] > BARE ? named : undefined
}

/** A word that columns bear too is no surer than this. */
const BARE = 0.6

import { foldSigns } from '../../values/fold.ts'
import type { BoxKind } from './form-spec.ts'

const PROVINCES = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT US ZZ'.split(' '))

const PROVINCE_NAMES = new Set([
  'alberta',
  'british columbia',
  'manitoba',
  'new brunswick',
  'newfoundland and labrador',
  'nova scotia',
  'northwest territories',
  'nunavut',
  'ontario',
  'prince edward island',
  'quebec',
  'québec',
  'saskatchewan',
  'yukon',
])

/** With the District of Columbia and the territories. */
const STATES = new Set(
  [
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND',
    'OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP',
  ].flatMap((row) => row.split(' ')),
)

const MASK = '[\\dXx*•#●]'
const SIN = new RegExp(`^(?:\\d{3}[ -]?\\d{3}[ -]?\\d{3}|${MASK}{3}[ -]?${MASK}{3}[ -]?\\d{3})$`)
// Recognition reads the hyphens between stars as points.
const SSN = new RegExp(`^(?:\\d{3}[ -]\\d{2}[ -]\\d{4}|\\d{9}|${MASK}{3}[ .-]?${MASK}{2}[ .-]?\\d{4})$`)
const EIN = new RegExp(`^(?:\\d{2}[ -]?\\d{7}|${MASK}{2}[ -]?${MASK}{3}\\d{4})$`)
/** With its program account, its nine figures in whatever groups; without it as it is or in threes. */
const BN = /^\d(?: ?\d){8} ?R[A-Z] ?\d{4}$|^\d{9}$|^\d{3} \d{3} \d{3}$/i

/** A number of whoever gave it, with one word more at most. */
const IDENTIFIER = /^(?=.*\d)[\p{L}\d*•][\p{L}\d*•._/-]{2,}(?: [\p{L}\d*•._/-]+)?$/u
/** In groups, each with a figure or of a few capitals: `0071 A4X 22`. */
const GROUPED = /^(?=(?:.*\d){3})(?=.{5})(?:(?:(?=\S*\d)[\p{L}\d*•._/-]+|\p{Lu}{1,3})(?: (?!$)|$)){2,4}$/u
/** An amount, also behind a number, and a day. */
const NO_IDENTIFIER = /^(?:.* )?[\d,]+[.,]\d\d$|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/

/** What a run of words must look like to stand in a box of this kind. Amounts and names have rules of their own. */
const SHAPES: Partial<Record<BoxKind, (text: string) => boolean>> = {
  sin: (text) => SIN.test(text),
  bn: (text) => BN.test(text),
  ein: (text) => EIN.test(text),
  ssn: (text) => SSN.test(text),
  tin: (text) => SSN.test(text) || EIN.test(text),
  year: (text) => /^(?:19|20)\d\d$/.test(text),
  province: (text) => PROVINCES.has(text) || PROVINCE_NAMES.has(text.toLowerCase()),
  state: (text) => STATES.has(text),
  'two-digits': (text) => /^\d{2}$/.test(text),
  digit: (text) => /^[1-5]$/.test(text),
  months: (text) => /^\d{1,2}$/.test(text) && Number(text) <= 12,
  'distribution-code': (text) => /^[1-9A-HJ-NP-WY]{1,2}$/.test(text),
  registration: (text) => /^\d{7}$/.test(text),
  identifier: (text) => (IDENTIFIER.test(text) || GROUPED.test(text)) && !NO_IDENTIFIER.test(text),
}

/** Whether `text`, blanks folded, may be the value of a box of this kind. */
export function hasShape(kind: BoxKind, text: string): boolean {
  return SHAPES[kind]?.(foldSigns(text)) ?? false
}

/** How many words a value of this kind is printed in at most. */
export function longest(kind: BoxKind): number {
  if (kind === 'bn') return 5
  if (kind === 'province' || kind === 'sin' || kind === 'ssn') return 3
  if (kind === 'identifier') return 4
  return kind === 'ein' || kind === 'tin' ? 3 : 1
}

/** Shapes that hardly anything else on a slip has, so that they may stand for a value without a caption. */
export function isTelling(kind: BoxKind, printed: string): boolean {
  const text = foldSigns(printed)
  if (kind === 'bn') return /R[A-Z] ?\d{4}$/i.test(text)
  if (kind === 'sin') return /^\d{3}[ -]\d{3}[ -]\d{3}$/.test(text)
  if (kind === 'ein' || kind === 'tin') return /^\d{2}-\d{7}$/.test(text)
  return kind === 'ssn' && /^\S{3}-\S{2}-\d{4}$/.test(text)
}

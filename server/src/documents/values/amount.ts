import { CURRENCY_PATTERN, readCurrency } from './currency.ts'
import { foldSigns } from './fold.ts'

/** As money is written: with cents. Whole numbers are too often counts, codes and years. */
export const WITH_CENTS = /\d[.,]\d{2}(?!\d)/

/** How a document writes numbers, as far as its own amounts tell. */
export interface AmountStyle {
  decimal: '.' | ',' | undefined
  group: '.' | ',' | ' ' | "'" | undefined
  /** Cents are printed only where they are none, as spreadsheets do. */
  loose?: boolean
  /** No amount has cents: forints, yens, pesos. */
  whole?: boolean
}

export const UNKNOWN_STYLE: AmountStyle = { decimal: undefined, group: undefined }

export interface Amount {
  /** Equal to the printed digits, negative where `negative`; never computed, so never off by a float's error. */
  value: number
  /** ISO 4217, or the shared sign `$`, `¥`, `kr` (currency.ts resolves it by the document). */
  currency: string | undefined
  /** A minus sign before or after, or parentheses. */
  negative: boolean
  /** CR and DR as statements print them (`H` and `S` in German, `OD` overdrawn); the account says what they mean. */
  mark: 'CR' | 'DR' | undefined
  /** Digits after the decimal sign: 2 for most amounts, 0 for whole ones. */
  decimals: number
  /** False where nothing tells whether `1.234` is a thousand or one and a bit, or where figures were lost. */
  certain: boolean
}

export interface AmountOptions {
  style?: AmountStyle
  /** Form boxes with a line between dollars and cents: `1234 56` is 1234.56. */
  splitCents?: boolean
}

const CURRENCY = new RegExp(`^(?:${CURRENCY_PATTERN})(?![\\p{L}])`, 'iu')
const CURRENCY_AT_END = new RegExp(`(?<![\\p{L}])(?:${CURRENCY_PATTERN})$`, 'iu')
const CURRENCY_INSIDE = /^(\d[\d.,' ]*)([€$£])(\d{2})$/u

/**
 * Reads the whole of `text` as one amount: any grouping (comma, dot, blank, apostrophe), sign before or behind,
 * parentheses, currency before, behind or inside, CR/DR. Undefined for anything else: a percentage, a date, a code.
 */
export function parseAmount(
  text: string,
  { style = UNKNOWN_STYLE, splitCents = false }: AmountOptions = {},
): Amount | undefined {
  const folded = foldSigns(text)
  // Most of what is asked about is a word.
  const wrapped = /\d/.test(folded) ? unwrap(folded) : undefined
  if (!wrapped) return undefined
  const number = parseDigits(wrapped.digits, style, splitCents)
  if (!number) return undefined
  const { negative, currency, mark } = wrapped
  const size = Number(number.text)
  return {
    value: negative && size !== 0 ? -size : size,
    currency,
    negative,
    mark,
    decimals: number.decimals,
    certain: number.certain,
  }
}

/** A share such as `19 %`, `5,5%` or `8.875 %`, as the number before the sign. */
export function parsePercent(text: string): number | undefined {
  const match = /^[-+]?(\d{1,3})(?:[.,](\d{1,4}))? ?%$/.exec(foldSigns(text))
  return match ? Number(`${match[1]}.${match[2] ?? '0'}`) : undefined
}

interface Unwrapped {
  digits: string
  negative: boolean
  currency: string | undefined
  mark: 'CR' | 'DR' | undefined
}

// Takes signs, currency and marks off both ends until only digits and separators are left.
function unwrap(text: string): Unwrapped | undefined {
  const found: Unwrapped = { digits: '', negative: false, currency: undefined, mark: undefined }
  let rest = text.replace(/[.,]-{1,2}$/, '')
  const inside = CURRENCY_INSIDE.exec(rest)
  if (inside)
    return {
      ...found,
      digits: `${inside[1]}${/[.,]/.test(inside[1] as string) ? '' : '.'}${inside[3]}`,
      currency: readCurrency(inside[2] as string),
    }
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = strip(rest, found)
  }
  return /^[.,]?\d[\d.,' ]*$/.test(rest) ? { ...found, digits: rest.replace(/(?<=\d)[.,]$/, '') } : undefined
}

/** `$`, `kr`, `¥`: the sign of several currencies. */
const isShared = (currency: string | undefined) => currency !== undefined && currency.length < 3

function strip(text: string, found: Unwrapped): string {
  const rest = text.trim()
  const sign = CURRENCY.exec(rest)?.[0] ?? CURRENCY_AT_END.exec(rest)?.[0]
  // `$36.00 USD`: the code says whose dollar it is.
  const open = !found.currency || (isShared(found.currency) && sign !== undefined && !isShared(readCurrency(sign)))
  if (sign && sign.length < rest.length && open) {
    found.currency = readCurrency(sign)
    return CURRENCY.test(rest) ? rest.slice(sign.length) : rest.slice(0, -sign.length)
  }
  const mark = /(?<=\d ?-?)\s?(CR|DR)\.?$|(?<=[.,]\d\d) ?(OD|O\/D)\.?$|(?<=[.,]\d\d) (H|S)$/i.exec(rest)
  if (mark && !found.mark) {
    found.mark = /^(CR|H)$/i.test(mark[1] ?? mark[2] ?? mark[3] ?? '') ? 'CR' : 'DR'
    return rest.slice(0, mark.index)
  }
  // `(-)0.30`: the sign alone stands in the brackets.
  const signed = /^\(-\) ?(?=\d)/.exec(rest)?.[0]
  if (signed && !found.negative) {
    found.negative = true
    return rest.slice(signed.length)
  }
  // Behind yens a dash closes the figure: `¥1,200-`.
  if (found.currency === '¥' && /\d ?-$/.test(rest)) return rest.slice(0, -1)
  const bracketed = /^\((.*)\)$/.exec(rest)?.[1]
  if (bracketed !== undefined || (/^-|-$/.test(rest) && !found.negative)) {
    found.negative = true
    return bracketed ?? (rest.startsWith('-') ? rest.slice(1) : rest.slice(0, -1))
  }
  return rest.replace(/^\+|\+$|\*+$|^\*+(?=\d)/, '')
}

interface Digits {
  text: string
  decimals: number
  certain: boolean
}

function parseDigits(digits: string, style: AmountStyle, splitCents: boolean): Digits | undefined {
  const split = splitCents ? /^(\d{1,3}(?:[ ,.']\d{3})+|\d+) (\d{2})$/.exec(digits) : null
  if (split) return joined(split[1] as string, split[2] as string, true)
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return joined(digits, '', true)
  const [whole, rest, sign] = [digits.slice(0, last), digits.slice(last + 1), digits[last] as string]
  if (!/^\d+$/.test(rest)) return undefined
  if (/[.,' ]/.test(whole)) return whole.includes(sign) ? joined(digits, '', true) : joined(whole, rest, true)
  if (rest.length !== 3 || whole === '' || whole.length > 3 || whole.startsWith('0')) return joined(whole, rest, true)
  if (style.decimal === sign) return joined(whole, rest, style.group !== undefined)
  return joined(`${whole}${sign}${rest}`, '', style.decimal !== undefined || style.whole === true)
}

// The digits before the decimal sign must be grouped in one way, by threes; by twos before the last three as in India.
function joined(whole: string, decimals: string, certain: boolean): Digits | undefined {
  const sign = /[.,' ]/.exec(whole)?.[0]
  const groups = sign ? whole.split(sign) : [whole]
  if (groups.some((group) => !/^\d*$/.test(group))) return undefined
  const [first = '', ...others] = groups
  const byThree = others.every((group) => group.length === 3) && first.length <= 3
  const indian =
    sign === ',' &&
    others.at(-1)?.length === 3 &&
    others.slice(0, -1).every((group) => group.length === 2) &&
    first.length <= 2
  if (sign && (first === '' || !(byThree || indian))) return undefined
  const plain = groups.join('') || '0'
  // Nobody writes `094,56`: what stood before was lost.
  const torn = /^0\d\d/.test(plain)
  return { text: decimals ? `${plain}.${decimals}` : plain, decimals: decimals.length, certain: certain && !torn }
}

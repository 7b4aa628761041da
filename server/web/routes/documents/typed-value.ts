import { fieldsOfType } from '@mkt/schemas'
import type { CorrectedValue } from '../../state/review.ts'
import { t } from '../../texts/texts.ts'

/** What a person typed as a value of a field, or why it is none. */
export type Typed = { value: CorrectedValue } | { fault: string }

/** With a point before its cents, thousands parted by commas or not at all. */
const POINTED = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/
/** With a comma before its cents, thousands parted by points or not at all. */
const COMMAED = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}$|^-?\d{1,3}(?:\.\d{3}){2,}$/
/** A thousand and more in one half of the world, one and a bit in the other. */
const EITHER = /^-?[1-9]\d{0,2}\.\d{3}$/

/** What a person typed as a sum of money, as it is written here or there; undefined where it may mean two sums. */
function amountOf(text: string): number | undefined {
  const plain = text.replace(/[\s'’]/g, '').replace(/^[−–]/, '-')
  if (EITHER.test(plain)) return undefined
  if (POINTED.test(plain)) return Number(plain.replaceAll(',', ''))
  return COMMAED.test(plain) ? Number(plain.replaceAll('.', '').replace(',', '.')) : undefined
}

/** `1,234.50` as a value of `gross_pay` of a pay stub -> 1234.5. Nothing typed: the paper does not have it. */
export function typedValue(type: string, field: string, text: string): Typed {
  const names = fieldsOfType(type)
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  if (names[field] === 'amount') {
    const amount = amountOf(trimmed)
    return amount === undefined ? { fault: t.review.noAmount } : { value: amount }
  }
  if (names[field] === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return { fault: t.review.noDay }
  if (names[field] === 'year' && !/^\d{4}$/.test(trimmed)) return { fault: t.review.noYear }
  return { value: trimmed }
}

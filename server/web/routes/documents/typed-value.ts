import { fieldsOfType } from '@mkt/schemas'
import type { CorrectedValue } from '../../state/review.ts'
import { t } from '../../texts/texts.ts'

/** What a person typed as a value of a field, or why it is none. */
export type Typed = { value: CorrectedValue } | { fault: string }

const DIGITS = /^-?\d+(\.\d+)?$/

/** `1,234.50` as a value of `gross_pay` of a pay stub -> 1234.5. Nothing typed: the paper does not have it. */
export function typedValue(type: string, field: string, text: string): Typed {
  const names = fieldsOfType(type)
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  if (names[field] === 'amount') {
    const plain = trimmed.replace(/[,\s]/g, '')
    return DIGITS.test(plain) ? { value: Number(plain) } : { fault: t.review.noAmount }
  }
  if (names[field] === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return { fault: t.review.noDay }
  if (names[field] === 'year' && !/^\d{4}$/.test(trimmed)) return { fault: t.review.noYear }
  return { value: trimmed }
}

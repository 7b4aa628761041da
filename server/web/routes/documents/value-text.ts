import type { CorrectedValue } from '../../state/review.ts'
import { t } from '../../texts/texts.ts'

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** A value as a person reads it. */
export function valueText(value: CorrectedValue): string {
  if (value === null) return t.review.nothing
  return typeof value === 'number' ? amounts.format(value) : value
}

import type { AmountStyle } from '../../values/amount.ts'
import { findAmounts, isSumOfMoney } from '../../values/amount-style.ts'
import { type Candidate, candidateOf } from '../labels/candidate.ts'
import type { LabelAt } from '../labels/find-labels.ts'

/** In the corner of a box the sum stands at the right under its caption, with nothing else beside it. */
export function inCorner(labels: readonly LabelAt[], style: AmountStyle): Candidate[] {
  return labels.flatMap((label) => {
    const { line, layout, box, leads } = label
    const next = layout.lines[layout.lines.indexOf(line) + 1]
    const last = leads && !line.segments.some((one) => one.box[0] > box[2])
    const right = next?.segments.filter((one) => one.box[2] > box[0]) ?? []
    const [only, ...others] = right
    if (!last || !next || !only || others.length > 0 || box[1] - next.box[3] > 1.5 * (box[3] - box[1])) return []
    const [amount] = findAmounts(only.words, { style }).filter((each) => isSumOfMoney(each, style))
    return amount && amount.words.length === only.words.length
      ? [candidateOf({ ...amount, certainty: 1 }, label, 'label-below', 0.8)]
      : []
  })
}

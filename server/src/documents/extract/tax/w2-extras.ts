import { type Box, height } from '../../model/box.ts'
import type { Fields, FoundTable } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { addressUnder } from './names.ts'
import { findPairs, rowOf } from './other-information.ts'
import type { SlipReading } from './read-slip.ts'

/** Box 12 codes: A to HH without I, O, U and X as the IRS lists them. */
const CODE = /^(?:[A-HJ-NP-TV-WYZ]|AA|BB|DD|EE|FF|GG|HH|II)$/

/** The addresses in the blocks of boxes c and e/f. */
export function w2Addresses(reading: SlipReading): Fields {
  const { settled } = reading
  const employer = settled.get('employer_name')
  const employee =
    settled.get('+first:employee_name') ?? settled.get('+full:employee_name') ?? settled.get('+last:employee_name')
  const addresses = {
    employer_address: employer && addressUnder(reading, employer, labelUnder(reading, employer.candidate.box)),
    // Box f is the address, with a caption of its own or in the name's block.
    employee_address: employee && addressUnder(reading, employee, labelUnder(reading, employee.candidate.box, 'f')),
  }
  return Object.fromEntries(Object.entries(addresses).filter(([, address]) => address !== undefined)) as Fields
}

/** The upper edge of the next label below a block's first line, in its own column; `own` goes on with the block. */
function labelUnder({ captions }: SlipReading, [x0, y0, x1]: Box, own?: string): number {
  const below = captions.filter(
    ({ spec, box }) => spec && spec.id !== own && box[3] < y0 + 1 && box[0] < x1 && box[2] > x0 - 20,
  )
  return Math.max(-Infinity, ...below.map(({ box }) => box[3]))
}

/** The form prints "Code" downwards, in letters much smaller than a value; its C is none. */
function isCaption(words: readonly Word[], { text, box, size, origin }: Word, amount: Box): boolean {
  if (text !== 'C' || origin === 'form') return false
  const next = words.some(
    (word) =>
      word.text === 'o' &&
      word.size < 1.3 * size &&
      Math.abs(word.box[0] - box[0]) < 0.6 * size &&
      word.box[3] < box[3] &&
      word.box[3] > box[1] - size,
  )
  return next || height(box) < 0.6 * height(amount)
}

/** The codes and amounts of boxes 12a to 12d, whose little numbers stand above or left of them. */
export function box12(reading: SlipReading): FoundTable[] {
  const { view } = reading
  const labels = view.words.filter(({ text }) => /^12[a-d]$/.test(text))
  if (labels.length === 0) return []
  const [left, top] = [Math.min(...labels.map(({ box }) => box[0])), Math.max(...labels.map(({ box }) => box[3]))]
  const bottom = Math.min(...labels.map(({ box }) => box[1])) - 3 * Math.max(...labels.map(({ box }) => height(box)), 8)
  const pairs = findPairs(reading, (text) => CODE.test(text)).filter(
    ({ code, amount }) =>
      code.box[0] > left - 12 &&
      code.box[3] < top + 8 &&
      code.box[1] > bottom &&
      !isCaption(view.words, code, amount.box),
  )
  const rows = pairs.map(({ code, amount }) => rowOf(view.number, code, amount))
  return rows.length > 0
    ? [{ name: 'box_12', page: view.number, columns: ['code', 'amount'], rows, confidence: 0.85 }]
    : []
}

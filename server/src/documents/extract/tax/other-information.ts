import { around, type Box, overlapUp } from '../../model/box.ts'
import type { Fields, FoundTable, TableRow } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import type { Candidate } from './candidates.ts'
import { OTHER_CODES } from './forms/t4.ts'
import type { SlipReading } from './read-slip.ts'
import { gap, type SlipView } from './slip-view.ts'

/** A code with its amount further right on the same row. */
interface Pair {
  code: Word
  amount: Candidate
}

/** The code and amount pairs at the foot of a T4, in reading order. */
export function otherInformation(reading: SlipReading): FoundTable[] {
  const pairs = findPairs(reading, (text) => OTHER_CODES.test(text))
  const rows = pairs.map(({ code, amount }) => rowOf(reading.view.number, code, amount))
  const confidence = 0.85
  return rows.length > 0
    ? [{ name: 'other_information', page: reading.view.number, columns: ['code', 'amount'], rows, confidence }]
    : []
}

/** Codes followed on their row by an amount that no box has taken, with nothing of the like between the two. */
export function findPairs(
  { view, settled, candidates, captions }: SlipReading,
  isCode: (text: string) => boolean,
): Pair[] {
  const taken = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  const parts = new Set<Word>()
  for (const { number } of captions) if (number) taken.add(number)
  for (const { kind, words } of candidates)
    if (kind === 'amount' && words.length > 1)
      for (const word of followsCode(view, words[0], isCode) ? words : words.slice(1)) parts.add(word)
  const codes = view.words.filter(
    (word) => isCode(word.text) && !taken.has(word) && !parts.has(word) && !startsStreet(view, word),
  )
  const amounts = candidates.filter(
    ({ kind, words }) => kind === 'amount' && !words.some((word) => taken.has(word) || codes.includes(word)),
  )
  const pairs = codes.flatMap((code) => {
    const beside = amounts.filter(({ box }) => follows(code.box, box)).toSorted((a, b) => a.box[0] - b.box[0])[0]
    const closer = codes.some(
      (other) => beside && other !== code && follows(code.box, other.box) && other.box[2] < beside.box[0] + 1,
    )
    return beside && !closer ? [{ code, amount: beside }] : []
  })
  return pairs.toSorted((a, b) =>
    overlapUp(a.code.box, b.code.box) > 0.5 ? a.code.box[0] - b.code.box[0] : b.code.box[1] - a.code.box[1],
  )
}

/** `77 Wharf Street` has a house number, no code. */
function startsStreet({ right }: SlipView, word: Word): boolean {
  const next = right.get(word)
  return /^\d/.test(word.text) && next !== undefined && gap(word, next) < 0.8 && /^\p{L}{2}/u.test(next.text)
}

/** Dollars that read like a code are none where a code stands before them. */
function followsCode({ left }: SlipView, word: Word | undefined, isCode: (text: string) => boolean): boolean {
  const before = word && left.get(word)
  return before !== undefined && isCode(before.text)
}

function follows(left: Box, right: Box): boolean {
  return overlapUp(left, right) > 0.4 && right[0] > left[2] - 2 && right[0] - left[2] < 520
}

/** One row of a table of codes and amounts. */
export function rowOf(page: number, code: Word, amount: Candidate): TableRow {
  return {
    values: { code: code.text, amount: amount.value },
    page,
    box: around([code.box, amount.box]),
    words: { code: [code], amount: amount.words },
  }
}

/** Fees for services are box 048 of a T4A, or a code among its other information. */
export function codedFees(reading: SlipReading): Fields {
  if (reading.settled.has('fees_for_services')) return {}
  const [pair] = findPairs(reading, (text) => text === '048' || text === '48')
  if (!pair) return {}
  const { value, printed, words, box } = pair.amount
  const fees = { value, printed, words, box, page: reading.view.number, confidence: 0.7, method: 'pair' }
  return { fees_for_services: fees }
}

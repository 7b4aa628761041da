import { overlapAcross } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { Candidate } from './candidates.ts'
import type { SlipReading } from './read-slip.ts'

/** The share of a page's height in which a letterhead stands. */
const HEAD = 0.16

const NO_NAME =
  /\b(?:forms?|1099|tax|statement|page|copy|account|date|omb|customer|prepared|recipient|corrected|year)\b/i

/** Brokers and banks who lay out a 1099 themselves print their name at the head and nothing that says whose it is. */
export function mastheadPayer(reading: SlipReading): Fields {
  const { settled, candidates, view } = reading
  if (settled.has('payer_name')) return {}
  const used = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  const top = Math.max(...view.words.map(({ box }) => box[3]))
  const bottom = Math.min(...view.words.map(({ box }) => box[1]))
  const names = candidates.filter(
    ({ kind, printed, words, box }) =>
      kind === 'name' &&
      box[1] > top - HEAD * (top - bottom) &&
      /^\p{Lu}[\p{L}&'’.,-]+(?: [\p{L}&'’.,-]+)+$/u.test(printed) &&
      !NO_NAME.test(printed) &&
      !words.some((word) => used.has(word)),
  )
  const heads = names.filter((name) => startsBlock(name, candidates))
  const first = heads.toSorted((a, b) => sizeOf(b) - sizeOf(a) || b.box[3] - a.box[3])[0]
  return first ? { payer_name: fieldOf(reading, first) } : {}
}

/** A line with an address or the like beneath it: a name by itself may be anything. */
function startsBlock(name: Candidate, candidates: readonly Candidate[]): boolean {
  return candidates.some(({ kind, box, printed }) => {
    const down = name.box[1] - box[3]
    return kind === 'name' && /\d/.test(printed) && down > -2 && down < 26 && overlapAcross(name.box, box) > 0.2
  })
}

const sizeOf = ({ words }: Candidate) => Math.max(...words.map(({ size }) => size))

function fieldOf({ view }: SlipReading, { value, printed, words, box }: Candidate): Field {
  return { value, printed, words, box, page: view.number, confidence: 0.6, method: 'masthead' }
}

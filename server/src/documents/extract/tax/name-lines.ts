import { around, height, overlapUp } from '../../model/box.ts'
import { hasGivenBelow, nameLength } from '../labels/name-length.ts'
import type { Candidate } from './candidates.ts'
import { nameText } from './name-text.ts'
import { cellAround } from './places.ts'
import type { SlipReading } from './read-slip.ts'

/** An institution's name with the lines that it goes on in. */
export function wholeName(reading: SlipReading, first: Candidate): Candidate {
  const block = [first, ...linesUnder(reading, first)]
  const count = nameLength(block.map(({ printed }) => printed))
  return count > 1 ? joined(block.slice(0, count)) : first
}

/** Gives every name that has more than one line the others too. */
export function addNameLines(reading: SlipReading): void {
  const { settled } = reading
  for (const [field, claim] of settled) {
    const { spec, candidate } = claim
    const whole = !field.startsWith('+') || field.startsWith('+full')
    if (spec.kind !== 'name' || !whole || candidate.widget) continue
    const person = field.startsWith('+full') || /^(?:employee|recipient|student)/.test(field)
    const row = person ? [candidate, ...besideName(reading, candidate)] : [candidate]
    const block = [row.length > 1 ? joined(row) : candidate, ...linesUnder(reading, candidate)]
    const texts = block.map(({ printed }) => printed)
    const count = person ? (texts[1] && hasGivenBelow(texts[0] as string, texts[1]) ? 2 : 1) : nameLength(texts)
    if (count > 1 || row.length > 1) settled.set(field, { ...claim, candidate: joined(block.slice(0, count)) })
  }
}

/** Programs print surname, given name and initial into columns of one line, each in capitals and a few blanks apart. */
const COLUMN = /^\p{Lu}[\p{Lu}'’-]*\.?$/u
const COLUMN_GAP = 3

function besideName({ candidates, settled }: SlipReading, first: Candidate): Candidate[] {
  const used = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  const found: Candidate[] = []
  let last = first
  for (let count = 0; count < 2 && COLUMN.test(last.printed); count++) {
    const size = height(last.box)
    const next = candidates.find(
      ({ kind, printed, words, box }) =>
        kind === 'name' &&
        COLUMN.test(printed) &&
        overlapUp(box, last.box) > 0.8 &&
        box[0] > last.box[2] &&
        box[0] - last.box[2] < COLUMN_GAP * size &&
        !words.some((word) => used.has(word)),
    )
    if (!next) break
    found.push(next)
    last = next
  }
  return found
}

function joined(lines: readonly Candidate[]): Candidate {
  const printed = lines.map((line) => line.printed).join(' ')
  return {
    ...(lines[0] as Candidate),
    value: nameText(printed),
    printed,
    words: lines.flatMap(({ words }) => words),
    box: around(lines.map(({ box }) => box)),
  }
}

/** The next lines of the block that a line starts: same left edge, same size, same box of the form. */
function linesUnder({ candidates, settled, view }: SlipReading, first: Candidate): Candidate[] {
  const used = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  const lines: Candidate[] = []
  let last = first
  for (let count = 0; count < 2; count++) {
    const next = candidates.find(
      (other) =>
        other.kind === 'name' &&
        isUnder(last, other) &&
        !other.words.some((word) => used.has(word)) &&
        cellAround(view, other.box)?.join() === cellAround(view, last.box)?.join(),
    )
    if (!next) break
    lines.push(next)
    last = next
  }
  return lines
}

function isUnder(line: Candidate, next: Candidate): boolean {
  const [tall, other] = [height(line.box), height(next.box)]
  const down = line.box[1] - next.box[3]
  const alike = Math.abs(tall - other) < 0.35 * Math.max(tall, other)
  return alike && Math.abs(line.box[0] - next.box[0]) < 0.5 * tall && down > -0.4 * tall && down < 0.9 * tall
}

import { around, type Box, middle, overlapUp } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import { foldBlanks } from '../../values/fold.ts'
import { nameLength } from '../labels/name-length.ts'
import type { Settled } from './assign.ts'
import { printedNames } from './candidates.ts'
import { nameText } from './name-text.ts'
import { cellAround } from './places.ts'
import type { SlipReading } from './read-slip.ts'
import { fieldOf } from './slip-fields.ts'

/** A person's name from its boxes, first name first; from the whole name's box where there are no others. */
export function joinName(reading: SlipReading, field: string): Field | undefined {
  const { settled, view } = reading
  const part = (name: string) => settled.get(`+${name}:${field}`)
  const first = part('first')
  const last = lastOf(reading, field, first, part('last'))
  const full = part('full')
  const parts =
    last || first ? [first, part('initial'), last, part('suffix')].filter((found) => found !== undefined) : []
  const chosen = parts.length > 0 ? parts : full ? [full] : []
  if (chosen.length === 0) return undefined
  const value = foldBlanks(chosen.map(({ candidate }) => nameText(candidate.printed)).join(' '))
  const weakest = chosen
    .map((claim) => fieldOf(claim, view.number))
    .toSorted((a, b) => a.confidence - b.confidence)[0] as Field
  return {
    ...weakest,
    value,
    printed: value,
    box: around(chosen.map(({ candidate }) => candidate.box)),
    words: chosen.flatMap(({ candidate }) => candidate.words),
  }
}

/** What stands under the first name is the address, even where it is nearer to the last name's caption. */
function lastOf(
  reading: SlipReading,
  field: string,
  first: Settled | undefined,
  last: Settled | undefined,
): Settled | undefined {
  const level = first && last && overlapUp(first.candidate.box, last.candidate.box) > 0.3
  const beside = first && !level ? besideFirst(reading, first) : undefined
  // The address gets its line back.
  if (beside && last) reading.settled.set(`+last:${field}`, beside)
  return beside ?? last
}

/**
 * A last name stands on the first name's row, in the same box of the form: left of its caption where the type is
 * narrow, and recognition reads it more often than its small caption.
 */
function besideFirst({ candidates, settled, view }: SlipReading, first: Settled): Settled | undefined {
  const { box, words: own, widget } = first.candidate
  const cell = cellAround(view, box)?.join()
  const read = own.some(({ origin }) => origin === 'ocr')
  if (widget || (!read && !cell)) return undefined
  const used = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  const gapTo = (other: Box) => Math.max(other[0] - box[2], box[0] - other[2])
  const [nearest] = candidates
    .filter(
      (other) =>
        other.kind === 'name' &&
        /^\p{Lu}[\p{L}'’. -]+$/u.test(other.printed) &&
        overlapUp(other.box, box) > 0.5 &&
        gapTo(other.box) < 200 &&
        (read || (other.box[0] > box[2] && cellAround(view, other.box)?.join() === cell)) &&
        !other.words.some((word) => used.has(word)),
    )
    .toSorted((a, b) => gapTo(a.box) - gapTo(b.box))
  return nearest && { ...first, candidate: nearest, strength: 0.5, method: 'beside' }
}

/** Lines that stand under a name as its address, down to the next label; joined by commas. */
export function addressUnder(reading: SlipReading, name: Settled, stop: number): Field | undefined {
  const used = new Set([...reading.settled.values()].flatMap(({ candidate }) => candidate.words))
  const held = linesOf(name.candidate)
  const own = held.slice(nameLength(held))
  const [x0, y0] = name.candidate.box
  const filled = name.candidate.widget ? printedNames(reading.view, reading.printed) : []
  const below = [...reading.candidates, ...filled]
    .filter(
      ({ kind, words, box }) =>
        kind === 'name' && !words.some((word) => used.has(word)) && middle(box)[1] < y0 && box[1] > stop - 3,
    )
    .filter(({ box, printed }) => Math.abs(box[0] - x0) < 45 && printed.length > 2)
    .toSorted((a, b) => b.box[1] - a.box[1])
  const lines = [...own, ...below.flatMap(linesOf)].map((line) => line.replace(/,$/, ''))
  if (lines.length === 0) return undefined
  const value = lines.join(', ')
  const words = below.flatMap((line) => line.words)
  return {
    value,
    printed: value,
    confidence: 0.8,
    page: reading.view.number,
    box: around([...(own.length > 0 ? [name.candidate.box] : []), ...below.map(({ box }) => box)]),
    words: own.length > 0 ? [...name.candidate.words, ...words] : words,
    method: 'block',
  }
}

function linesOf({ widget, printed }: Settled['candidate']): string[] {
  return widget
    ? widget.value
        .split(/[\r\n]+/)
        .map(foldBlanks)
        .filter(Boolean)
    : [printed]
}

import { area, type Box, height, holds, overlapAcross, overlapUp } from '../../model/box.ts'
import type { Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { type Candidate, candidateOf } from './candidate.ts'
import type { LabelAt } from './find-labels.ts'
import { foldLine, wordsBetween } from './folded-line.ts'
import type { Place } from './standing.ts'
import type { ValueReader } from './value-reader.ts'

/** Searches one place for a label's value. */
export type Search = (label: LabelAt, read: ValueReader) => Candidate[]

/** Signs between a label and its value that belong to neither. */
const BETWEEN = /^[\s:.#°º)\]=>|_-]*/

/** The caption once more in another language: `Forma płatności / Payment: 30 days`. */
const SAID_AGAIN = /^ ?\/ ?\p{L}[\p{L} .'-]{1,40}(?=:)/u

/** Rows further below than this many font sizes belong to something else. */
const REACH_BELOW = 3.2

function candidate(label: LabelAt, read: ValueReader, words: Word[], place: Place, sureness: number): Candidate[] {
  const value = words.length > 0 ? read(words, { label, place }) : undefined
  return value ? [candidateOf(value, label, place, sureness)] : []
}

/** What follows the label in its own segment. */
export const inline: Search = (label, read) => {
  const rest = restOfSegment(label)
  return candidate(label, read, rest, 'label-inline', label.colon ? 0.95 : 0.88)
}

function restOfSegment({ line, to, words }: LabelAt): Word[] {
  const folded = foldLine(line)
  const said = to + (SAID_AGAIN.exec(folded.text.slice(to))?.[0].length ?? 0)
  const start = said + (BETWEEN.exec(folded.text.slice(said))?.[0].length ?? 0)
  const last = words.at(-1) as Word
  const end = line.segments.find(({ box }) => last.box[2] <= box[2] + 0.1)?.box[2] ?? last.box[2]
  return wordsBetween(folded, start, folded.text.length).filter(({ box }) => box[0] < end)
}

/** The next segments on the line; a segment that is a label of its own (`Due date:`) ends the search. */
export const right: Search = (label, read) => {
  if (headsColumns(label)) return []
  const following = label.line.segments.filter(({ box }) => box[0] >= label.box[2] - 0.1)
  const found: Candidate[] = []
  for (const [index, segment] of following.entries()) {
    const distance = (segment.box[0] - label.box[2]) / Math.max(segment.size, 1)
    const sureness = (0.92 - 0.08 * index) * (distance > 40 ? 0.85 : 1)
    found.push(...candidate(label, read, withoutSigns(segment.words), 'label-right', sureness))
    if (segment.text.endsWith(':')) break
  }
  return found
}

/** Captions of one print side by side over values of another: each has its value under it, not beside it. */
function headsColumns({ layout, line }: LabelAt): boolean {
  if (line.segments.length < 2 || /\d|:/.test(line.text)) return false
  const next = layout.lines[layout.lines.indexOf(line) + 1]
  const pairs = line.segments.flatMap((caption) => {
    const value = next?.segments.find(({ box: under }) => Math.abs(under[0] - caption.box[0]) < 4)
    return value ? [{ caption, value }] : []
  })
  const print = ({ size, bold }: Segment) => `${Math.round(size)} ${bold}`
  const captions = new Set(line.segments.map(print))
  const apart = pairs.every(({ value }) => !captions.has(print(value)))
  // Two texts on a line are a caption and its value as often: over two larger ones they are captions.
  if (line.segments.length === 2)
    return pairs.length === 2 && pairs.every(({ caption, value }) => value.size > OVER * caption.size)
  return captions.size === 1 && apart && pairs.length > 0.7 * line.segments.length
}

/** Colons that stand in a column of their own are no part of the value. */
function withoutSigns(words: Word[]): Word[] {
  const from = words.findIndex(({ text }) => !/^[:=>|]+$/.test(text))
  return from > 0 ? words.slice(from) : words
}

/** The nearest segments under the label that share its column, the nearest first. */
export const below: Search = (label, read) => {
  const under = segmentsBelow(label)
  const inRow = inRowBelow(label)
  if (inRow) return candidate(label, read, inRow.words, 'label-below', 0.8)
  return under.slice(0, 3).flatMap((segment, index) => {
    const gap = (label.box[1] - segment.box[3]) / Math.max(segment.size, 1)
    const sureness = (0.9 - 0.12 * index) * alignment(label.box, segment.box) * (gap > 1.5 ? 0.9 : 1)
    return candidate(label, read, segment.words, 'label-below', sureness)
  })
}

/** Captions in a row over as many values: the value in the caption's turn, where cells set the two at other edges. */
function inRowBelow({ layout, line, box: at }: LabelAt): Segment | undefined {
  const captions = line.segments
  const next = layout.lines[layout.lines.indexOf(line) + 1]
  if (captions.length < 3 || /\d/.test(line.text) || next?.segments.length !== captions.length) return undefined
  if (at[1] - next.box[3] > REACH_BELOW * height(at)) return undefined
  const turn = captions.findIndex(({ box: one }) => at[0] >= one[0] - 0.1 && at[2] <= one[2] + 0.1)
  const value = next.segments.some(({ box: other }) => overlapAcross(at, other) > 0) ? undefined : next.segments[turn]
  const [left, right] = [captions[turn - 1]?.box[0] ?? 0, captions[turn + 1]?.box[2] ?? Number.POSITIVE_INFINITY]
  return value && value.box[0] >= left && value.box[2] <= right ? value : undefined
}

/** How much larger a figure is set that stands over its caption. */
const OVER = 1.2

/** The segment right over the label, set larger, as pages for screens show their chief figures. */
export const above: Search = (label, read) => {
  const { layout, box, line } = label
  const at = layout.lines.indexOf(line)
  const over = layout.lines
    .slice(Math.max(at - 3, 0), at)
    .flatMap(({ segments }) => segments)
    .filter(({ box: other, size }) => {
      const gap = other[1] - box[3]
      return size >= OVER * height(box) && gap > -0.4 * size && gap < size && alignment(box, other) === 1
    })
    .toSorted((a, b) => a.box[1] - b.box[1])
  const [nearest] = over
  return nearest ? candidate(label, read, nearest.words, 'label-above', 0.8) : []
}

function segmentsBelow({ layout, box, line }: LabelAt): Segment[] {
  const reach = REACH_BELOW * Math.max(height(box), 6)
  const starts = layout.lines.indexOf(line) + 1
  return layout.lines
    .slice(Math.max(starts - 3, 0))
    .filter((other) => other !== line)
    .flatMap(({ segments }) => segments)
    .filter(
      ({ box: other }) =>
        other[3] <= box[1] + 0.4 * height(box) && other[3] >= box[1] - reach && overlapAcross(box, other) > 0,
    )
    .sort((a, b) => b.box[3] - a.box[3])
}

/** 1 where left edges, right edges or middles meet, less the further they are off. */
function alignment(label: Box, value: Box): number {
  const off = Math.min(
    Math.abs(label[0] - value[0]),
    Math.abs(label[2] - value[2]),
    Math.abs(label[0] + label[2] - value[0] - value[2]) / 2,
  )
  return off < 4 ? 1 : off < 20 ? 0.93 : 0.85
}

/** The rest of the ruled or shaded box that the label stands in, as form boxes hold caption and value. */
export const box: Search = (label, read) => {
  const room = label.layout.compartments.find((one) => holds(one.box, label.box)) ?? shadedAround(label)
  if (!room) return []
  const [from, until] = columnWithin(room.box, label)
  const words = room.words.filter(
    (word) =>
      overlapsNone(word, label.words) && word.box[3] <= label.box[3] + 2 && word.box[0] >= from && word.box[0] < until,
  )
  return candidate(label, read, words, 'label-box', 0.93)
}

/** A shaded box is at most this share of its page, and this many lines of its label high. */
const [SHADED, LINES] = [0.06, 7]

/** What stands on the same small ground as the label. */
function shadedAround({ layout: { page }, box: at }: LabelAt): { box: Box; words: Word[] } | undefined {
  const grounds = page.fills.filter(
    ({ box: ground, color }) =>
      holds(ground, at) &&
      color !== '#ffffff' &&
      area(ground) < SHADED * page.width * page.height &&
      height(ground) < LINES * height(at),
  )
  const [ground] = grounds.toSorted((a, b) => area(a.box) - area(b.box))
  const shown = page.words.filter(({ visibility }) => visibility === 'shown')
  return ground && { box: ground.box, words: shown.filter((word) => holds(ground.box, word.box)) }
}

/** Captions that share a wide box part it into columns: from the label's left edge to the next caption. */
function columnWithin(room: Box, { line, box: at }: LabelAt): readonly [from: number, until: number] {
  const row = line.segments.filter(({ box: other }) => holds(room, other))
  const next = row.find(({ box: other }) => other[0] >= at[2] - 0.1)
  const first = row.every(({ box: other }) => other[2] > at[0])
  return [first ? room[0] : at[0] - 6, next && next.box[0] - at[2] > 2 ? nextEdge(room, next, line) : room[2]]
}

/** What stands right of a lone caption on its line is its value. */
function nextEdge(room: Box, next: Segment, { segments }: LabelAt['line']): number {
  const captions = segments.filter(({ text }) => !/\d/.test(text)).length
  return captions > 2 ? next.box[0] - 2 : room[2]
}

function overlapsNone(word: Word, others: readonly Word[]): boolean {
  return !others.some(
    (other) =>
      other.order === word.order && overlapAcross(other.box, word.box) > 0.5 && overlapUp(other.box, word.box) > 0.5,
  )
}

/** The neighbouring cell of a table: right of a label in a row, else under a label in a heading. */
export const cell: Search = (label, read) => {
  for (const grid of label.layout.grids) {
    const row = grid.rows.findIndex((cells) => cells.some(({ box: at }) => holds(at, label.box)))
    const column = grid.rows[row]?.findIndex(({ box: at }) => holds(at, label.box)) ?? -1
    if (column < 0) continue
    const own = grid.rows[row]?.[column]?.words ?? []
    const beside = grid.rows[row]?.slice(column + 1).map(({ words }) => besideLabel(label, own, words))
    const under = grid.rows[row + 1]?.[column]
    const sureness = grid.ruled ? 0.94 : 0.85
    return [
      ...candidate(label, read, beside?.find((words) => words.length > 0) ?? [], 'label-cell', sureness),
      ...candidate(label, read, under?.words ?? [], 'label-cell', sureness - 0.04),
    ]
  }
  return []
}

/** What stands higher than a label that is not the first line of its cell is that of the lines over it. */
function besideLabel({ box }: LabelAt, own: readonly Word[], words: readonly Word[]): Word[] {
  const isOver = (word: Word) => word.box[1] >= box[3] - 0.4 * height(box)
  return own.some(isOver) ? words.filter((word) => !isOver(word)) : [...words]
}

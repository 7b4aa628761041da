import { height } from '../../model/box.ts'
import type { Segment } from '../../model/layout.ts'
import { type Addressee, isTown } from '../labels/addressee.ts'

/** The signs between the parts of the line over a window. */
const PARTING = /\s*[·•|*]\s*|\s+[–-]\s+|,\s+/u

/** How far a line over a window stands from the address at most, in heights of the address's lines. */
const NEAR = 3

/** Who sends a letter stands once more with the address in one small line over its window. */
export const senderLines = (segments: readonly Segment[], addressees: readonly Addressee[]): string[] =>
  segments
    .filter(({ text }) =>
      text
        .split(PARTING)
        .slice(1)
        .some((part) => isTown({ text: part })),
    )
    .filter((line) => addressees.some(({ lines }) => lines.some((first) => isOver(line, first))))
    .map(({ text }) => text)

/** Right above, from about the same edge, and set smaller. */
function isOver(small: Segment, { box, size }: Segment): boolean {
  const gap = small.box[1] - box[3]
  return small.size < size && gap > -1 && gap < NEAR * height(box) && Math.abs(small.box[0] - box[0]) < size
}

export const isSender = (name: string, lines: readonly string[]): boolean =>
  lines.some((line) => line.split(PARTING)[0] === name)

import { type Box, height, width } from '../model/box.ts'
import type { RuledLine } from '../model/page.ts'
import type { Stroke } from './canvas.ts'

/** Pieces this far apart, in points, are one line: dashes, cell borders drawn cell by cell. */
const GAP = 2.5
/** Lines whose middles are this near are the same line. */
const NEAR = 1
/** What stays shorter is a dot or a serif. */
const SHORTEST = 3

/** Painted lines as rules: pieces of one line joined, lines in the colour of the paper left out. */
export function mergeRuledLines(strokes: readonly Stroke[]): RuledLine[] {
  const seen = strokes.filter(({ color }) => color !== '#ffffff')
  const across = mergeAlong(seen, 'across', 0).filter(({ box }) => width(box) >= SHORTEST)
  return [...across, ...mergeAlong(seen, 'up', 1).filter(({ box }) => height(box) >= SHORTEST)]
}

function mergeAlong(strokes: readonly Stroke[], direction: RuledLine['direction'], along: 0 | 1): RuledLine[] {
  const over = (1 - along) as 0 | 1
  const place = (box: Box) => (box[over] + (box[over + 2] as number)) / 2
  const boxes = strokes.flatMap((stroke) => (stroke.direction === direction ? [stroke.box] : []))
  boxes.sort((a, b) => place(a) - place(b))
  const rules: RuledLine[] = []
  for (let k = 0; k < boxes.length; ) {
    const start = place(boxes[k] as Box)
    let end = k + 1
    while (end < boxes.length && place(boxes[end] as Box) - start <= NEAR) end++
    const level = boxes.slice(k, end).sort((a, b) => a[along] - b[along])
    let now: [number, number, number, number] | undefined
    for (const box of level) {
      if (now && box[along] - (now[along + 2] as number) <= GAP) {
        now = [Math.min(now[0], box[0]), Math.min(now[1], box[1]), Math.max(now[2], box[2]), Math.max(now[3], box[3])]
        rules[rules.length - 1] = { direction, box: now }
      } else {
        now = [...box]
        rules.push({ direction, box: now })
      }
    }
    k = end
  }
  return rules
}

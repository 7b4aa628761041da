import { around, type Box, height, overlapAcross } from '../model/box.ts'
import type { Block, Line, Segment } from '../model/layout.ts'
import type { RuledLine } from '../model/page.ts'

/** Lines of one text follow each other within this many sizes, measured between the boxes. */
const LEADING = 0.75
/** Sizes within one text differ less than this. */
const SIZES = 1.35

/** Segments that stand under each other as one text, in reading order: column by column. */
export function findBlocks(lines: readonly Line[], rules: readonly RuledLine[]): Block[] {
  const levels = rules.filter(({ direction }) => direction === 'across').sort((a, b) => a.box[1] - b.box[1])
  const open: Segment[][] = []
  const stacks: Segment[][] = []
  for (const segment of lines.flatMap(({ segments }) => segments)) {
    const place = open.findLastIndex((stack) => continues(stack, segment, levels))
    const stack = open[place]
    if (stack) stack.push(segment)
    else {
      const started = [segment]
      stacks.push(started)
      open.push(started)
      if (open.length > 60) open.shift()
    }
  }
  return inColumns(stacks.map(blockOf))
}

function continues(stack: readonly Segment[], segment: Segment, levels: readonly RuledLine[]): boolean {
  const last = stack.at(-1) as Segment
  if (segment.words[0]?.turn !== last.words[0]?.turn) return false
  const large = Math.max(last.size, segment.size)
  const gap = last.box[1] - segment.box[3]
  if (gap > LEADING * large || gap < -0.6 * large || large > SIZES * Math.min(last.size, segment.size)) return false
  if (segment.box[1] >= last.box[1] || !isAligned(last.box, segment.box, large)) return false
  return !isRuledOff(last.box, segment.box, levels)
}

function isAligned(above: Box, below: Box, size: number): boolean {
  const left = Math.abs(above[0] - below[0]) < 0.6 * size
  const right = Math.abs(above[2] - below[2]) < 0.6 * size
  const centered = Math.abs(above[0] + above[2] - below[0] - below[2]) < 1.2 * size
  return (left || right || centered) && overlapAcross(above, below) > 0.3
}

function isRuledOff(above: Box, below: Box, levels: readonly RuledLine[]): boolean {
  const [from, to] = [below[3] - 0.4 * height(below), above[1] + 0.4 * height(above)]
  let [low, high] = [0, levels.length]
  while (low < high) {
    const k = (low + high) >> 1
    if ((levels[k] as RuledLine).box[1] < from) low = k + 1
    else high = k
  }
  for (let k = low; k < levels.length; k++) {
    const { box } = levels[k] as RuledLine
    if (box[1] > to) return false
    if (overlapAcross(box, below) > 0.5 || overlapAcross(box, above) > 0.5) return true
  }
  return false
}

function blockOf(segments: Segment[]): Block {
  return {
    page: (segments[0] as Segment).page,
    segments,
    text: segments.map(({ text }) => text).join('\n'),
    box: around(segments.map(({ box }) => box)),
  }
}

/** Reading order by cutting the page, first between columns, then between bands of text, again and again. */
function inColumns(blocks: readonly Block[], depth = 0): Block[] {
  if (blocks.length < 2 || depth > 40) return blocks.toSorted((a, b) => b.box[3] - a.box[3] || a.box[0] - b.box[0])
  const columns = cut(blocks, ({ box }) => [box[0], box[2]], 6)
  if (columns.length > 1) return columns.flatMap((part) => inColumns(part, depth + 1))
  const bands = cut(blocks, ({ box }) => [-box[3], -box[1]], 0)
  if (bands.length > 1) return bands.flatMap((part) => inColumns(part, depth + 1))
  return blocks.toSorted((a, b) => b.box[3] - a.box[3] || a.box[0] - b.box[0])
}

/** Groups of blocks between which nothing stands, in the order of their spans. */
function cut(blocks: readonly Block[], span: (block: Block) => [number, number], gap: number): Block[][] {
  const groups: Block[][] = []
  let end = -Infinity
  for (const block of blocks.toSorted((a, b) => span(a)[0] - span(b)[0])) {
    const [from, to] = span(block)
    if (from > end + gap) groups.push([])
    groups.at(-1)?.push(block)
    end = Math.max(end, to)
  }
  return groups
}

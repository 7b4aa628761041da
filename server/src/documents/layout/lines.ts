import { around, middle } from '../model/box.ts'
import type { Line } from '../model/layout.ts'
import type { RuledLine, Word } from '../model/page.ts'
import { baseLine, isLevel } from './base-line.ts'
import { segmentWords, toSegment } from './segments.ts'

/** Base lines nearer than this share of the smaller size are one line. */
const SAME = 0.36
/** A smaller word may stand this share of the larger size off the line, when it follows at once (a raised cent, 1st). */
const RAISED = 0.5
/** Lines that end more than this many points above the word at hand take no more words. */
const REACH = 40
/** Among so many lines and words the right one is found; more come from pages made to be slow. */
const MOST_OPEN = 120
const MOST_LOOKED_AT = 400

interface Row {
  words: Word[]
  base: number
  lowest: number
}

/** Words to lines, top down, each line's words to segments; turned words follow as lines of their own. */
export function findLines(page: number, words: readonly Word[], rules: readonly RuledLine[] = []): Line[] {
  const rows = gatherRows(words.filter(isLevel))
  rows.sort((a, b) => b.base - a.base || (a.words[0]?.box[0] ?? 0) - (b.words[0]?.box[0] ?? 0))
  const parting = rules.filter(({ direction }) => direction === 'up').sort((a, b) => a.box[0] - b.box[0])
  const level = rows.map((row) => lineOf(page, segmentWords(row.words, parting)))
  return [...level, ...gatherTurned(words.filter((word) => !isLevel(word))).map((row) => lineOf(page, [row]))]
}

function gatherRows(words: readonly Word[]): Row[] {
  const sorted = words
    .map((word) => ({ word, base: baseLine(word) }))
    .sort((a, b) => b.base - a.base || a.word.box[0] - b.word.box[0])
  const done: Row[] = []
  let open: Row[] = []
  for (const { word, base } of sorted) {
    const still = open.filter((row) => row.lowest - base <= REACH)
    const kept = still.slice(-MOST_OPEN)
    if (kept.length < open.length) for (const row of open) if (!kept.includes(row)) done.push(row)
    open = kept
    const row = bestRow(open, word, base)
    if (row) {
      row.words.push(word)
      row.lowest = Math.min(row.lowest, base)
    } else open.push({ words: [word], base, lowest: base })
  }
  for (const row of open) done.push(row)
  for (const row of done) row.base = mainBase(row.words)
  return done
}

/** The row whose word nearest to this one stands on the same base line; lines may lean a little. */
function bestRow(rows: readonly Row[], word: Word, base: number): Row | undefined {
  let best: Row | undefined
  let least = Infinity
  for (const row of rows) {
    if (row.lowest - base > word.size) continue
    const [near, gap] = nearestWord(row.words, word)
    const off = Math.abs(baseLine(near) - base)
    const small = Math.min(near.size, word.size)
    const large = Math.max(near.size, word.size)
    const raised = small < 0.8 * large && gap < 0.3 * large && gap > -0.3 * large && off < RAISED * large
    if ((off < SAME * small || raised) && off < least) {
      best = row
      least = off
    }
  }
  return best
}

function nearestWord(words: readonly Word[], word: Word): [near: Word, gap: number] {
  let near = words[0] as Word
  let least = Infinity
  for (let k = words.length - 1; k >= Math.max(0, words.length - MOST_LOOKED_AT); k--) {
    const other = words[k] as Word
    const gap = Math.max(word.box[0] - other.box[2], other.box[0] - word.box[2])
    if (gap < least) [near, least] = [other, gap]
  }
  return [near, least]
}

/** The base line of most of a row's text: raised and lowered bits do not move it. */
function mainBase(words: readonly Word[]): number {
  const bases = words.map(baseLine).sort((a, b) => a - b)
  return bases[Math.floor(bases.length / 2)] as number
}

/** Turned words that were painted one after the other in one direction, as margin notes and watermarks are. */
function gatherTurned(words: readonly Word[]): Word[][] {
  const rows: Word[][] = []
  for (const word of words.toSorted((a, b) => a.order - b.order)) {
    const last = rows.at(-1)?.at(-1)
    if (last && last.turn === word.turn && isNext(last, word)) rows.at(-1)?.push(word)
    else rows.push([word])
  }
  return rows
}

function isNext(last: Word, word: Word): boolean {
  const [ax, ay] = middle(last.box)
  const [bx, by] = middle(word.box)
  const angle = ((last.turn ?? 0) * Math.PI) / 180
  const off = Math.abs(-(bx - ax) * Math.sin(angle) + (by - ay) * Math.cos(angle))
  return off < 0.5 * last.size
}

function lineOf(page: number, parts: readonly Word[][]): Line {
  const segments = parts.map((words) => toSegment(page, words))
  const text = segments.map((segment) => segment.text).join('  ')
  return { page, segments, text, box: around(segments.map(({ box }) => box)) }
}

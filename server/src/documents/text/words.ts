import type { Word } from '../model/page.ts'
import { beginsWord, isByWords } from './by-words.ts'
import { clean } from './characters.ts'
import { type Glyph, LONGEST_WORD, type Run } from './glyph.ts'
import { joinLetters, spacingOf } from './letter-spacing.ts'
import { piecesOf } from './pieces.ts'
import { drawnOtherwise } from './said.ts'

/** How far characters reach over and under the base line, in sizes: the same for all fonts, so that boxes compare. */
export const ASCENT = 0.78
export const DESCENT = 0.22

/** A gap wider than this many sizes parts words; fonts' own blanks are 0.2 to 0.35, kerning stays below 0.115. */
const BLANK = 0.12

/** What a clipping lets through of the words, and what it hides of them; the page's edge clips too. */
interface ClippedWords {
  words: Word[]
  clipped: Word[]
}

/** The words that a page's glyphs make, in painting order, in shown coordinates. */
export function makeWords(glyphs: readonly Glyph[]): ClippedWords {
  const runs = runsOf(glyphs)
  const made = (clipped: boolean) => joinLetters(runs.flatMap((run) => partOf(run, clipped))).map(wordOf)
  return { words: made(false), clipped: made(true) }
}

/** Those characters of a run that the clipping hides, or the others. */
function partOf(run: Run, clipped: boolean): Run[] {
  const glyphs = run.glyphs.filter((glyph) => glyph.clipped === clipped)
  if (glyphs.length === 0) return []
  return splitBlanks({ ...run, glyphs, text: glyphs.map(({ text }) => clean(text)).join('') })
}

function runsOf(glyphs: readonly Glyph[]): Run[] {
  const byWords = isByWords(glyphs, BLANK)
  const runs: Run[] = []
  let run: Run | undefined
  let blank = false
  for (const [at, glyph] of glyphs.entries()) {
    const text = clean(glyph.text)
    const last = run?.glyphs.at(-1)
    if (last && isRepeat(last, glyph)) {
      last.bold = true
      continue
    }
    if (text.trim() === '') {
      if (text !== '' && glyph.advance + glyph.tracking > 0.05 * glyph.size) {
        run = undefined
        blank = true
      }
      continue
    }
    const apart = !last || (byWords && beginsWord(last, glyph)) || !follows(last, glyph, isAlone(glyphs, at))
    if (!run || apart || run.text.length >= LONGEST_WORD) {
      run = { glyphs: [], text: '', blank }
      runs.push(run)
    }
    blank = false
    run.glyphs.push(glyph)
    run.text += text
  }
  return runs
}

/** A glyph may stand for several characters with a blank among them (ligatures of some producers). */
function splitBlanks(run: Run): Run[] {
  if (!/\s/.test(run.text)) return [run]
  return [{ ...run, text: run.text.replace(/\s+/g, '') }]
}

/** Bold is faked by printing each character twice, a hair apart. */
function isRepeat(last: Glyph, glyph: Glyph): boolean {
  const near = 0.12 * glyph.size
  return (
    last.text === glyph.text &&
    last.text.trim() !== '' &&
    Math.abs(last.x - glyph.x) < near &&
    Math.abs(last.y - glyph.y) < near &&
    Math.abs(last.size - glyph.size) < 0.1 * glyph.size
  )
}

/**
 * Whether a gap before a glyph is the only one around: letters that are spaced all stand apart; producers that space
 * a single pair of characters print a blank so, or the way to the next column.
 */
function isAlone(glyphs: readonly Glyph[], at: number): boolean {
  const last = glyphs[at - 1]
  if (!last || last.tracking <= BLANK * last.size) return false
  const tight = ([a, b]: readonly Glyph[]) => a && b && isTight(a, b, last.tracking)
  return Boolean(tight(glyphs.slice(at - 2, at)) || tight(glyphs.slice(at, at + 2)))
}

/** Whether one glyph follows another right behind it, on a line that some characters were spaced on. */
function isTight(last: Glyph, glyph: Glyph, tracking: number): boolean {
  const gap = (glyph.x - last.x) * last.dx + (glyph.y - last.y) * last.dy - last.advance
  const level = Math.abs(-(glyph.x - last.x) * last.dy + (glyph.y - last.y) * last.dx) < 0.35 * last.size
  return level && gap > -0.3 * last.size && gap < 0.5 * tracking
}

/** Whether a glyph goes on with the word that the last one ended; a gap that is `alone` is no spacing of letters. */
function follows(last: Glyph, glyph: Glyph, alone: boolean): boolean {
  if (last.dx * glyph.dx + last.dy * glyph.dy < 0.995) return false
  if (last.invisible !== glyph.invisible || last.field !== glyph.field) return false
  const size = Math.max(last.size, glyph.size)
  if (Math.min(last.size, glyph.size) < 0.4 * size) return false
  const [px, py] = [glyph.x - last.x, glyph.y - last.y]
  const along = px * last.dx + py * last.dy
  const off = Math.abs(-px * last.dy + py * last.dx)
  if (off > 0.35 * size) return false
  const gap = along - last.advance
  const tracked = last.tracking > 0 && !alone ? gap - last.tracking : gap
  return Math.min(gap, tracked) < BLANK * size && gap > -0.5 * Math.max(last.advance, 0.4 * size)
}

/** Of which characters it is open what is shown, and what the word is where letters are those that they look like. */
function openOf(glyphs: readonly Glyph[]): Pick<Word, 'open' | 'likely'> {
  const isOpen = ({ cut, doubtful }: Glyph) => cut || doubtful
  if (!glyphs.some(isOpen)) return {}
  const open = glyphs.map((glyph) => (isOpen(glyph) ? '\uFFFD' : clean(glyph.text))).join('')
  const isLikely = glyphs.some(({ likely }) => likely !== undefined)
  return { open, ...(isLikely && { likely: glyphs.map(({ likely, text }) => likely ?? clean(text)).join('') }) }
}

function wordOf({ glyphs, text }: Run): Word {
  const first = glyphs[0] as Glyph
  const last = glyphs.at(-1) as Glyph
  const size = Math.max(...glyphs.map((glyph) => glyph.size))
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, dx, dy, advance } of glyphs) {
    for (const [along, up] of [
      [0, -DESCENT * size],
      [0, ASCENT * size],
      [advance, -DESCENT * size],
      [advance, ASCENT * size],
    ] as const) {
      const [px, py] = [x + along * dx - up * dy, y + along * dy + up * dx]
      x0 = Math.min(x0, px)
      y0 = Math.min(y0, py)
      x1 = Math.max(x1, px)
      y1 = Math.max(y1, py)
    }
  }
  const turn = Math.round((Math.atan2(first.dy, first.dx) * 180) / Math.PI)
  return {
    text,
    box: [x0, y0, x1, y1],
    size,
    font: first.font.name,
    program: first.font.program,
    bold: glyphs.every(({ bold }) => bold),
    color: first.color ?? '#000000',
    visibility: first.invisible ? 'invisible' : 'shown',
    origin: first.field ? 'form' : 'text',
    confidence: 1,
    order: last.order,
    setting: { spacing: spacingOf(glyphs), stretch: first.stretch, hand: first.hand },
    ...(first.alpha < 1 && { alpha: first.alpha }),
    ...(glyphs.some(({ mixed }) => mixed) && { unsure: true as const }),
    ...openOf(glyphs),
    ...(Math.abs(turn) > 5 && { turn }),
    ...piecesOf(glyphs),
    ...drawnOtherwise(glyphs),
  }
}

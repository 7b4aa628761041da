import type { Box } from '../model/box.ts'
import type { Line, PageLayout, Segment } from '../model/layout.ts'
import { foldCase } from '../values/fold.ts'

/**
 * What a segment is on its page: a `title` (large, bold, in capitals or high up, and short), `prose` (a line of running
 * text), or `plain`: captions, values, headings of columns.
 */
export type Role = 'title' | 'prose' | 'plain'

export interface Piece {
  /** Folded (values/fold.ts). */
  text: string
  role: Role
  box: Box
  /** Set larger than the page's usual text, or among the first lines: where a paper says what it is. */
  leading: boolean
}

export interface PageText {
  pieces: Piece[]
  /** Lines of all that is no prose, and of everything. */
  plain: string
  whole: string
  /** Everything, with the lines of running text as one: a phrase may go on in the next line. */
  running: string
  /** The share of its words that are prose: near 1 on pages of instructions. */
  proseShare: number
  /** The share of a letter page's width, or a wider page's own, that the words take: small for till receipts. */
  spread: number
}

/** Function words of English, French and German; running text is full of them, captions are not. */
const FUNCTION_WORDS = new Set(
  [
    'the a an of to in on for and or if is are was were be been you your we our us this that these those it its',
    'as by with from at not have has will may must can do does any all which when who whom what than more into',
    'about before after under le la les des du un une et ou en que qui est sont vous votre nous pour par dans sur',
    'avec ce cette si ne pas plus der die das den dem des und oder ist sind sie ihr ihre wir uns fur mit von zu',
    'im auf bei nicht wenn werden wird als auch',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Above this share of the page's height, what stands alone on its line is a title; on a recognised page, whose bold
 * print is not told from other, among the first lines.
 */
const HIGH = 0.82

const LARGE = 1.25
const FIRST = 6
const LETTER_WIDTH = 612
const TITLE_WORDS = 9
const LONG_HEADING = 16
const PROSE_WORDS = 8
/** A subject may fill its line: whom a letter speaks of stands in it, with all of their names. */
const SUBJECT_WORDS = 14
const PROSE_SHARE = 0.28

/** A page's segments with the roles that they play. */
export function readPageText({ lines, page }: PageLayout): PageText {
  const isAlone = (segment: Segment, index: number) =>
    alone.has(segment) && (segment.box[3] > HIGH * page.height || (page.ocr !== undefined && index < FIRST))
  const segments = lines.flatMap((line) => line.segments)
  const alone = new Set(lines.flatMap((line) => (line.segments.length === 1 ? line.segments : [])))
  const entries = ledgerEntries(lines)
  const usual = median(segments.flatMap(({ words, size }) => words.map(() => size)))
  const pieces = segments.map(
    (segment, index): Piece => ({
      leading: segment.size >= LARGE * usual || (index < FIRST && !entries.has(segment)),
      text: foldCase(segment.text),
      role: entries.has(segment) ? 'plain' : roleOf(segment, usual, isAlone(segment, index)),
      box: segment.box,
    }),
  )
  loneProse(pieces)
  const texts = lines.map(({ segments: of }) => of.map(({ text }) => foldCase(text)).join('  '))
  const prose = pieces.filter(({ role }) => role === 'prose')
  const words = (list: Piece[]) => list.reduce((sum, { text }) => sum + text.split(' ').length, 0)
  return {
    pieces,
    plain: plainLines(pieces),
    whole: texts.join('\n'),
    running: runningOf(texts),
    spread: spreadOf(pieces, page.width),
    proseShare: words(prose) / Math.max(words(pieces), 1),
  }
}

/** So many words of a line are running text in any language. */
const RUNNING_WORDS = 8

const goesOn = (line: string) => line.split(' ').length >= RUNNING_WORDS && !/[.:!?]$/.test(line)

const runningOf = (lines: readonly string[]): string =>
  lines.map((line) => `${line}${goesOn(line) ? ' ' : '\n'}`).join('')

const DAY = /^(?:\d{1,4}[./-]\d{1,2}|\d{1,2}\.? \p{L}{3}|\p{L}{3,4}\.? \d{1,2}\b)/u
const MONEY = /\d[.,]\d\d(?:\D|$)/

/**
 * What stands in a dated row with an amount, or goes on under its description: whatever words a payment's purpose
 * brings along, it is no title, at the top of a page neither.
 */
function ledgerEntries(lines: readonly Line[]): Set<Segment> {
  const entries = new Set<Segment>()
  let above: Line | undefined
  for (const line of lines) {
    const [first, ...rest] = line.segments
    const row = first !== undefined && DAY.test(first.text) && rest.some(({ text }) => MONEY.test(text))
    const under = ({ box }: Segment) =>
      above?.segments.some((other, place) => place > 0 && Math.abs(other.box[0] - box[0]) < 3)
    const goesOn = !row && line.segments.length === 1 && line.segments.every(under)
    if (row || goesOn) for (const segment of line.segments) entries.add(segment)
    if (row || !goesOn) above = row ? line : undefined
  }
  return entries
}

/** Without the outermost twentieth on either side, which may be specks of a scan. */
function spreadOf(pieces: Piece[], width: number): number {
  const lefts = pieces.map(({ box }) => box[0]).sort((a, b) => a - b)
  const rights = pieces.map(({ box }) => box[2]).sort((a, b) => a - b)
  const [left = 0, right = width] = [lefts[Math.floor(lefts.length * 0.05)], rights[Math.floor(rights.length * 0.95)]]
  return (right - left) / Math.max(width, LETTER_WIDTH)
}

/** A single line that reads like a sentence and neither ends like one nor stands among others is a heading. */
function loneProse(pieces: Piece[]): void {
  const read = pieces.map(({ role }) => role)
  for (const [index, piece] of pieces.entries()) {
    const among = read[index - 1] === 'prose' || read[index + 1] === 'prose'
    const sentence = /[.,;!?]$/.test(piece.text) || piece.text.split(' ').length > LONG_HEADING
    if (piece.role === 'prose' && !among && !sentence) piece.role = 'plain'
  }
}

function plainLines(pieces: Piece[]): string {
  return pieces
    .filter(({ role }) => role !== 'prose')
    .map(({ text }) => text)
    .join('\n')
}

/** What a letter is about is its title, in bold or not: recognised text has no bold. */
const SUBJECT = /^(?:re|subject|betreff|betrifft|objet|concerne|asunto|oggetto|onderwerp) ?: ?\S/

function roleOf(segment: Segment, usual: number, high: boolean): Role {
  const words = foldCase(segment.text).split(' ')
  const large = segment.size >= LARGE * usual
  const short = words.length <= TITLE_WORDS && !segment.text.endsWith(':')
  if (large && short) return 'title'
  if (words.length <= SUBJECT_WORDS && SUBJECT.test(words.join(' '))) return 'title'
  const common = words.filter((word) => FUNCTION_WORDS.has(word)).length
  if (words.length >= PROSE_WORDS && common / words.length >= PROSE_SHARE) return 'prose'
  const letters = segment.text.replace(/[^\p{L}]/gu, '')
  const loud = segment.bold || (letters.length > 3 && letters === letters.toUpperCase())
  return short && (loud || high) ? 'title' : 'plain'
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

import { height } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { findDates } from '../../values/date.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import { recognised } from './candidate.ts'
import { endsInLegalForm, hasLegalForm } from './legal-form.ts'

/** Words of titles, captions and notices; a firm's name has none of them. */
const NOT_A_NAME = new RegExp(`\\b${phrases('masthead.no_name')}\\b|@|:`, 'u')

const INSTITUTION = within('firm.institution')

/**
 * Who issues the paper: the largest text at the top, or about the title where that matches `title`. `except` are
 * names, folded, that are somebody else's or nobody's.
 */
export function findMasthead(page: PageLayout, title: RegExp, except: readonly string[] = []): Field | undefined {
  const segments = page.lines.flatMap((line) => line.segments)
  const sizes = segments.map(({ size }) => size).toSorted((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 9
  const [low, high] = zoneOf(page, segments, title)
  const candidates = segments
    .filter(({ text, box }) => box[1] > low && box[1] < high && couldBeFirm(text) && !except.includes(foldCase(text)))
    .filter((segment) => !isAskew(segment))
    .map((segment, index) => ({ segment, score: scoreOf(segment, page, usual) - 0.03 * index }))
  const [best] = candidates.toSorted((a, b) => b.score - a.score)
  const firm = !best || best.score < 0.35 ? firmAnywhere(segments, except) : undefined
  if (firm || !best) return firm
  return fieldOf(best.segment, Math.min(0.95, 0.6 + 0.25 * best.score))
}

function fieldOf({ words, page, box, text }: Segment, sureness: number): Field {
  const value = foldBlanks(text)
  return { value, printed: value, confidence: sureness * recognised(words), page, box, words, method: 'masthead' }
}

/** Without a letterhead the name may stand anywhere, known by its legal form. */
function firmAnywhere(segments: readonly Segment[], except: readonly string[]): Field | undefined {
  const firm = segments.find(
    ({ text }) => endsInLegalForm(text) && couldBeFirm(text) && !except.includes(foldCase(text)),
  )
  return firm ? fieldOf(firm, 0.65) : senderLine(segments, except)
}

/** A window envelope shows the sender in one small line over the receiver: `Firm · Street 1 · Town`. */
function senderLine(segments: readonly Segment[], except: readonly string[]): Field | undefined {
  for (const segment of segments) {
    const parts = segment.text.split(/\s*[*·•|]\s*/).filter((part) => part !== '')
    const [name = ''] = parts
    if (parts.length < 3 || !endsInLegalForm(name) || !couldBeFirm(name) || except.includes(foldCase(name))) continue
    const count = segment.words.findIndex(({ text }) => endsInLegalForm(text.split(/[*·•|]/)[0] ?? ''))
    const words = segment.words.slice(0, count + 1)
    return { ...fieldOf({ ...segment, words }, 0.65), value: foldBlanks(name), printed: foldBlanks(name) }
  }
  return undefined
}

/** Heights between which the name may stand. A title in the middle of the page has the name beside it. */
function zoneOf({ page }: PageLayout, segments: Segment[], title: RegExp): readonly [low: number, high: number] {
  const top = 0.72 * page.height
  const titled = segments.filter(({ text }) => title.test(foldCase(text)) && text.length < 60)
  const [first] = titled.toSorted((a, b) => b.size - a.size)
  return first && first.box[1] < top ? [first.box[1] - 60, first.box[1] + 70] : [top, Number.POSITIVE_INFINITY]
}

/** Words of a watermark run aslant: their boxes are higher than their letters. */
function isAskew({ words }: Segment): boolean {
  return words.some(({ box, size }) => height(box) > 1.7 * size)
}

/** Whether a text can be the name of a firm or an office. */
export function couldBeFirm(text: string): boolean {
  const folded = foldCase(text)
  const words = folded.split(' ').length
  return (
    words < 9 &&
    /\p{L}{2}/u.test(folded) &&
    !/\d{3}|\d [a-z]/.test(folded) &&
    !NOT_A_NAME.test(folded) &&
    findDates(text).length === 0
  )
}

function scoreOf(segment: Segment, { page }: PageLayout, usual: number): number {
  const large = Math.min(segment.size / usual, 2.4) - 1
  const high = segment.box[3] / page.height > 0.88 ? 0.3 : 0
  const firm = hasLegalForm(segment.text) || INSTITUTION.test(foldCase(segment.text)) ? 0.6 : 0
  return large + high + firm + (segment.bold ? 0.2 : 0)
}

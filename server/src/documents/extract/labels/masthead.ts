import { around, height } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import { recognised } from './candidate.ts'
import { couldBeFirm } from './firm-name.ts'
import { endsInLegalForm, hasLegalForm } from './legal-form.ts'

const INSTITUTION = within('firm.institution')

/**
 * Who issues the paper: the largest text at the top, or about the title where that matches `title`. Texts that
 * `isOthers` knows are somebody else's name or nobody's.
 */
export function findMasthead(page: PageLayout, title: RegExp, isOthers: (text: string) => boolean): Field | undefined {
  const segments = page.lines.flatMap((line) => line.segments)
  const sizes = segments.map(({ size }) => size).toSorted((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 9
  const [low, high] = zoneOf(page, segments, title)
  const candidates = segments
    .map((segment) => beforeTitle(segment, title))
    .filter(({ text, box }) => box[1] > low && box[1] < high && couldBeFirm(text) && !isOthers(text))
    .filter((segment) => !isAskew(segment))
    .map((segment, index) => ({ segment, score: scoreOf(segment, page, usual) - 0.03 * index }))
  const [best] = candidates.toSorted((a, b) => b.score - a.score)
  // Over a window the sender stands in small print, and what is larger may be the receiver.
  const sender = best && isFirm(best.segment) ? undefined : senderLine(segments, isOthers)
  const firm = sender ?? (!best || best.score < WEAK ? firmAnywhere(segments, isOthers) : undefined)
  if (firm || !best) return firm
  return fieldOf(best.segment, Math.min(0.95, 0.6 + 0.25 * best.score))
}

/** A firm's name up to the paper's own on one line: `Firm Ltd Payslip Period 7`. */
function beforeTitle(segment: Segment, title: RegExp): Segment {
  const { words } = segment
  const text = (some: Segment['words']) => some.map((word) => word.text).join(' ')
  const at = words.findIndex((_, index) => index > 0 && title.exec(foldCase(text(words.slice(index))))?.index === 0)
  const name = words.slice(0, Math.max(0, at))
  if (!endsInLegalForm(text(name))) return segment
  return { ...segment, words: name, text: text(name), box: around(name.map(({ box }) => box)) }
}

/** A letterhead that scores less says less than a legal form anywhere on the page. */
const WEAK = 0.35

const isFirm = ({ text }: Segment) => hasLegalForm(text) || INSTITUTION.test(foldCase(text))

function fieldOf({ words, page, box, text }: Segment, sureness: number): Field {
  const value = foldBlanks(text)
  return { value, printed: value, confidence: sureness * recognised(words), page, box, words, method: 'masthead' }
}

/** Without a letterhead the name may stand anywhere, known by its legal form. */
function firmAnywhere(segments: readonly Segment[], isOthers: (text: string) => boolean): Field | undefined {
  const firm = segments.find(({ text }) => endsInLegalForm(text) && couldBeFirm(text) && !isOthers(text))
  return firm && fieldOf(firm, 0.65)
}

/** A window envelope shows the sender in one small line over the receiver: `Firm · Street 1 · 12345 Town`. */
function senderLine(segments: readonly Segment[], isOthers: (text: string) => boolean): Field | undefined {
  for (const segment of segments) {
    const parts = segment.text.split(PARTING).filter((part) => part !== '')
    const [name = '', ...address] = parts
    const addressed = address.length > 1 && address.some((part) => /\d/.test(part))
    if (!addressed || !endsInLegalForm(name) || !couldBeFirm(name) || isOthers(name)) continue
    const words = segment.words.slice(0, name.split(' ').length)
    const value = foldBlanks(name)
    const parted = words.map((word, at) =>
      at < words.length - 1 ? word : { ...word, text: name.split(' ').at(-1) ?? '' },
    )
    return { ...fieldOf({ ...segment, words: parted }, 0.65), value, printed: value }
  }
  return undefined
}

/** The signs between the parts of such a line; recognition makes quotes and degrees of stars and dots. */
const PARTING = /\s*[*·•|]\s*|\s+[^\p{L}\p{N}\s&]{1,2}\s+/u

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

function scoreOf(segment: Segment, { page }: PageLayout, usual: number): number {
  const large = Math.min(segment.size / usual, 2.4) - 1
  const high = segment.box[3] / page.height > 0.88 ? 0.3 : 0
  const firm = isFirm(segment) ? 0.6 : 0
  return large + high + firm + (segment.bold ? 0.2 : 0)
}

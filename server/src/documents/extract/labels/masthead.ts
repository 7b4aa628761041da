import { around, height } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { exactly, within } from '../../vocabulary/compile.ts'
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
  const names = segments
    .map((segment) => beforeTitle(segment, title))
    .filter((segment) => couldBeFirm(segment.text) && !isOthers(segment.text) && !isAskew(segment))
    // What the paper is called stands as large as a name.
    .filter(({ text }) => endsInLegalForm(text) || !isTitle(text, title))
  const bestIn = ([low, high]: Zone) =>
    names
      .filter(({ box }) => box[1] > low && box[1] < high)
      .map((segment, index) => ({ segment, score: scoreOf(segment, page, usual) - 0.03 * index }))
      .toSorted((a, b) => b.score - a.score)[0]
  // Letters have their title under the receiver, and nobody's name about it.
  const best = bestIn(zoneOf(page, segments, title)) ?? bestIn(headOf(page))
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
  const at = words.findIndex(
    (_, index) =>
      index > 0 && (title.exec(foldCase(text(words.slice(index))))?.index === 0 || isRegister(words, index)),
  )
  const name = words.slice(0, Math.max(0, at))
  if (!endsInLegalForm(text(name))) return segment
  return { ...segment, words: name, text: text(name), box: around(name.map(({ box }) => box)) }
}

/** Whether a text begins with the paper's title, and says little more. */
function isTitle(text: string, title: RegExp): boolean {
  const found = title.exec(foldCase(text))
  return found?.index === 0 && text.length - found[0].length < 20
}

const REGISTER = exactly('tax_id.short', 'tax_id.label')

/** Behind a name on its line a number of tax may begin: `Example Pty Ltd ABN 12 345 678 901`. */
const isRegister = (words: Segment['words'], index: number) =>
  REGISTER.test(foldCase(words[index]?.text ?? '').replace(/[.:]+$/, '')) && /\d/.test(words[index + 1]?.text ?? '')

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
const PARTING = /\s*[*·•|]\s*|\s+[^\p{L}\p{N}\s&]{1,2}\s+|,\s+/u

type Zone = readonly [low: number, high: number]

/** Where letterheads stand. */
const headOf = ({ page }: PageLayout): Zone => [0.72 * page.height, Number.POSITIVE_INFINITY]

/** Heights between which the name may stand. A title in the middle of the page has the name beside it. */
function zoneOf(layout: PageLayout, segments: Segment[], title: RegExp): Zone {
  const [top] = headOf(layout)
  const titled = segments.filter(({ text }) => title.test(foldCase(text)) && text.length < 60 && !/[.,;]$/.test(text))
  const [first] = titled.toSorted((a, b) => b.size - a.size)
  return first && first.box[1] < top ? [first.box[1] - 60, first.box[1] + 70] : headOf(layout)
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

import { around, type Box, height } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { holds, phrases, within } from '../../vocabulary/compile.ts'
import { couldBeName } from '../labels/addressee.ts'
import { recognised } from '../labels/candidate.ts'
import { hasLegalForm } from '../labels/legal-form.ts'

/** How far down, in lines, a stub says at its head whose it is. */
const HEAD_LINES = 3

/** Less sure than the name over an address: only its form and its place say that it is one. */
const SURENESS = 0.6

const PERSON = /^\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|la|du|di|da)){1,4}$/u

const NOBODY = within('masthead.no_name', 'firm.institution', 'pay.person_caption')

const TITLE = holds('pay.title')

/** Words that a person's number stands behind. */
const NUMBERED = new RegExp(`^${phrases('pay.employee')}[.:#]*$`, 'u')

/**
 * The only name of a person at the head of a stub that gives its employee neither a caption nor an address. Undefined
 * where two texts could be it, and where no firm is known to stand apart from it.
 */
export function loneName([first]: readonly PageLayout[], employer: Field | undefined): Field | undefined {
  if (!first || !employer) return undefined
  const head = first.lines.slice(0, HEAD_LINES).flatMap(({ segments }) => segments)
  const texts = head.map(withoutNumber)
  const names = texts.filter((segment) => couldBePerson(segment) && foldBlanks(segment.text) !== employer.value)
  const [name, ...others] = names
  if (!name || others.length > 0) return undefined
  const { words, box, page } = name
  const value = foldBlanks(name.text)
  return { value, printed: value, confidence: SURENESS * recognised(words), page, box, words, method: 'head' }
}

/** A bar that redaction leaves is at least this dark, of each of its parts. */
const DARK = 0x60
/** What stands under a name begins where it does, in points. */
const STRAIGHT = 6

/** The person right over a bar that covers their address: what was taken out says no less whose the stub is. */
export function nameOverBar([first]: readonly PageLayout[], employer: Field | undefined): Segment | undefined {
  const bars = first?.page.fills.filter(({ color }) => [1, 3, 5].every((at) => part(color, at) <= DARK)) ?? []
  const segments = first?.lines.flatMap(({ segments: of }) => of) ?? []
  const over = segments.filter((name) => bars.some((bar) => isRightOver(name.box, bar.box)))
  const names = over.filter((name) => couldBePerson(name) && foldBlanks(name.text) !== employer?.value)
  return names.length === 1 ? names[0] : undefined
}

const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)

function isRightOver(name: Box, bar: Box): boolean {
  const gap = name[1] - bar[3]
  return Math.abs(name[0] - bar[0]) < STRAIGHT && Math.abs(gap) < height(name) && height(bar) < 2 * height(name)
}

/** Numbers of persons, masked ones too. */
const OWN_NUMBER = /^[#:]?(?=.*[\dXx*•])[\dXx*•]{2,}(?:[-. ]?[\dXx*•]+)*$/
const PERSONS = new RegExp(`^${phrases('pay.person_caption')}[.:#]*$`, 'u')
/** Above this share of the page's height a stub says whose it is. */
const UPPER = 0.6

/** `Rosalind Haverty SSN ***-**-4182`: who bears a number stands before it on one line. */
export function nameBeforeNumber([first]: readonly PageLayout[]): Field | undefined {
  const segments = first?.lines.flatMap(({ segments }) => segments) ?? []
  const upper = segments.filter(({ box }) => box[1] > UPPER * (first?.page.height ?? 0))
  for (const segment of upper) {
    const at = segment.words.findIndex(({ text }, index) => index > 1 && PERSONS.test(foldCase(text)))
    const name = at > 0 ? partOf(segment, at) : undefined
    const numbered = segment.words.slice(at + 1, at + 3).some(({ text }) => OWN_NUMBER.test(text))
    if (!name || !numbered || !couldBePerson(name)) continue
    const value = foldBlanks(name.text)
    const { words, box, page } = name
    return { value, printed: value, confidence: 0.8 * recognised(words), page, box, words, method: 'before-number' }
  }
  return undefined
}

const partOf = (segment: Segment, until: number): Segment => {
  const words = segment.words.slice(0, until)
  return { ...segment, words, text: words.map(({ text }) => text).join(' '), box: around(words.map(({ box }) => box)) }
}

/** `Ada Nilsen Employee 10442 Weekly`: the name stands before what else is said of who bears it. */
function withoutNumber(segment: Segment): Segment {
  const at = segment.words.findIndex(({ text }, index) => index > 1 && NUMBERED.test(foldCase(text)))
  const numbered = at > 0 && segment.words.slice(at, at + 3).some(({ text }) => /^#?\d{2,}$/.test(text))
  return numbered ? partOf(segment, at) : segment
}

function couldBePerson({ text }: Segment): boolean {
  const folded = foldCase(text)
  const plain = PERSON.test(text) && couldBeName(text) && !hasLegalForm(text)
  return plain && !NOBODY.test(folded) && !TITLE.test(folded)
}

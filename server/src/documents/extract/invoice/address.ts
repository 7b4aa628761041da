import type { Box } from '../../model/box.ts'
import { height } from '../../model/box.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldCase, foldSigns } from '../../values/fold.ts'
import { findIbans } from '../../values/ids.ts'
import { holds, phrases, within } from '../../vocabulary/compile.ts'

/** Segments under each other with one left edge, right edge or middle, top down: an address, a letterhead. */
export interface Stack {
  page: number
  segments: Segment[]
}

/** An empty line within an address is common, two are not. In line heights. */
const STACK_GAP = 1.9
const STRAIGHT = 5

export function stacksOf({ page, lines }: PageLayout): Stack[] {
  const stacks: Stack[] = []
  for (const segment of lines.flatMap((line) => line.segments)) {
    const open = stacks.filter(({ segments }) => continues(segments.at(-1) as Segment, segment))
    const nearest = open.sort((a, b) => bottom(a) - bottom(b))[0]
    if (nearest) nearest.segments.push(segment)
    else stacks.push({ page: page.number, segments: [segment] })
  }
  return stacks
}

/** White between two addresses, against that between the lines of one. */
const PARTING_GAP = 1.8

/**
 * The addresses of a stack: what a sender prints of itself ends its own, and what stands well below it is another's
 * where it has a place of its own.
 */
export function addressesOf({ page, segments }: Stack): Stack[] {
  const gaps = segments.slice(1).map(({ box }, at) => (segments[at] as Segment).box[1] - box[3])
  const usual = Math.max(Math.min(...gaps), 1)
  const cuts = gaps.flatMap((gap, at) => {
    const [above, below] = [segments.slice(0, at + 1), segments.slice(at + 1)]
    const placed = [above, below].every((part) => part.some(({ text }) => isPlace(text)))
    const sent = above.some(({ text }) => isOwnFact(text) || isContact(text))
    return gap > PARTING_GAP * usual && placed && sent ? [at + 1] : []
  })
  return [0, ...cuts].map((from, index) => ({ page, segments: segments.slice(from, cuts[index]) }))
}

const bottom = ({ segments }: Stack) => segments.at(-1)?.box[1] ?? 0

function continues(above: Segment, below: Segment): boolean {
  const gap = above.box[1] - below.box[3]
  const tall = Math.max(Math.min(height(above.box), height(below.box)), 5)
  if (gap < -0.5 * tall || gap > STACK_GAP * tall) return false
  return isStraight(above.box, below.box)
}

function isStraight(a: Box, b: Box): boolean {
  const left = Math.abs(a[0] - b[0])
  const right = Math.abs(a[2] - b[2])
  const middle = Math.abs(a[0] + a[2] - b[0] - b[2]) / 2
  return Math.min(left, right, middle) < STRAIGHT
}

/** The line of an address that has the postal code, as many countries write it. */
const PLACE = [
  /(?:^|[\s,])(?:[A-Z]{1,3}[- ])?\d{4,5}\s+\p{Lu}[\p{L}.'/-]+/u,
  /(?:^|[\s,])\d{4}\s?[A-Z]{2}\s+\p{Lu}/u,
  /(?:^|[\s,])(?:\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3})\s+\p{Lu}/u,
  /\b[A-Z]{2,3},?\s+\d{4,5}(?:-\d{4})?\b/,
  // Recognition takes a nought for the letter.
  /\b[A-Z][\dO][A-Z]\s?[\dO][A-Z][\dO]\b/,
  /\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b/,
  /\p{L}{3,},?\s+(?:[\p{L}.]+\s+)?\d{5,6}$/u,
]

export function isPlace(text: string): boolean {
  const plain = foldSigns(text)
  return !isContact(plain) && PLACE.some((pattern) => pattern.test(plain))
}

/** By its word, by the house's number before a word, by the number behind one. */
const STREET = new RegExp(
  [
    `(?:\\p{L}${phrases('address.street_ending')}|\\b${phrases('address.street')})\\b.*`,
    '^\\d{1,5}[a-z]?,? \\p{L}',
    '\\p{L}{3,}\\.? [1-9]\\d{0,3} ?[a-z]?(?:[-/]\\d+)?$',
  ].join('|'),
  'u',
)

export function isStreet(text: string): boolean {
  return /\d/.test(text) && STREET.test(foldCase(text))
}

const STREET_NAME = new RegExp(`\\p{L}${phrases('address.street_ending')}$|\\p{L} ${phrases('address.street')}$`, 'u')

/** A street without its number: `Garden Road`. */
export function isStreetName(text: string): boolean {
  return STREET_NAME.test(foldCase(text))
}

const CONTACT = holds('address.contact')

/** Telephone, fax, mail, web. */
export function isContact(text: string): boolean {
  return CONTACT.test(foldCase(text))
}

/** Register, tax, bank: what a sender prints about itself, and seldom about the receiver. */
const OWN_FACTS = within('address.register')

export function isOwnFact(text: string): boolean {
  return OWN_FACTS.test(foldCase(text)) || findIbans(text).length > 0
}

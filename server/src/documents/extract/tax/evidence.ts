import { type Box, height } from '../../model/box.ts'
import type { FormValue } from '../../model/page.ts'
import { type Group, groupOf, overturned } from './above.ts'
import type { Candidate } from './candidates.ts'
import { countsFields, namesBox } from './field-names.ts'
import type { BoxKind, BoxSpec, FormSpec } from './form-spec.ts'
import { cellAround, isBlocked, type Place, type Print, type Relation, reachOf, relationOf } from './places.ts'
import { gap, type SlipView } from './slip-view.ts'
import { CLAIM, FACTOR } from './weights.ts'

/** That a box holds a value, how strongly, and by what. */
export interface Claim {
  spec: BoxSpec
  candidate: Candidate
  /** 0..1. */
  strength: number
  method: string
}

/** Kinds whose values a decoy may claim, so that they are not given to a neighbour. */
const DECOY_KINDS = new Set<BoxKind>(['amount', 'identifier', 'name', 'two-digits'])

/** What one slip prints, as far as it is told apart: labels, all print of the form, and values. */
export interface Parts {
  places: readonly Place[]
  prints: readonly Print[]
  candidates: readonly Candidate[]
}

/** Every claim of every box to every value that it may hold; `above` says which stand above their labels. */
export function findClaims(
  view: SlipView,
  form: FormSpec,
  { places, prints, candidates }: Parts,
  above: ReadonlySet<Group>,
): Claim[] {
  const withCents = printsCents(candidates)
  const numbers = new Set(places.filter(({ kind, weak }) => kind === 'number' && !weak).map(({ box }) => box))
  const own = candidates.filter(
    (candidate) => !isOther(view, form, candidate) && !isPrintedId(form, candidate, { withCents, numbers }),
  )
  const pairs = places.flatMap((place) => {
    const reach = reachOf(place, places)
    return own.flatMap((candidate) => pairOf(view, place, candidate, { reach, prints, withCents, above }) ?? [])
  })
  const counted = countsFields(view.form, (field, id) => isCaptionedOtherwise(pairs, field, id))
  const byName = candidates.flatMap((candidate) => nameClaims(form, candidate, counted))
  const ways = preferredWays(pairs)
  const byPlace = withoutNeighbours(pairs).map((pair) => ({
    ...pair,
    strength: pair.strength * (isBehind(pair) ? 1 : (ways.get(pair.place.kind)?.get(pair.relation.way) ?? 1)),
  }))
  return [...byName, ...combine(byPlace)]
}

/** A caption this strong says whose a field is, whatever the field is called. */
const CAPTIONED = 0.5

/** Whether captions at a field are of other boxes than its number's. */
function isCaptionedOtherwise(pairs: readonly Pair[], field: FormValue, id: string): boolean {
  const own = pairs.filter(({ candidate, place, strength }) => {
    return candidate.widget === field && place.kind === 'caption' && strength >= CAPTIONED
  })
  return own.length > 0 && own.every(({ spec }) => spec.id !== id)
}

function nameClaims(form: FormSpec, candidate: Candidate, counted: boolean): Claim[] {
  const { widget } = candidate
  if (!widget) return []
  const named = form.boxes.filter((spec) => namesBox(widget, spec, counted))
  return named
    .filter((spec) => fits(spec, candidate))
    .map((spec) => ({ spec, candidate, strength: CLAIM.formField, method: 'form' }))
}

/** A code stands nearer to its amount than this, in font sizes. */
const CODE_GAP = 14

interface Pair extends Claim {
  place: Place
  relation: Relation
}

function fits({ kind, field }: BoxSpec, candidate: Candidate): boolean {
  if (kind === 'decoy') return DECOY_KINDS.has(candidate.kind)
  if (candidate.kind !== kind) return false
  if (kind !== 'name') return true
  if (/^\+(?:first|last)/.test(field) && isAddress(candidate)) return false
  return field.startsWith('+initial') === isInitial(candidate.printed)
}

/** Streets and postal codes have digits in them; one digit may be a letter that was misread. */
const isAddress = ({ printed }: Candidate) => /^\d|\d.*\d|\bp\.? ?o\.? ?box\b/i.test(printed)

const isInitial = (text: string) => /^\p{L}\.?(?: ?\p{L}\.)?$/u.test(text)

interface Surroundings {
  reach: number
  prints: readonly Print[]
  withCents: boolean
  /** Groups of values that stand above their labels. */
  above: ReadonlySet<Group>
}

function pairOf(
  view: SlipView,
  place: Place,
  candidate: Candidate,
  { reach, prints, withCents, above }: Surroundings,
): Pair | undefined {
  if (!fits(place.spec, candidate)) return undefined
  const announced = announcedBox(view, candidate)
  if (announced && place.spec.id && announced !== place.spec.id.toLowerCase()) return undefined
  const turned = above.has(groupOf(candidate))
  const [from, value, others] = turned ? turnedOver(place, candidate, prints) : [place, candidate.box, prints]
  const relation = relationOf(from.box, value, reach)
  // A box's number stands in its corner or left of its value, never right of it.
  if (place.kind === 'number' && relation?.way === 'below' && candidate.box[2] < place.box[0]) return undefined
  if (!relation || isBlocked(from, value, relation, others)) return undefined
  const inside = candidate.widget ? undefined : cellAround(view, candidate.box)
  const near = relation.way === 'below' && sameCell(place, inside) ? within(relation) : relation
  const strength = strengthOf(place, near) * togetherness(place, inside) * plausibility(candidate, withCents)
  const method = `${place.kind}-${relation.way}`
  return strength > CLAIM.least ? { spec: place.spec, candidate, strength, method, place, relation } : undefined
}

/** Where values stand above their labels, everything is as elsewhere once the page is turned over. */
function turnedOver(place: Place, candidate: Candidate, prints: readonly Print[]): [Place, Candidate['box'], Print[]] {
  const { label } = place
  const number = label?.number && { ...label.number, box: overturned(label.number.box) }
  const caption = label && { ...label, box: overturned(label.box), number }
  return [
    { ...place, box: overturned(place.box), label: caption },
    overturned(candidate.box),
    prints.map((print) => ({ ...print, box: overturned(print.box) })),
  ]
}

/** An amount behind a code of the form's other information: `66  2704.39`. */
function isOther({ left }: SlipView, { codes }: FormSpec, { kind, words, widget }: Candidate): boolean {
  const [first] = words
  const code = kind === 'amount' && first && left.get(first)
  if (!codes || widget || !code || !first || !codes.test(code.text) || gap(code, first) > CODE_GAP) return false
  const before = left.get(code)
  return !before || gap(before, code) > 1 || !/\d$/.test(before.text)
}

/** Among amounts with cents a box's bare number is no amount, nor are one or two digits that recognition found. */
function isPrintedId(
  { boxes }: FormSpec,
  { kind, printed, widget, words }: Candidate,
  { withCents, numbers }: { withCents: boolean; numbers: ReadonlySet<Box> },
): boolean {
  const bare = /^[-(]?(\d{1,2})\)?$/.exec(printed)?.[1]
  if (kind !== 'amount' || widget || !bare) return false
  if (words.some(({ box }) => numbers.has(box))) return true
  if (!withCents) return false
  return boxes.some(({ id }) => id === bare) || words.some(({ origin }) => origin === 'ocr')
}

/** `Box 38  518.18` says whose the amount is. */
function announcedBox({ left }: SlipView, { words, kind, widget }: Candidate): string | undefined {
  const number = kind === 'amount' && !widget && words[0] ? left.get(words[0]) : undefined
  const before = number && left.get(number)
  if (!number || !before || !/^(?:box|case)$/i.test(before.text) || gap(before, number) > 1) return undefined
  return /^\d{1,3}[a-z]?[.:]?$/i.test(number.text) ? number.text.replace(/^0+|[.:]$/g, '').toLowerCase() : undefined
}

function strengthOf({ kind, weak, spec }: Place, { way, distance, aside }: Relation): number {
  const { numberRight, numberBelow, captionRight, captionBelow } = CLAIM
  const less = spec.kind === 'decoy' ? CLAIM.decoy : 0
  const claim = (start: number, used: number) => Math.max(0, start - used) - less
  if (kind === 'number' && way === 'right')
    return weak
      ? claim(numberRight.weak, distance / numberRight.weakOver)
      : claim(numberRight.start, distance / numberRight.over)
  if (kind === 'number')
    return claim(
      weak ? numberBelow.weak : numberBelow.start,
      distance / numberBelow.over + aside / numberBelow.asideOver,
    )
  if (way === 'right') return claim(captionRight.start, distance / captionRight.over)
  return claim(captionBelow.start, distance / captionBelow.over + aside / captionBelow.asideOver)
}

/** Whole numbers among amounts with cents are rather codes, box numbers or line numbers; so are one or two digits. */
function plausibility({ kind, printed, widget }: Candidate, withCents: boolean): number {
  if (kind !== 'amount' || widget) return 1
  if (/^-?\d{1,2}$/.test(printed)) return FACTOR.oneOrTwoDigits
  return withCents && /^\d+$/.test(printed) ? FACTOR.wholeAmongCents : 1
}

const CENTS = /[.,]\d\d\)?$/

/** Whether this form prints its amounts with cents. */
function printsCents(candidates: readonly Candidate[]): boolean {
  const amounts = candidates.filter(({ kind, printed }) => kind === 'amount' && /\d{3}/.test(printed))
  return amounts.filter(({ printed }) => CENTS.test(printed)).length > 0.6 * amounts.length
}

/** Rules around a label that are also around the value bind the two; other rules around the value part them. */
function togetherness(place: Place, inside: Candidate['box'] | undefined): number {
  if (!place.cell || !inside) return 1
  return sameCell(place, inside) ? FACTOR.sameCell : FACTOR.otherCell
}

function sameCell({ cell }: Place, inside: Candidate['box'] | undefined): boolean {
  return cell?.every((edge, at) => Math.abs(edge - (inside?.[at] ?? Infinity)) < 1) ?? false
}

/** Where rules bind label and value, the white between them says little: some boxes are high. */
function within(relation: Relation): Relation {
  return { ...relation, distance: relation.distance / 2.5, aside: relation.aside / 2.5 }
}

/** One blank behind its caption, whatever side the form's other values are on. */
const isBehind = ({ relation, place, candidate, strength }: Pair) =>
  relation.way === 'right' &&
  place.kind === 'caption' &&
  relation.distance < A_BLANK * height(candidate.box) &&
  strength > CLAIM.least

/** Of the height of its letters. */
const A_BLANK = 0.7

/** What stands right beneath one label is not beside another, even where nothing else is left for that one. */
function withoutNeighbours(pairs: readonly Pair[]): Pair[] {
  const owners = Map.groupBy(
    pairs.filter(({ relation, place }) => relation.way === 'below' && relation.aside === 0 && place.kind === 'caption'),
    ({ candidate }) => candidate,
  )
  const adjoining = Map.groupBy(pairs.filter(isBehind), ({ candidate }) => candidate)
  return pairs.filter(({ relation, candidate, spec, strength }) => {
    if (relation.way === 'right') return true
    if (adjoining.get(candidate)?.some((owner) => owner.spec !== spec)) return false
    if (relation.aside === 0) return true
    return !owners.get(candidate)?.some((owner) => owner.spec !== spec && owner.strength > strength)
  })
}

/** A form puts all its values on one side of its labels; the side that most labels agree on outweighs the other. */
function preferredWays(pairs: readonly Pair[]): Map<Place['kind'], Map<Relation['way'], number>> {
  const ways = new Map<Place['kind'], Map<Relation['way'], number>>()
  for (const kind of ['caption', 'number'] as const) {
    const best = new Map<Place, Pair>()
    for (const pair of pairs) {
      if (pair.place.kind !== kind || pair.place.weak) continue
      if (pair.strength > (best.get(pair.place)?.strength ?? 0)) best.set(pair.place, pair)
    }
    const right = [...best.values()].filter(({ relation }) => relation.way === 'right').length
    const share = best.size > 3 ? right / best.size : 0.5
    ways.set(
      kind,
      new Map([
        ['right', 1 - FACTOR.otherSide * (1 - Math.min(1, 2 * share))],
        ['below', 1 - FACTOR.otherSide * (1 - Math.min(1, 2 * (1 - share)))],
      ]),
    )
  }
  return ways
}

/** Caption and number of one box that point at the same value make one stronger claim. */
function combine(pairs: readonly Pair[]): Claim[] {
  const groups = new Map<BoxSpec, Map<Candidate, Map<string, Pair>>>()
  for (const pair of pairs) {
    const candidates = groups.get(pair.spec) ?? new Map<Candidate, Map<string, Pair>>()
    const byKind = candidates.get(pair.candidate) ?? new Map<string, Pair>()
    const best = byKind.get(pair.place.kind)
    if (!best || best.strength < pair.strength) byKind.set(pair.place.kind, pair)
    groups.set(pair.spec, candidates.set(pair.candidate, byKind))
  }
  return [...groups.values()].flatMap((candidates) =>
    [...candidates.values()].map((byKind) => join([...byKind.values()])),
  )
}

function join(pairs: Pair[]): Claim {
  const { spec, candidate, method } = pairs.toSorted((a, b) => b.strength - a.strength)[0] as Pair
  const doubt = pairs.reduce((product, pair) => product * (1 - Math.min(pair.strength, CLAIM.most)), 1)
  return { spec, candidate, strength: 1 - doubt, method: pairs.length > 1 ? 'box' : method }
}

import type { PageLayout } from '../../model/layout.ts'
import type { FormValue, Word } from '../../model/page.ts'
import type { Settled } from './assign.ts'
import { isTelling } from './box-values.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { type Caption, captionWords, findCaptions } from './find-captions.ts'
import { findNumbers } from './find-numbers.ts'
import { type BoxSpec, type FormSpec, vocabularyOf } from './form-spec.ts'
import { type Place, placesOf } from './places.ts'
import { proseWords } from './prose.ts'
import { settle } from './settle.ts'
import { gap, type SlipView, tokensOf, viewSlip } from './slip-view.ts'
import { printedYear } from './tax-year.ts'

/** A year that is printed so much larger than the rest is the form's own. */
const TITLE = 1.3

/** What says where an amount goes in the return is the end of any caption, and keeps no value from it. */
const LINE = /^(?:line|ligne)$/

/** One slip on one page, read. */
export interface SlipReading {
  view: SlipView
  form: FormSpec
  captions: Caption[]
  places: Place[]
  candidates: Candidate[]
  /** By the spec's field name; decoys are left out. */
  settled: Map<string, Settled>
  /** Words that the form prints, not the person who fills it in. */
  printed: Set<Word>
}

/** Reads one slip from `words` and `widgets` of a page, which are those of this slip only. */
export function readSlip(
  layout: PageLayout,
  words: readonly Word[],
  widgets: readonly FormValue[],
  form: FormSpec,
): SlipReading {
  const view = viewSlip(layout, words, widgets)
  const found = findCaptions(view, form)
  const prose = proseWords(view, captionWords(found), vocabularyOf(form))
  const captions = found.filter(({ words: own }) => !own.some((word) => prose.has(word)))
  const numbers = findNumbers(view, form, captions)
  const printed = captionWords(captions)
  const year = printedYear(view)
  for (const word of [...phraseEnds(view, captions), ...lineNumbers(view), ...headNumbers(view, form), ...prose])
    printed.add(word)
  for (const word of year?.words ?? []) if (word.size > TITLE * usualSize(view)) printed.add(word)
  const candidates = findCandidates(view, printed).filter((candidate) => !isPrint(candidate, form))
  const inAmounts = new Set(
    candidates.flatMap(({ kind, words: own }) => (kind === 'amount' && own.length > 1 ? own : [])),
  )
  const places = placesOf(
    view,
    captions,
    numbers.filter(({ word, attached }) => attached || !inAmounts.has(word)),
  )
  const prints = [
    ...captions.filter(({ phrase }) => !LINE.test(phrase)).map(({ box, spec }) => ({ box, spec })),
    ...numbers.filter(({ attached }) => attached).map(({ word, spec }) => ({ box: word.box, spec })),
  ]
  const settled = new Map(
    settle(view, form, { places, prints, candidates }).flatMap((claim) =>
      claim.spec.field ? [[claim.spec.field, claim] as const] : [],
    ),
  )
  const read = { view, form, captions, places, candidates, settled, printed }
  for (const spec of form.boxes) if (!settled.has(spec.field)) addTelling(read, spec)
  return read
}

function usualSize({ words }: SlipView): number {
  const sizes = words.map(({ size }) => size).toSorted((a, b) => a - b)
  return sizes[Math.floor(sizes.length / 2)] ?? 0
}

/** An id whose shape nothing else has needs no caption where it is the only one of its shape. */
function addTelling({ candidates, settled }: SlipReading, spec: BoxSpec): void {
  const used = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  const fitting = candidates.filter(
    ({ kind, printed, words }) =>
      kind === spec.kind && isTelling(kind, printed) && !words.some((word) => used.has(word)),
  )
  const [only, ...others] = fitting
  if (only && others.every(({ value }) => value === only.value))
    settled.set(spec.field, { spec, candidate: only, strength: 0.6, lead: 1, method: 'shape' })
}

/** Signs that belong to a caption: the dash between two languages, a colon of its own, "Box" before a number. */
function phraseEnds(view: SlipView, captions: readonly Caption[]): Word[] {
  return captions.flatMap(({ words, number }) => {
    const around = [...words, ...(number ? [number] : [])].flatMap((word) => [
      view.left.get(word),
      view.right.get(word),
    ])
    return around
      .filter((word) => word !== undefined)
      .filter((word) => /^(?:[^\p{L}\p{N}$*•]+|box|case|line|ligne)$/iu.test(word.text))
  })
}

/** Captions may say where an amount goes in the return: `line 10100`, `lignes 12799 et 13499`. */
function lineNumbers(view: SlipView): Word[] {
  return view.words.flatMap((word) => {
    const next = view.right.get(word)
    if (!next || !/^\d{3,5}\W*$/.test(next.text)) return []
    // Recognition loses the thin letters in front: `ne 43700`.
    const worn = word.origin === 'ocr' && /^[li1|]{0,3}g?nes?$/i.test(word.text) && /^\d{5}$/.test(next.text)
    return worn || /^[([]?(?:lines?|lignes?)$/i.test(word.text) ? [word, next] : []
  })
}

/** A number right before words of the form is a box number whose caption is not known as a whole. */
function headNumbers(view: SlipView, form: FormSpec): Word[] {
  const known = vocabularyOf(form)
  return view.words.filter((word) => {
    const [before, next] = [view.left.get(word), view.right.get(word)]
    if (!/^\d{1,2}[a-d]?\.?$/i.test(word.text) || word.origin === 'form' || !next || gap(word, next) > 2) return false
    if (before && (gap(before, word) < 1 || before.text === '$')) return false
    const head = view.heads.get(next)
    return head !== undefined && /^\p{L}{2}/u.test(head.text) && known.has(head.text)
  })
}

/** Words that captions and names of universities are both full of. */
const LITTLE = new Set('of the and for to in on at by de du des la le les et pour au aux en'.split(' '))

/** Runs that consist of the form's own vocabulary are captions that were not recognised as a whole. */
function isPrint({ kind, printed, widget }: Candidate, form: FormSpec): boolean {
  if (kind !== 'name' || widget) return false
  const known = vocabularyOf(form)
  const tokens = tokensOf(printed).filter((token) => /\p{L}{2}/u.test(token) && !LITTLE.has(token))
  const familiar = tokens.filter((token) => known.has(token)).length
  return tokens.length > 0 && familiar >= tokens.length * (tokens.length > 2 ? 0.6 : 1)
}

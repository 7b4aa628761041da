import { around, type Box, holds } from '../../model/box.ts'
import type { FormValue, Word } from '../../model/page.ts'
import { type AmountStyle, parseAmount } from '../../values/amount.ts'
import { amountStyle, findAmounts } from '../../values/amount-style.ts'
import { foldBlanks } from '../../values/fold.ts'
import { hasShape, longest } from './box-values.ts'
import { valueSeen } from './field-value.ts'
import type { BoxKind } from './form-spec.ts'
import { nameIn, nameText } from './name-text.ts'
import { gap, rowsOf, type SlipView, segmentsOf } from './slip-view.ts'
import { isTag } from './tax-year.ts'

/** Something on the page that a box of `kind` may hold. */
export interface Candidate {
  kind: BoxKind
  value: string | number
  printed: string
  words: Word[]
  box: Box
  /** The form field that holds it. */
  widget: FormValue | undefined
}

const SHAPED: readonly BoxKind[] = [
  'sin',
  'bn',
  'ein',
  'ssn',
  'tin',
  'year',
  'province',
  'state',
  'two-digits',
  'digit',
  'months',
  'distribution-code',
  'registration',
  'identifier',
]

/** Words of a name or of a number stand nearer than this, in font sizes. */
const RUN_GAP = 1.1

/** Teeth of a comb are nearer than this, in font sizes. */
const TOOTH_GAP = 2.6

/** All that could be a value: form fields where the form is filled in, otherwise words that it does not print. */
export function findCandidates(view: SlipView, printed: ReadonlySet<Word>): Candidate[] {
  const seen = view.words.filter(({ visibility }) => visibility === 'shown')
  const written = view.form.filter(({ kind }) => kind === 'text' || kind === 'choice')
  const filled = written.map((widget) => ({ ...widget, value: valueSeen(widget, seen) })).filter(({ value }) => value)
  if (filled.length > 2) {
    const held = filled.flatMap((widget) => fromWidget(view, widget))
    return held.some(isFullName) ? held : [...held, ...printedNames(view, printed)]
  }
  const runs = runsOf(view, printed)
  return [...amounts(view, runs, printed), ...runs.flatMap(shaped), ...combs(view.words), ...runs.flatMap(names)]
}

/** Names are printed on some slips whose figures alone are filled in: a code of two letters is no name. */
const isFullName = ({ kind, printed }: Candidate) => kind === 'name' && /\p{L}{2}[\p{L}.'’-]*,? +\p{L}/u.test(printed)

/** Names and lines of addresses printed beside filled fields: software may fill only some of them. */
export function printedNames(view: SlipView, printed: ReadonlySet<Word>): Candidate[] {
  return runsOf(view, printed)
    .filter((run) => run.every(({ origin }) => origin !== 'form'))
    .flatMap(names)
}

/** Neighbouring words of a row that are not part of the form's print. */
export function runsOf(view: SlipView, printed: ReadonlySet<Word>): Word[][] {
  const runs: Word[][] = []
  for (const row of rowsOf(view.words)) {
    let before: Word | undefined
    for (const word of row) {
      const joined = before && !printed.has(before) && !isBar(before) && gap(before, word) < RUN_GAP
      if (!printed.has(word) && !isBar(word)) {
        if (joined) runs.at(-1)?.push(word)
        else runs.push([word])
      }
      before = word
    }
  }
  return runs
}

/** Line printers draw the rules of a form with letters. */
const isBar = ({ text }: Word) => /^[|¦]+$/.test(text)

function fromWidget(view: SlipView, widget: FormValue): Candidate[] {
  const inside = view.words.filter((word) => word.origin === 'form' && holds(widget.box, word.box, 1))
  const text = foldBlanks(widget.value)
  const make = (kind: BoxKind, value: string | number): Candidate => ({
    kind,
    value,
    printed: text,
    words: inside,
    box: widget.box,
    widget,
  })
  const amount = parseAmount(text, { splitCents: true })
  const kinds = SHAPED.filter((kind) => hasShape(kind, text)).map((kind) => make(kind, text))
  const name = nameIn(widget.value)
  const year = /^\d\d$/.test(text) && /year|ann[ée]e/i.test(widget.name) ? [make('year', `20${text}`)] : []
  return [
    ...kinds,
    ...year,
    ...(amount ? [make('amount', amount.value)] : []),
    ...(/\p{L}/u.test(name) ? [make('name', name)] : []),
  ]
}

function amounts(view: SlipView, runs: Word[][], printed: ReadonlySet<Word>): Candidate[] {
  // How instructions beside the slip write their examples says nothing of how it is filled in.
  const style = styleOf(view.words.filter((word) => !printed.has(word)))
  const found = runs.flatMap((run) =>
    findAmounts(
      run.filter((word) => word.text !== '$' && !isTag(view, word)),
      { style },
    ),
  )
  const splitCents = !found.some(({ decimals }) => decimals === 2)
  const whole = joinGroups(view, found)
  const joined = splitCents ? joinCents(view, whole) : whole
  return joined
    .filter(({ printed }) => !/^0\d/.test(printed) && !/^\d{9,}$/.test(printed))
    .map((amount) => ({
      kind: 'amount',
      value: amount.value,
      printed: amount.printed,
      words: amount.words,
      box: boxOf(amount.words),
      widget: undefined,
    }))
}

/** Who prints `45834.92` does not part groups by blanks: the number before `802.11` is its code. */
function styleOf(words: readonly Word[]): AmountStyle {
  const style = amountStyle(words)
  const plain = words.filter(({ text }) => /^\$?\d{4,}\.\d\d$/.test(text))
  const parted = words.filter(
    ({ text }, at) => /^\d{3}\.\d\d$/.test(text) && /^\d{1,3}$/.test(words[at - 1]?.text ?? ''),
  )
  return plain.length > parted.length && style.group !== ',' ? { ...style, group: ',' } : style
}

type Found = ReturnType<typeof findAmounts>[number]

/** Recognition sees wider blanks between the groups of a number than the page prints. */
function joinGroups(view: SlipView, found: Found[]): Found[] {
  const byFirst = new Map(found.map((amount) => [amount.words[0] as Word, amount]))
  const tails = new Set<Found>()
  const joined = found.map((amount) => {
    const last = amount.words.at(-1) as Word
    const next = view.right.get(last)
    const tail = next && byFirst.get(next)
    if (!tail || last.origin !== 'ocr' || !/^\d{1,3}$/.test(amount.printed) || !/^\d{3}[.,]\d\d$/.test(tail.printed))
      return amount
    const whole = gap(last, next) < 1.3 ? parseAmount(`${amount.printed} ${tail.printed}`) : undefined
    if (!whole) return amount
    tails.add(tail)
    return {
      ...amount,
      ...whole,
      words: [...amount.words, ...tail.words],
      printed: `${amount.printed} ${tail.printed}`,
    }
  })
  return joined.filter((_, at) => !tails.has(found[at] as Found))
}

/** Forms that part dollars and cents by a thin rule or a gap print `45,000` and `00` as two words. */
function joinCents(view: SlipView, found: Found[]): Found[] {
  const byFirst = new Map(found.map((amount) => [amount.words[0] as Word, amount]))
  const cents = new Set<Found>()
  const joined = found.map((amount) => {
    const last = amount.words.at(-1) as Word
    const next = view.right.get(last)
    const tail = next && byFirst.get(next)
    if (!tail || cents.has(amount) || !/^\d\d$/.test(tail.printed) || next.box[0] - last.box[2] > 2.6 * last.size)
      return amount
    if (Math.abs(next.size - last.size) > 0.2 * last.size) return amount
    const whole = parseAmount(`${amount.printed} ${tail.printed}`, { splitCents: true })
    if (!whole) return amount
    cents.add(tail)
    return {
      ...amount,
      ...whole,
      words: [...amount.words, ...tail.words],
      printed: `${amount.printed} ${tail.printed}`,
    }
  })
  return joined.filter((_, at) => !cents.has(found[at] as Found))
}

function shaped(run: Word[]): Candidate[] {
  return SHAPED.flatMap((kind) => {
    const found: Candidate[] = []
    for (let from = 0; from < run.length; ) {
      const words = longestShape(kind, run, from)
      if (words) found.push(candidateOf(kind, words))
      from += words?.length ?? 1
    }
    return found
  })
}

/** Ids that are printed into combs, one character to a tooth. */
function combs(words: readonly Word[]): Candidate[] {
  const digits = toothed(words, /^[\dRP]$/, ['sin', 'bn', 'ssn', 'ein']).filter(({ printed }) => printed.length >= 9)
  return [...digits, ...toothed(words, /^[A-Z]$/, ['province'])]
}

function toothed(words: readonly Word[], tooth: RegExp, kinds: readonly BoxKind[]): Candidate[] {
  const teeth = words.filter(({ text }) => tooth.test(text))
  return segmentsOf(teeth, TOOTH_GAP).flatMap((run) => {
    const text = run.map((word) => word.text).join('')
    const fitting = kinds.filter((kind) => run.length > 1 && hasShape(kind, text))
    return fitting.map((kind) => ({ ...candidateOf(kind, run), value: text, printed: text }))
  })
}

function longestShape(kind: BoxKind, run: Word[], from: number): Word[] | undefined {
  for (let to = Math.min(run.length, from + longest(kind)); to > from; to--) {
    const words = run.slice(from, to)
    if (hasShape(kind, codeOf(kind, words))) return words
  }
  return undefined
}

/** Where columns are narrow, the amount beside a name is not part of it. */
const CENTS = /^-?\$?\d[\d,]*\.\d\d$/

function names(run: Word[]): Candidate[] {
  const from = run.findIndex(({ text }) => !CENTS.test(text))
  const own = from < 0 ? run : run.slice(from, 1 + run.findLastIndex(({ text }) => !CENTS.test(text)))
  const text = textOf(own)
  const name = candidateOf('name', own)
  return /\p{L}/u.test(text) ? [{ ...name, value: nameText(text) }] : []
}

function candidateOf(kind: BoxKind, words: Word[]): Candidate {
  return {
    kind,
    value: textOf(words).replace(/^[:]\s*/, ''),
    printed: textOf(words),
    words,
    box: boxOf(words),
    widget: undefined,
  }
}

/** Recognition tells small letters from capitals by their height only, and a code of two has nothing beside it. */
function codeOf(kind: BoxKind, words: readonly Word[]): string {
  const text = textOf(words)
  return (kind === 'state' || kind === 'province') && words.every(({ origin }) => origin === 'ocr')
    ? text.toUpperCase()
    : text
}

/** The words' texts as one line. */
export function textOf(words: readonly Word[]): string {
  return foldBlanks(words.map(({ text }) => text).join(' '))
}

function boxOf(words: readonly Word[]): Box {
  return around(words.map(({ box }) => box))
}

import { around, type Box, height, width } from '../../model/box.ts'
import type { Word } from '../../model/page.ts'
import { type BoxSpec, type FormSpec, vocabularyOf } from './form-spec.ts'
import { resembles } from './resemblance.ts'
import { gap, type SlipView, type Token, tokensOf } from './slip-view.ts'

/** A caption of a box where the page prints it. `spec` is undefined for print that belongs to no box. */
export interface Caption {
  spec: BoxSpec | undefined
  phrase: string
  words: Word[]
  box: Box
  /** The printed box number that goes with it. */
  number: Word | undefined
}

/** Words of one caption are nearer than this many font sizes; columns are further apart. */
const WORD_GAP = 1.3

interface Phrase {
  spec: BoxSpec | undefined
  text: string
  tokens: string[]
  /** Words of the form itself, which recognition has not misread. */
  known: ReadonlySet<string>
}

/** Every caption and fixed text of the form on this page; each word belongs to the longest that it can. */
export function findCaptions(view: SlipView, form: FormSpec): Caption[] {
  const phrases = phrasesOf(form)
  const found = phrases.flatMap((phrase) => findPhrase(view, phrase))
  const letters = ({ phrase, words }: Caption) =>
    Math.min(tokensOf(phrase).join('').length, words.flatMap(({ text }) => tokensOf(text)).join('').length)
  const taken = new Set<Word>()
  const kept = found
    .toSorted((a, b) => letters(b) - letters(a) || height(a.box) - height(b.box))
    .filter(({ words }) => {
      if (words.some((word) => taken.has(word))) return false
      for (const word of words) taken.add(word)
      return true
    })
  return withoutTitles(kept)
}

/** A form's title may read like one of its captions ("Interest Income"); it is set much larger than they are. */
function withoutTitles(captions: Caption[]): Caption[] {
  const sizes = captions.map(sizeOf).toSorted((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0
  return captions.map((caption) => {
    const small = captions.some((other) => other.spec === caption.spec && sizeOf(other) < 1.4 * usual)
    return small && sizeOf(caption) >= 1.4 * usual ? { ...caption, spec: undefined } : caption
  })
}

function sizeOf({ words }: Caption): number {
  return Math.max(...words.map(({ size }) => size))
}

function phrasesOf(form: FormSpec): Phrase[] {
  const captions = form.boxes.flatMap((spec) => spec.captions.map((text) => ({ spec, text })))
  const print = form.print.map((text) => ({ spec: undefined, text }))
  const known = vocabularyOf(form)
  const phrases = [...captions, ...print].map((phrase) => ({ ...phrase, tokens: tokensOf(phrase.text), known }))
  return phrases.filter(({ tokens }) => tokens.length > 0)
}

function findPhrase(view: SlipView, phrase: Phrase): Caption[] {
  const { spec, text, tokens, known } = phrase
  const first = tokens[0] as string
  const starts = view.byText.get(first) ?? []
  const blurred = view.words.filter((word) => word.origin === 'ocr').flatMap((word) => view.heads.get(word) ?? [])
  const near = blurred.filter((token) => token.text !== first && same(token, first, known))
  return [...starts, ...near].flatMap((start) => {
    const words = follow(view, start, phrase)
    if (!words || (tokens.length === 1 && !standsAlone(view, words[0] as Word, spec?.id))) return []
    return [{ spec, phrase: text, words, box: around(words.map((word) => word.box)), number: undefined }]
  })
}

/** The words that print the phrase from `start` on: along the row, and down to the next row where a caption wraps. */
function follow(view: SlipView, start: Token, { tokens, known }: Phrase): Word[] | undefined {
  const words = [start.word]
  let [at, missed] = [start, 0]
  for (const [place, expected] of tokens.entries()) {
    if (place === 0) continue
    const next = step(view, at, { expected, known }, words)
    const following = tokens[place + 1]
    if (!next && (!following || at.word.origin !== 'ocr' || ++missed > Math.max(1, tokens.length / 4))) return undefined
    const stand = next ?? misread(view, at, { expected: following as string, known })
    if (!stand && tokens.length < 5) return undefined
    if (stand && stand.word !== at.word) words.push(stand.word)
    at = stand ?? at
  }
  return words
}

/** The token in the place of one that recognition spoiled; undefined where that one is lost altogether. */
function misread(view: SlipView, at: Token, { expected, known }: Expected): Token | undefined {
  const beside = at.rest ?? nextInRow(view, at.word)
  const short = beside && beside.text.length < 3
  return beside && !short && !same(beside, expected, known) && !known.has(beside.text) ? beside : undefined
}

interface Expected {
  expected: string
  known: ReadonlySet<string>
}

function step(view: SlipView, at: Token, { expected, known }: Expected, words: Word[]): Token | undefined {
  if (at.rest) return same(at.rest, expected, known) ? at.rest : undefined
  const beside = nextInRow(view, at.word)
  if (beside) return same(beside, expected, known) ? beside : undefined
  return wrapped(view, at.word, expected, words)
}

/** The next word's first token; dashes and other signs between are passed over. */
function nextInRow(view: SlipView, word: Word): Token | undefined {
  let [from, to] = [word, view.right.get(word)]
  while (to && gap(from, to) < WORD_GAP) {
    const token = view.heads.get(to)
    if (token) return token
    ;[from, to] = [to, view.right.get(to)]
  }
  return undefined
}

function wrapped(view: SlipView, last: Word, expected: string, words: Word[]): Token | undefined {
  const [x0, , x1] = around(words.map((word) => word.box))
  const slack = 6 * last.size + width([x0, 0, x1, 0]) / 2
  const below = (word: Word) => {
    const down = last.box[1] - word.box[3]
    return down > -0.6 * last.size && down < 0.9 * last.size && word.box[3] < last.box[3] - 0.3 * last.size
  }
  const candidates = (view.byText.get(expected) ?? []).filter(
    ({ word }) => below(word) && word.box[0] > x0 - slack && word.box[2] < x1 + slack && !words.includes(word),
  )
  return candidates.toSorted((a, b) => Math.abs(a.word.box[0] - x0) - Math.abs(b.word.box[0] - x0))[0]
}

function same(token: Token, expected: string, known: ReadonlySet<string>): boolean {
  if (token.text === expected) return true
  return token.word.origin === 'ocr' && !known.has(token.text) && resembles(token.text, expected)
}

/** One word is a caption only where nothing else is printed with it: a colon ends it, or it has its line to itself. */
function standsAlone(view: SlipView, word: Word, id: string | undefined): boolean {
  const [left, right] = [view.left.get(word), view.right.get(word)]
  const free = (side: Word | undefined, distance: (other: Word) => number) =>
    !side || distance(side) > WORD_GAP || !/\p{L}{2}/u.test(side.text)
  if (id && left && left.text === id && gap(left, word) < 2) return true
  const before = free(left, (other) => gap(other, word))
  return before && (/:$/.test(word.text) || free(right, (other) => gap(word, other)))
}

/** Whether a word is part of any of these. */
export function captionWords(captions: readonly Caption[]): Set<Word> {
  return new Set(captions.flatMap(({ words, number }) => (number ? [...words, number] : words)))
}

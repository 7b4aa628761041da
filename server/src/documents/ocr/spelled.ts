import type { Word } from '../model/page.ts'
import { foldInPlace } from '../values/fold.ts'
import { phraseWords } from '../vocabulary/phrase-words.ts'
import { nameOf } from './language.ts'
import type { Language } from './tesseract.ts'

/** Surer than this, what was read is what is printed; a long word must be surer where one lies half a letter off. */
const [SURE, LONG_SURE, LONG] = [0.9, 0.98, 9]

/** Letters and signs that recognition confuses with each other, folded. */
const CONFUSED = ['il1|!tjfr]', 'o0qcead', 's5$', 'b8h6', 'nurmh', 'vyu', 'g9qy', 'z2', 'kx']
/** Two letters that are read as one. */
const PAIRS: Readonly<Record<string, string>> = { m: 'rn', d: 'cl', w: 'vv', h: 'li' }
/** What it costs to take a letter for one like it, for another one, and to leave one out. */
const [LIKE, OTHER, LOST] = [0.5, 1, 1]

/** Words of so many letters are meant where they lie no further off; shorter ones have look-alikes among real ones. */
const FAR: readonly (readonly [letters: number, most: number])[] = [
  [10, 1.5],
  [7, 1],
  [5, 0.5],
]

const EDGES = /^([^\p{L}\d]*)(.*?)([^\p{L}\d]*)$/u

/**
 * The words with those that recognition doubted spelled as the vocabulary of their language spells them, where one word
 * of its phrases is near and no other is as near: captions are found by their words. A letter that was read is never
 * dropped, nor one added behind the last, which would make another form of the word. What was read is kept. Pure.
 */
export function spelled(words: readonly Word[], language: Language): Word[] {
  const known = phraseWords(nameOf(language))
  return words.map((word) => {
    const text = word.confidence < LONG_SURE ? spelledText(word, known) : word.text
    return text === word.text ? word : { ...word, text, readings: word.readings ?? [word.text] }
  })
}

function spelledText({ text, confidence }: Word, known: readonly string[]): string {
  const [, before = '', core = '', after = ''] = EDGES.exec(text) ?? []
  const folded = foldInPlace(core)
  const far = FAR.find(([letters]) => folded.length >= letters)?.[1]
  const most = confidence < SURE ? far : folded.length >= LONG ? LIKE : undefined
  const digits = folded.match(/\d/g)?.length ?? 0
  if (most === undefined || digits * 3 > folded.length || known.includes(folded)) return text
  const meant = nearest(folded, known, most)
  const isForm = confidence >= SURE && meant?.at(-1) !== folded.at(-1)
  return meant === undefined || isForm ? text : before + asWritten(meant, core) + after
}

/** The one word that is nearest, within `most`; undefined where none is, or two are as near. */
function nearest(read: string, known: readonly string[], most: number): string | undefined {
  let [best, least, alone]: [string | undefined, number, boolean] = [undefined, most, true]
  for (const word of known) {
    const off = distance(read, word, least)
    if (off > least) continue
    alone = off < least || best === undefined
    ;[best, least] = [word, off]
  }
  return alone ? best : undefined
}

/** How far what was read lies from a word; more than `most` where further than that. */
function distance(read: string, word: string, most: number): number {
  const missing = word.length - read.length
  if (missing < 0 || missing * LIKE > most) return Infinity
  // By letters of what was read, the cheapest way to have come so far in the word.
  let costs = Array.from({ length: missing + 1 }, (_, lost) => lost * LOST)
  for (let at = 0; at < read.length; at++) {
    const next = costs.map(
      (cost, lost) =>
        cost + costOf(read[at] as string, word[at + lost] as string, at + lost > 0 && at + lost < word.length - 1),
    )
    const pair = PAIRS[read[at] as string]
    for (let lost = 0; pair && lost < missing; lost++)
      if (word.startsWith(pair, at + lost))
        next[lost + 1] = Math.min(next[lost + 1] as number, (costs[lost] as number) + LIKE)
    // None is left out behind the last letter.
    if (at < read.length - 1)
      for (let lost = 1; lost <= missing; lost++)
        next[lost] = Math.min(next[lost] as number, (next[lost - 1] as number) + LOST)
    if (Math.min(...next) > most) return Infinity
    costs = next
  }
  return costs[missing] as number
}

/** Words that begin with other letters are other words, and such as end so are other forms. */
function costOf(read: string, meant: string, within: boolean): number {
  if (read === meant) return 0
  if (CONFUSED.some((group) => group.includes(read) && group.includes(meant))) return LIKE
  return within ? OTHER : Infinity
}

/** In capitals where what was read is, or with its first letter as one. */
function asWritten(word: string, read: string): string {
  if (read === read.toUpperCase()) return word.toUpperCase()
  return /^\p{Lu}/u.test(read) ? word.replace(/^./u, (first) => first.toUpperCase()) : word
}

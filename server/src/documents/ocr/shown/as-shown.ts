import { around, type Box, height, shared } from '../../model/box.ts'
import type { Page, ShownOtherwise, Word } from '../../model/page.ts'
import { inCommon } from '../../values/in-common.ts'
import type { Place } from './doubted-places.ts'
import type { ShownWord } from './read-places.ts'

/** What two readings that agree are worth. */
const CONFIDENCE = 0.95
/** Words of the place of which so much is alike are the same, misread. */
const ALIKE = 0.7

/** The page with what it shows at doubted places in the place of what its text says there, which is kept. Pure. */
export function asShown(
  page: Page,
  places: readonly Place[],
  seen: readonly (readonly ShownWord[] | undefined)[],
): Page {
  let words = page.words
  const otherwise: ShownOtherwise[] = []
  for (const [at, place] of places.entries()) {
    const shown = seen[at]
    const found = shown && compare(place, shown)
    if (!found) continue
    const { hidden, instead, printed } = found
    otherwise.push({ box: place.box, said: textOf(hidden), shown: instead.map(({ text }) => text).join(' ') })
    words = words.map((word) => (hidden.includes(word) ? hide(word) : word))
    if (!printed) words = [...words, ...instead.map((word, k) => recognised(word, place, 1e6 + words.length + k))]
  }
  return otherwise.length > 0 ? { ...page, words, otherwise: [...(page.otherwise ?? []), ...otherwise] } : page
}

interface Found {
  /** Words that say something else than the place shows. */
  hidden: Word[]
  /** What it shows in their place. */
  instead: readonly ShownWord[]
  /** Other words of the text layer say it. */
  printed: boolean
}

function compare({ words: all }: Place, read: readonly ShownWord[]): Found | undefined {
  const foreign = all.some(isForeign)
  const [words, shown] = foreign ? [all.filter(isFigure), read.filter(isFigure)] : [all, read]
  // A place of nothing but letters that recognition does not know says nothing.
  if (foreign && (words.length === 0 || shown.length === 0)) return undefined
  const seen = plain(shown)
  const layers = layersOf(words)
  const printed = layers.find((layer) => plain(layer) === seen)
  if (printed) {
    const hidden = words.filter((word) => !printed.includes(word) && word.visibility === 'shown')
    return hidden.length > 0 && isOther(plain(hidden), seen) ? { hidden, instead: shown, printed: true } : undefined
  }
  if (words.length === 0) return /\d.*\d.*\d/.test(seen) ? { hidden: [], instead: shown, printed: false } : undefined
  // A patch may have been set over a character of what is the value otherwise.
  const [most = []] = layers.toSorted((a, b) => plain(b).length - plain(a).length)
  return isOther(plain(most), seen) || isLikely(most, seen)
    ? { hidden: words, instead: shown, printed: false }
    : undefined
}

/** Letters that the data of recognition have not got are read as those that look like them: `ΑΕ` as Latin letters. */
const isForeign = ({ text }: { text: string }) => /(?!\p{Script=Latin})\p{L}/u.test(text)
const isFigure = ({ text }: { text: string }) => /\d/.test(text) && !/\p{L}/u.test(text)

/** Words that lie on one another apart, each layer from left to right; the last painted first. */
function layersOf(words: readonly Word[]): Word[][] {
  const layers: Word[][] = []
  for (const word of words.toSorted((a, b) => b.order - a.order)) {
    const free = layers.find((layer) => layer.every(({ box }) => shared(box, word.box) === 0))
    if (free) free.push(word)
    else layers.push([word])
  }
  return layers.map((layer) => layer.toSorted((a, b) => a.box[0] - b.box[0]))
}

/** Whether what is read is what the font's outlines look like, and not what the text says. */
function isLikely(words: readonly Word[], seen: string): boolean {
  const likely = plain(words.map(({ text, likely = text }) => ({ text: likely })))
  return likely === seen && likely !== plain(words)
}

/** Figures differ by any digit, and have as many; words by more than a misreading. */
function isOther(said: string, seen: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '')
  if (/\d/.test(said) && /\d/.test(seen)) {
    const [a, b] = [digits(said), digits(seen)]
    return a !== b && Math.abs(a.length - b.length) <= 2 && !isDigitTakenForLetter(said, seen)
  }
  return inCommon(said, seen) < ALIKE * Math.max(said.length, seen.length)
}

/** Recognition reads `etc. 17` as `ett7`: no digit that the text has not got, and a letter that it has not got. */
function isDigitTakenForLetter(said: string, seen: string): boolean {
  const [digits, letters] = [/\P{N}/gu, /\P{L}/gu].map((others) => seen.replace(others, '')) as [string, string]
  const isIn = (part: string) => inCommon(said, part) === part.length
  return isIn(digits) && digits.length < said.replace(/\P{N}/gu, '').length && !isIn(letters)
}

const plain = (words: readonly { text: string }[]) =>
  words.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')).join('')

const textOf = (words: readonly Word[]) =>
  words
    .toSorted((a, b) => a.box[0] - b.box[0])
    .map(({ text }) => text)
    .join(' ')

const hide = (word: Word): Word => (word.visibility === 'shown' ? { ...word, visibility: 'covered' } : word)

function recognised({ text, box }: ShownWord, { words }: Place, order: number): Word {
  const like = words[0]
  const level: Box = like ? around(words.map((word) => word.box)) : box
  const size = like?.size ?? height(box)
  return {
    text,
    box: [box[0], level[1], box[2], level[3]],
    size,
    font: '',
    bold: false,
    color: '#000000',
    visibility: 'shown',
    origin: 'ocr',
    confidence: CONFIDENCE,
    order,
  }
}

import { middle } from '../model/box.ts'
import type { Word } from '../model/page.ts'

/** Figures that end this near to each other, in points, are of one column. */
const EDGE = 1.6
/** So many amounts make a column of amounts. */
const LEAST = 3
/** Words of one line, in sizes; and how near the cents stand that were torn off, and how far any other word does. */
const [LEVEL, TORN, ALONE] = [0.4, 0.6, 1.2]
/** A figure read this surely is what is printed, and a column with more than so many whole figures has no cents. */
const [SURE, MOST_BARE] = [0.9, 2]
/** What is left of a reading's confidence: the point was not seen. */
const MENDED = 0.6

const AMOUNT = /^[-+(]?\d{1,3}(?:[.,'’]?\d{3})*([.,])\d{2}\)?-?$/
const WHOLE = /^[-+]?(?:\d{3,7}|\d{1,3}(?:[.,]\d{3})+)$/
const BARE = /^[-+]?\d{3,7}$/
const FIGURE = /^[-+(]?\d[\d.,'’]*\)?-?$/

/**
 * Recognised words with the decimal point put back that a thin print lost: `7250` that was not read for sure, and
 * `72 50`, where the other figures of a column end in cents, on a line that has other amounts. No more sure than such a
 * reading can be, and what was read is kept. Pure.
 */
export function withPoints(words: readonly Word[]): Word[] {
  const amounts = words.filter(({ text }) => AMOUNT.test(text))
  if (amounts.length <= LEAST) return [...words]
  const torn = new Set<Word>()
  const mended = words.map((word) => {
    const cents = /^\d{2}$/.test(word.text) ? undefined : centsBehind(word, words)
    const last = cents ?? word
    const point = cents || word.confidence < SURE ? pointOf(last, words) : undefined
    if (!point || !(cents ? WHOLE : BARE).test(word.text)) return word
    if (!hasAmount(word, amounts) || isBehindAnother(word, words)) return word
    if (cents) torn.add(cents)
    const text = cents ? `${word.text}${point}${cents.text}` : word.text.replace(/(?=\d{2}$)/, point)
    const confidence = MENDED * Math.min(word.confidence, last.confidence)
    const readings = word.readings ?? [cents ? `${word.text} ${cents.text}` : word.text]
    const box = [word.box[0], word.box[1], last.box[2], word.box[3]] as const
    return { ...word, text, confidence, readings, box }
  })
  return mended.filter((_, at) => !torn.has(words[at] as Word))
}

const onLine = (a: Word, b: Word) => Math.abs(middle(a.box)[1] - middle(b.box)[1]) < LEVEL * a.size

function centsBehind(word: Word, words: readonly Word[]): Word | undefined {
  const next = words.find((one) => one !== word && onLine(word, one) && isNext(one.box[0] - word.box[2], word.size))
  return next && /^\d{2}$/.test(next.text) ? next : undefined
}

const isNext = (gap: number, size: number) => gap > -0.1 * size && gap < TORN * size

/** The decimal point of the column that a figure ends in; undefined where whole figures are usual there. */
function pointOf({ box }: Word, words: readonly Word[]): string | undefined {
  const column = words.filter((one) => FIGURE.test(one.text) && Math.abs(one.box[2] - box[2]) < EDGE)
  const found = column.flatMap(({ text }) => AMOUNT.exec(text)?.[1] ?? [])
  const isOfCents = found.length >= LEAST && column.length - found.length <= MOST_BARE && new Set(found).size === 1
  return isOfCents ? found[0] : undefined
}

const hasAmount = (word: Word, amounts: readonly Word[]) => amounts.some((one) => one !== word && onLine(word, one))

/** The last part of a longer number, or of a text, stands right behind it. */
const isBehindAnother = (word: Word, words: readonly Word[]) =>
  words.some((one) => {
    const gap = word.box[0] - one.box[2]
    return one !== word && onLine(word, one) && gap > -0.1 * word.size && gap < ALONE * word.size
  })

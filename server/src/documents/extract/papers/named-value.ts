import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type DateOrder, findDates } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { exactly } from '../../vocabulary/compile.ts'
import { COUNTED, type NamedValue, PAGE, STEP } from '../../vocabulary/papers.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { amountReader, dateReader, textReader, type ValueReader } from '../labels/value-reader.ts'
import { firstSentence } from './first-sentence.ts'

/** How a paper writes amounts and dates, and its labels, where values end. */
interface Manner {
  style: AmountStyle
  order: DateOrder | undefined
  labels: readonly string[]
}

const YEAR = /(?:^|[^\d])(?<value>(?:19|20)\d\d)(?:$|[^\d])/
const NUMBERED = /^(?:(?:no|nr|n°|number|#)\.? ?:? ?)?#? ?(?<value>(?=[^ ]*\d)[a-z\d][a-z\d/._-]*)(?: |$)/u

/** Reads what follows a label as its kind of value is written. */
export function readerOf(
  { name, kind, numbered, figured, plain, whole, magnitude, refused, sentence, units = [] }: NamedValue,
  { style, order, labels }: Manner,
): ValueReader {
  if (kind === 'amount') {
    const read = amountReader({ style, cents: !plain, ...(whole && { whole }) })
    return unitsBefore(units, magnitude ? unsigned(read) : read)
  }
  if (kind === 'date') return dateReader({ order })
  if (kind === 'year') return textReader({ shape: YEAR })
  if (numbered) return noDay(textReader({ shape: NUMBERED }), order)
  const text = textReader({ until: labels })
  const named = name.endsWith('_name')
  const read: ValueReader = (words, at) =>
    text(sentence ? firstSentence(words) : beforeCaption(named ? firstLine(words) : words), at)
  return noCaption(read, { has: figured ? isFigured : named ? isName : () => true, refused })
}

/** Of several figures behind a label the one with its unit: a year may stand before it. */
const unitsBefore =
  (units: readonly string[], read: ValueReader): ValueReader =>
  (words, at) => {
    if (units.length > 0 && isUnitOrStep(units, words)) return undefined
    const counted = units.length > 0 ? countedIn(units, words) : []
    const found = read(counted.length > 0 ? counted : words, at)
    // What is counted in units is no money: `0.1094` behind a currency is the price of one.
    return units.length > 0 && found && isMoney(found.words) ? undefined : found
  }

const isMoney = (words: readonly Word[]) => words.some(({ text }) => /\p{Sc}/u.test(text))

/** `(1,000 gal)`: what the figures under a heading are thousands of; `first 5,000 gallons @`: a step of a price. */
function isUnitOrStep(units: readonly string[], words: Word[]): boolean {
  const unit = `(?:${units.join('|')})`
  const bracketed = `^\\(?(?:in )?${COUNT} ?${unit}\\)`
  const step = `(?<!\\S)${STEP} ?(?:$|${COUNT} ?${unit}(?![\\p{L}\\d]))`
  return new RegExp(`${bracketed}|${step}`, 'u').test(foldWords(words).text)
}

const unsigned =
  (read: ValueReader): ValueReader =>
  (words, at) => {
    const found = read(words, at)
    return found && { ...found, value: Math.abs(Number(found.value)) }
  }

/** A day that stands under a number's label is another label's. */
function noDay(read: ValueReader, order: DateOrder | undefined): ValueReader {
  return (words, at) => {
    const text = read(words, at)
    return text && findDates(String(text.value), { order }).some(({ printed }) => printed === text.value)
      ? undefined
      : text
  }
}

/** A number, which is no amount. */
const isFigured = (text: string) => /^(?!\d+[.,]\d\d$).*\d/.test(text)
const NAME = /\p{L}{2}/u
const COUNT_OF = /^[\d.,]+ ?(?:(?<counted>\p{L}+)|\p{L}{1,3} \d+)$/u

/** Words, which are no count of anything: `517 kWh`, `1 of 2`; a firm may have a number: `8020 GmbH`. */
function isName(text: string): boolean {
  const count = COUNT_OF.exec(text)
  if (!count) return NAME.test(text)
  const { counted = '' } = count.groups ?? {}
  if (counted === '' || COUNTED.test(foldCase(counted))) return false
  return counted.length > 3 || hasLegalForm(text)
}

/** Captions of two columns stand beside each other: the next one is no value. */
const CAPTION = exactly('party.vendor', 'party.customer', 'party.delivery')

function noCaption(
  read: ValueReader,
  { has, refused }: { has: (text: string) => boolean; refused: string | undefined },
): ValueReader {
  const other = refused === undefined ? undefined : new RegExp(refused, 'u')
  return (words, at) => {
    const text = read(words, at)
    if (!text || !has(String(text.value))) return undefined
    const folded = foldCase(String(text.value)).replace(/ ?[:.]$/, '')
    return CAPTION.test(folded) || PAGE.test(folded) || other?.test(folded) ? undefined : text
  }
}

/** A name in a box has its address under it; the caption's colon may begin its words. */
function firstLine([first, ...more]: Word[]): Word[] {
  const words = first && !/^[:.]$/.test(first.text) ? [first, ...more] : more
  const head = words[0]
  const line = words.filter(({ box }) => head && Math.abs(box[1] - head.box[1]) < 0.5 * head.size)
  const rest = words.filter((word) => !line.includes(word))
  return line.length > 1 && rest.some(({ text }) => /\d/.test(text)) ? line : words
}

/** Captions follow one another on a line with more than a blank between them: the next one's words are no value. */
function beforeCaption(words: Word[]): Word[] {
  const colon = words.findIndex(({ text }, at) => at > 1 && /\p{L}.*:$/u.test(text))
  const gaps = words.slice(1).map(({ box }, at) => box[0] - (words[at]?.box[2] ?? 0))
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const cut = gaps.slice(0, Math.max(colon, 0)).findLastIndex((gap) => gap > WIDE * usual)
  return cut > 0 ? words.slice(0, cut + 1) : words
}

const WIDE = 1.8

/** A figure of its own, before which a year may stand. */
const COUNT = "(?:\\d{1,3}(?:[.,' ]\\d{3})+|\\d+)(?:[.,]\\d+)?"

/** The figure right before such a unit; behind a stroke it is a rate: `10.3 kWh/m3`. */
export function countedIn(units: readonly string[], words: Word[]): Word[] {
  const shape = new RegExp(`(?:^|\\s)(?<value>${COUNT}) ?(?:${units.join('|')})(?![\\p{L}\\d/])`, 'du')
  const folded = foldWords(words)
  const range = shape.exec(folded.text)?.indices?.groups?.value
  return range ? wordsBetween(folded, ...range) : []
}

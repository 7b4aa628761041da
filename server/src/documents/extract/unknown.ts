import { FIELDS, type ValueKind } from '@mkt/schemas'
import { around } from '../model/box.ts'
import type { Field, Fields } from '../model/findings.ts'
import type { Line, PageLayout, Segment } from '../model/layout.ts'
import type { FormValue, Word } from '../model/page.ts'
import { amountStyle, findAmounts } from '../values/amount-style.ts'
import { parseDate } from '../values/date.ts'
import { foldBlanks, foldCase } from '../values/fold.ts'
import type { Extractor } from './extractor.ts'
import { foldWords, wordsBetween } from './labels/folded-line.ts'

/** More pairs than this help nobody. */
const MOST_PAIRS = 60
const LABEL_WORDS = 6
const VALUE_WORDS = 16

const KINDS = new Map<string, ValueKind>(Object.values(FIELDS).flatMap((names) => Object.entries(names)))

interface Pair {
  label: string
  words: Word[]
  page: number
  method: string
  confidence: number
}

/**
 * What a document of no known type says of itself: every `Label: value` and every filled form field, named after its
 * label in snake_case, as printed. A name that the contract gives a kind is returned only if the value is of that kind.
 */
export const extractUnknown: Extractor = (_, pages) => {
  const pairs = pages.flatMap((layout) => [...formPairs(layout), ...linePairs(layout), ...captionPairs(layout)])
  const style = amountStyle(pages.flatMap(({ page }) => page.words))
  const fields: Fields = {}
  for (const pair of pairs) {
    const name = snakeCase(pair.label)
    if (name === '' || name in fields || Object.keys(fields).length >= MOST_PAIRS) continue
    const printed = foldBlanks(pair.words.map(({ text }) => text).join(' '))
    const value = ofKind(KINDS.get(name), printed, () => findAmounts(pair.words, { style })[0]?.value)
    if (value !== undefined) fields[name] = fieldOf(pair, printed, value)
  }
  return { fields, tables: [] }
}

function fieldOf({ words, page, method, confidence }: Pair, printed: string, value: string | number): Field {
  return { value, printed, words, page, method, confidence, box: around(words.map(({ box }) => box)) }
}

function ofKind(
  kind: ValueKind | undefined,
  printed: string,
  amount: () => number | undefined,
): string | number | undefined {
  if (kind === 'amount') return amount()
  if (kind === 'date') return parseDate(printed)?.value
  if (kind === 'year') return /^(?:19|20)\d\d$/.test(printed) ? printed : undefined
  return printed
}

function snakeCase(label: string): string {
  const words = foldCase(label).match(/[a-z0-9]+/g) ?? []
  const name = words.join('_').slice(0, 48).replace(/_$/, '')
  return /[a-z]{2}/.test(name) ? name : ''
}

function formPairs({ page }: PageLayout): Pair[] {
  return page.form
    .filter(({ value, kind }) => value !== '' && (kind === 'text' || kind === 'choice'))
    .flatMap((form) => {
      const words = page.words.filter((word) => word.origin === 'form' && isIn(form, word))
      const label =
        form.label ||
        form.name
          .replace(/\[\d+\]/g, '')
          .split('.')
          .at(-1) ||
        ''
      return words.length > 0 ? [{ label, words, page: page.number, method: 'form', confidence: 0.85 }] : []
    })
}

function isIn({ box }: FormValue, word: Word): boolean {
  const x = (word.box[0] + word.box[2]) / 2
  const y = (word.box[1] + word.box[3]) / 2
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]
}

function linePairs(layout: PageLayout): Pair[] {
  return layout.lines.flatMap((line, index) =>
    line.segments.flatMap((segment, place) =>
      pairOf(segment, line.segments[place + 1], layout.lines[index + 1], layout.page.number),
    ),
  )
}

/** `Label: value` in one segment, else `Label:` with the next segment, else with what stands under it. */
function pairOf(segment: Segment, next: Segment | undefined, below: Line | undefined, page: number): Pair[] {
  const folded = foldWords(segment.words)
  const colon = /^([^:]{2,50}?)\s?:(?!\/\/|\d\d)\s?/.exec(folded.text)
  if (!colon || !isLabel(colon[1] as string)) return []
  const label = folded.text.slice(0, (colon[1] as string).length)
  const inline = wordsBetween(folded, colon[0].length, folded.text.length)
  const under = below?.segments.find(({ box }) => Math.abs(box[0] - segment.box[0]) < 6)
  const places = [
    { words: inline, method: 'label-inline', confidence: 0.85 },
    {
      words: inline.length > 0 || !next || isLabelled(next) ? [] : next.words,
      method: 'label-right',
      confidence: 0.75,
    },
    {
      words: inline.length > 0 || next || !under || isLabelled(under) ? [] : under.words,
      method: 'label-below',
      confidence: 0.55,
    },
  ]
  const found = places.find(
    ({ words }) => words.length > 0 && words.length <= VALUE_WORDS && words.some(({ text }) => /[\p{L}\d]/u.test(text)),
  )
  return found ? [{ label, page, ...found }] : []
}

/** A small caption in capitals or bold over its value, left edges in line, as forms without colons print them. */
function captionPairs({ lines, page }: PageLayout): Pair[] {
  return lines.flatMap((line, index) =>
    line.segments.filter(isCaption).flatMap((caption) => {
      const value = lines[index + 1]?.segments.find((segment) => isUnder(caption, segment))
      if (!value || isCaption(value) || isLabelled(value) || value.words.length > VALUE_WORDS) return []
      return [{ label: caption.text, words: value.words, page: page.number, method: 'caption', confidence: 0.6 }]
    }),
  )
}

function isCaption({ text, bold, words }: Segment): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '')
  const loud = bold || letters === letters.toUpperCase()
  return loud && letters.length > 3 && words.length <= LABEL_WORDS && !/[\d:]/.test(text)
}

function isUnder(caption: Segment, { box, size }: Segment): boolean {
  return Math.abs(box[0] - caption.box[0]) < 4 && caption.box[1] - box[3] < 1.5 * size
}

function isLabel(text: string): boolean {
  return text.split(' ').length <= LABEL_WORDS && /[a-z]{2}/.test(text)
}

const isLabelled = ({ text }: Segment) => /^[^:]{2,50}:/.test(text)

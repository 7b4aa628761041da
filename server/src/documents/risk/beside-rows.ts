import { type Box, middle } from '../model/box.ts'
import type { Word } from '../model/page.ts'
import { isMadeOf } from './beside.ts'
import { type Facts, fieldsOf, type LocatedAmount } from './facts.ts'
import { rowsOf } from './statement-rows.ts'

/** Points that a line of a table or of its summary stands from the next one at most. */
const BLOCK = 40
/** Amounts of one column begin or end within so many points of each other. */
const STRAIGHT = 4
/** As many words of letters beside an amount tell something of it: a caption has fewer. */
const SENTENCE = 7

const MOVED = ['deposit', 'withdrawal', 'balance'] as const
const BALANCES = ['opening_balance', 'closing_balance', 'total_deposits', 'total_withdrawals']

interface Place {
  page: number
  words: readonly Word[]
}

/**
 * Whether what is printed beside rows explains that they lack so much: a row that was not read, a charge or interest in
 * the summary. Such an amount stands in a column of the rows or the balances and next to them; a line somewhere else on
 * the page, or a sentence that mentions it, is easily printed and part of no sum. In dollars.
 */
export function isBesideRows(facts: Facts, gap: number, own: readonly number[]): boolean {
  const used = new Set(own.map(toCents))
  const places = placesOf(facts)
  const lines = sentencesOf(facts)
  const beside = facts.located
    .filter(({ cents }) => !used.has(cents))
    .filter((found) => !isInSentence(found, lines) && places.some((place) => isNextTo(found, place)))
    .map(({ cents }) => cents)
  // What is printed is known here, not how often: two payments of one amount explain as much as two of two.
  return isMadeOf(toCents(gap), [...beside, ...beside])
}

const toCents = (value: number) => Math.abs(Math.round(value * 100))

/** Where rows and balances have their amounts, on each page from the first to the last of them. */
function placesOf(facts: Facts): Place[] {
  const cells = rowsOf(facts).map((row) => ({ page: row.page, words: MOVED.flatMap((name) => row.words[name] ?? []) }))
  const stated = fieldsOf(facts, BALANCES).map(({ page, words }) => ({ page, words }))
  return [...Map.groupBy(cells, ({ page }) => page).entries()]
    .map(([page, group]) => ({ page, words: group.flatMap(({ words }) => words) }))
    .concat(stated)
    .filter(({ words }) => words.length > 0)
}

function isNextTo({ page, words }: LocatedAmount, place: Place): boolean {
  const [first] = words
  if (!first || page !== place.page) return false
  const foot = Math.min(...place.words.map(({ box }) => box[1])) - BLOCK
  const head = Math.max(...place.words.map(({ box }) => box[3])) + BLOCK
  const last = words.at(-1) ?? first
  const [, level] = middle(first.box)
  return level > foot && level < head && place.words.some(({ box }) => isUnder([first.box[0], last.box[2]], box))
}

const isUnder = ([left, right]: readonly [number, number], box: Box) =>
  Math.abs(left - box[0]) < STRAIGHT || Math.abs(right - box[2]) < STRAIGHT

/** Words of the lines that are sentences: many words of letters in one run of text. */
function sentencesOf({ reading, part }: Facts): Set<Word> {
  const pages = reading.pages.filter(({ page }) => part.pages.includes(page.number))
  const segments = pages.flatMap(({ lines }) => lines.flatMap((line) => line.segments))
  return new Set(segments.filter(({ text }) => isSentence(text)).flatMap(({ words }) => words))
}

/** Whether a run of text tells something, as captions and rows do not. */
export const isSentence = (text: string): boolean => (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= SENTENCE

const isInSentence = ({ words }: LocatedAmount, sentences: ReadonlySet<Word>) =>
  words.some((word) => sentences.has(word))

import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { findAmounts } from '../../values/amount-style.ts'
import { type DateOptions, findDates } from '../../values/date.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'

/** Where the page prints what the XML states, whatever the case, blanks and punctuation. Whole words only. */
export function locateText(pages: readonly PageLayout[], stated: string): Field[] {
  const wanted = plain(stated)
  if (wanted.length < 2) return []
  return eachLine(pages, (line, page) => {
    const words = wordsOf(line)
    return words.flatMap((_, from) => {
      const held = runFrom(words, from, wanted)
      return held
        ? [
            printedAt(
              held,
              page,
              foldBlanks(held.map(({ text }) => text).join(' ')).replace(/^[:(#]+\s*|[,;:)]+$/g, ''),
            ),
          ]
        : []
    })
  })
}

// The words from here on that spell it, and end with it.
function runFrom(words: readonly Word[], from: number, wanted: string): Word[] | undefined {
  let text = ''
  for (let to = from; to < words.length && text.length < wanted.length; to++) {
    text += plain((words[to] as Word).text)
    if (text === wanted && plain((words[from] as Word).text) !== '') return words.slice(from, to + 1)
    if (!wanted.startsWith(text)) return undefined
  }
  return undefined
}

export function locateAmount(pages: readonly PageLayout[], stated: number, style: AmountStyle): Field[] {
  return eachLine(pages, (line, page) =>
    findAmounts(wordsOf(line), { style })
      .filter(({ value }) => Math.abs(Math.abs(value) - Math.abs(stated)) < 0.005)
      .map(({ words, value }) => printedAt(words, page, value)),
  )
}

export function locateDate(pages: readonly PageLayout[], stated: string, options: DateOptions): Field[] {
  return eachLine(pages, (line, page) => {
    const folded = foldWords(wordsOf(line))
    return findDates(folded.text, options)
      .filter(({ value }) => value === stated)
      .map((date) => printedAt(wordsBetween(folded, date.index, date.index + date.printed.length), page, date.value))
      .filter(({ words }) => words.length > 0)
  })
}

function eachLine(pages: readonly PageLayout[], find: (line: Line, page: number) => Field[]): Field[] {
  return pages.flatMap(({ lines, page }) => lines.flatMap((line) => find(line, page.number)))
}

const wordsOf = (line: Line) => line.segments.flatMap(({ words }) => words)
const plain = (text: string) => foldCase(text).replace(/[^\p{L}\d]/gu, '')

function printedAt(words: Word[], page: number, value: string | number): Field {
  const printed = foldBlanks(words.map(({ text }) => text).join(' '))
  return { value, printed, words, page, box: around(words.map(({ box }) => box)), method: 'einvoice', confidence: 0.9 }
}

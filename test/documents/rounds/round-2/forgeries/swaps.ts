import { widthOf } from '../../round-1/fonts.ts'
import type { Item } from '../../round-1/sheet.ts'

/** What stood on the paper, which of its occurrences, and what shall stand there. */
export interface Swap {
  from: string
  nth: number
  to: string
}

export const isNumber = (text: string): boolean => /^[-\d.,'\s$£€]+$/.test(text)

/** Places of a text in a row of texts: index of the text and where in it. */
export function occurrences(texts: readonly string[], from: string): [number, number][] {
  return texts.flatMap((text, index) => {
    const found: [number, number][] = []
    const plain = text.replaceAll('\u00a0', ' ')
    for (let at = plain.indexOf(from); at >= 0; at = plain.indexOf(from, at + from.length))
      if (!isNumber(from) || !/[\d]/.test(plain[at - 1] ?? '')) found.push([index, at])
    return found
  })
}

export function swappedText(text: string, swaps: readonly Swap[]): string {
  // From the last to the first, so that what is counted stays where it was.
  return swaps
    .toSorted((a, b) => b.nth - a.nth)
    .reduce((all, { from, nth, to }) => {
      const at = occurrences([all], from)[nth - 1]?.[1]
      if (at === undefined) throw new Error(`${from}#${nth} is not on the page`)
      return all.slice(0, at) + to + all.slice(at + from.length)
    }, text)
}

export function swappedItems(items: readonly Item[], swaps: readonly Swap[]): Item[] {
  const texts = items.map(({ text }) => text)
  const moved = items.map((item) => ({ ...item }))
  for (const { from, nth, to } of swaps) {
    const [index = -1, at = 0] = occurrences(texts, from)[nth - 1] ?? []
    const item = moved[index]
    if (!item) throw new Error(`${from}#${nth} is not on the page`)
    const text = item.text.slice(0, at) + to + item.text.slice(at + from.length)
    if (isNumber(from)) item.x += widthOf(item.text, item.font, item.size) - widthOf(text, item.font, item.size)
    item.text = text
  }
  return moved
}

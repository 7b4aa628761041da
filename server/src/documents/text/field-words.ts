import { type Box, height, holds, width } from '../model/box.ts'
import type { FormValue, Word } from '../model/page.ts'

/** Widths of characters differ; this share of the size is their mean in the fonts that forms use. */
const MEAN_WIDTH = 0.52
const USUAL_SIZE = 10

/** Words for the fields' values that the page does not show by itself, as a viewer would put them in. */
export function fieldWords(form: readonly FormValue[], words: readonly Word[], order: number): Word[] {
  const texts = form.filter(({ kind, value }) => (kind === 'text' || kind === 'choice') && value !== '')
  if (texts.length === 0) return []
  return texts.flatMap((field) => (isPrinted(field, words) ? [] : wordsOf(field, order)))
}

function isPrinted({ value, box }: FormValue, words: readonly Word[]): boolean {
  const inside = words.filter((word) => word.visibility === 'shown' && holds(box, word.box, 1))
  if (inside.some(({ origin }) => origin === 'form')) return true
  const printed = inside.map(({ text }) => text).join('')
  return printed.replace(/\s+/g, '').includes(value.replace(/\s+/g, ''))
}

function wordsOf({ value, box }: FormValue, order: number): Word[] {
  const lines = value.split(/\r\n?|\n/)
  const tall = height(box) / Math.max(lines.length, 1)
  const size = Math.min(USUAL_SIZE, tall * 0.8, width(box) / Math.max(1, longest(lines) * MEAN_WIDTH))
  return lines.flatMap((line, k) => {
    const middle = lines.length === 1 ? (box[1] + box[3]) / 2 : box[3] - (k + 0.5) * Math.min(tall, size * 1.2)
    const low = middle - size / 2
    return [...line.matchAll(/\S+/g)].map((match) => {
      const from = box[0] + 2 + match.index * size * MEAN_WIDTH
      return wordAt(match[0], [from, low, from + match[0].length * size * MEAN_WIDTH, low + size], size, order)
    })
  })
}

function longest(lines: readonly string[]): number {
  return Math.max(...lines.map(({ length }) => length))
}

function wordAt(text: string, box: Box, size: number, order: number): Word {
  const looks = { font: '', bold: false, color: '#000000', visibility: 'shown', origin: 'form' } as const
  return { text, box, size, ...looks, confidence: 1, order }
}

import { height, holds, width } from '../model/box.ts'
import type { FormValue, Word } from '../model/page.ts'
import type { Paint } from './canvas.ts'
import type { Field } from './form.ts'
import { LONGEST_WORD } from './glyph.ts'

/** Widths of characters differ; this share of the size is their mean in the fonts that forms use. */
const MEAN_WIDTH = 0.52
const USUAL_SIZE = 10
const PADDING = 2
const WORD = new RegExp(`\\S{1,${LONGEST_WORD}}`, 'g')

/**
 * Words for the fields' values that the page does not show by itself, as a viewer would put them in. A field whose
 * looks the file says shows what it draws, unless none of them draws anything: programs that fill in values alone leave
 * them all as they were.
 */
export function fieldWords(fields: readonly Field[], words: readonly Word[], order: number): Word[] {
  const filled = fields.filter(({ value: { kind, value } }) => (kind === 'text' || kind === 'choice') && value !== '')
  const own = words.filter(({ origin, visibility }) => origin === 'form' && visibility === 'shown')
  const areDrawn = filled.some(({ value: { box, drawn } }) => drawn && own.some((word) => holds(box, word.box, 1)))
  return filled.flatMap((field) => {
    const isEmpty = areDrawn && field.value.drawn
    return isEmpty || isPrinted(field.value, words) ? [] : wordsOf(field, 'form', order)
  })
}

/** What a viewer paints below the values that it sets. */
export const fieldGrounds = (fields: readonly Field[], order: number): Paint[] =>
  fields.flatMap(({ ground, value: { box } }) => (ground ? [{ box, color: ground, solid: true, order }] : []))

function isPrinted({ value, box }: FormValue, words: readonly Word[]): boolean {
  const inside = words.filter((word) => word.visibility === 'shown' && holds(box, word.box, 1))
  if (inside.some(({ origin }) => origin === 'form')) return true
  const printed = inside.map(({ text }) => text).join('')
  return printed.replace(/\s+/g, '').includes(value.replace(/\s+/g, ''))
}

/** A value's words as a viewer sets them. */
export function wordsOf(field: Field, origin: Word['origin'], order: number): Word[] {
  const { value, box } = field.value
  const lines = value.split(/\r\n?|\n/).flatMap((line) => (field.multiLine ? wrap(line, field) : [line]))
  const size = sizeFor(field, lines)
  const pitch = Math.min(height(box) / lines.length, 1.2 * size)
  const first = field.multiLine || lines.length > 1 ? box[3] - PADDING - size / 2 : (box[1] + box[3]) / 2
  return lines.flatMap((line, k) => {
    const low = first - k * pitch - size / 2
    const start = startOf(field, line.length * size * MEAN_WIDTH)
    return [...line.matchAll(WORD)].map((match) => {
      const from = start + match.index * size * MEAN_WIDTH
      const wide = match[0].length * size * MEAN_WIDTH
      const looks = { font: '', bold: false, color: field.color, visibility: 'shown' } as const
      return { text: match[0], box: [from, low, from + wide, low + size], size, ...looks, origin, confidence: 1, order }
    })
  })
}

/** A long line of a field for several, broken at blanks where the field ends. */
function wrap(line: string, { value: { box }, size }: Field): string[] {
  const room = Math.max(1, (width(box) - 2 * PADDING) / ((size || USUAL_SIZE) * MEAN_WIDTH))
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1) as string
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

/** The field's own size, or what a viewer would choose; never wider than the field. */
function sizeFor({ value: { box }, size }: Field, lines: readonly string[]): number {
  const longest = Math.max(1, ...lines.map(({ length }) => length))
  const fitting = Math.max(1, width(box) - 2 * PADDING) / (longest * MEAN_WIDTH)
  return Math.min(size || Math.min(USUAL_SIZE, (height(box) / lines.length) * 0.8), fitting)
}

function startOf({ value: { box }, align }: Field, long: number): number {
  if (align === 'right') return box[2] - PADDING - long
  return align === 'middle' ? (box[0] + box[2] - long) / 2 : box[0] + PADDING
}

import { type Box, middle } from '../../model/box.ts'
import type { Word } from '../../model/page.ts'
import type { Caption } from './find-captions.ts'
import type { BoxSpec, FormSpec } from './form-spec.ts'
import { gap, type SlipView } from './slip-view.ts'

/** A printed box number: by a caption of its box, or alone where the caption is missing or was not recognised. */
export interface BoxNumber {
  spec: BoxSpec
  word: Word
  attached: boolean
}

/** How far a number may stand from its caption, in points: to the left, to the right, above and below. */
const REACH = { left: 120, right: 60, up: 16, down: 24 }

/** So many sure numbers of a size show what a number of this form looks like. */
const IN_LINE = 4

/**
 * Gives each caption the nearest print of its own box's number and returns all numbers found. A word serves one
 * caption; captions of two languages may share it.
 */
export function findNumbers(view: SlipView, form: FormSpec, captions: Caption[]): BoxNumber[] {
  const claimed = new Set(captions.flatMap(({ words }) => words))
  const attached = new Map<Word, BoxSpec>()
  for (const caption of captions) {
    const id = caption.spec?.id
    if (!id || !caption.spec) continue
    // The first group of an amount may read like the box's own number.
    const distanceOf = (word: Word) => distance(caption.box, word.box) + (inNumber(view, word) ? 60 : 0)
    const near = numbersOf(view, id)
      .filter(
        (word) =>
          !claimed.has(word) &&
          distance(caption.box, word.box) < Infinity &&
          (attached.get(word) ?? caption.spec) === caption.spec,
      )
      .toSorted((a, b) => distanceOf(a) - distanceOf(b))[0]
    const own = near ?? caption.words.find((word) => bare(word.text) === id.toLowerCase())
    if (!own) continue
    caption.number = own
    attached.set(own, caption.spec)
  }
  const beside = [...attached].map(([word, spec]) => ({ spec, word, attached: true }))
  const others = alone(view, form, (word) => claimed.has(word) || attached.has(word))
  const sure = (number: BoxNumber) =>
    number.attached || announced(view, number) || inLine(number, beside) || inColumn(number, others)
  return [...beside, ...others.map((number) => ({ ...number, attached: sure(number) }))]
}

function announced(view: SlipView, { word }: BoxNumber): boolean {
  const before = view.left.get(word)
  return before !== undefined && /^(?:box|case)$/i.test(before.text) && gap(before, word) < 1
}

/** Box numbers stand in columns and rows of one size; what stands among them is one although its caption is unknown. */
function inLine({ word }: BoxNumber, sure: readonly BoxNumber[]): boolean {
  const alike = sure.filter((other) => Math.abs(other.word.size - word.size) < 0.15 * word.size)
  const column = alike.filter((other) => Math.abs(other.word.box[0] - word.box[0]) < 3)
  const row = alike.filter((other) => Math.abs(other.word.box[1] - word.box[1]) < 3)
  return alike.length >= IN_LINE && (column.length > 1 || row.length > 0)
}

/** A column of different box numbers is a list of boxes, captions or not. */
function inColumn({ word }: BoxNumber, others: readonly BoxNumber[]): boolean {
  const below = others.filter((other) =>
    [0, 2].some((edge) => Math.abs((other.word.box[edge] as number) - (word.box[edge] as number)) < 2),
  )
  return new Set(below.map(({ spec }) => spec)).size >= IN_LINE
}

// One digit says nothing by itself; `16A` and `12c` cannot be anything else than box numbers.
function alone(view: SlipView, form: FormSpec, taken: (word: Word) => boolean): BoxNumber[] {
  return form.boxes.flatMap((spec) => {
    const { id } = spec
    if (!id || !/^\d{2}|^\d[a-z]$/i.test(id)) return []
    const free = numbersOf(view, id).filter((word) => !taken(word) && word.origin !== 'form')
    return free.map((word) => ({ spec, word, attached: /^\d+[a-z]$/i.test(id) }))
  })
}

const bare = (text: string) => text.replace(/^[([#]+|[)\].:–-]+$/g, '').toLowerCase()

/** `14`, `(14)`, `14.`, `14-`, `014`; also `Box14` in one word. */
function numbersOf(view: SlipView, id: string): Word[] {
  const wanted = id.toLowerCase()
  return view.words.filter((word) => {
    const text = bare(word.text).replace(/^(box|case)/, '')
    if (text === wanted && isReferred(view, word)) return false
    return text === wanted || (text === `0${wanted}` && !inNumber(view, word))
  })
}

/** Words of a caption stand nearer than this, in font sizes, and a bracket holds as many at most. */
const [NEAR, MOST] = [1.3, 10]

/** `(includes amount shown in box 1b)`: within a bracket a caption speaks of another box. */
function isReferred(view: SlipView, word: Word): boolean {
  let [last, before] = [word, view.left.get(word)]
  for (let count = 0; before && count < MOST && gap(before, last) < NEAR; count++) {
    if (/[()]/.test(before.text)) return before.text.lastIndexOf('(') > before.text.lastIndexOf(')')
    ;[last, before] = [before, view.left.get(before)]
  }
  return false
}

/** `010` may be a part of a number that is printed in groups. */
function inNumber(view: SlipView, word: Word): boolean {
  const [before, after] = [view.left.get(word), view.right.get(word)]
  const near = [before && gap(before, word) < 0.8 && before.text, after && gap(word, after) < 0.8 && after.text]
  return near.some((text) => text && /^\d+(?:[.,]\d\d)?$/.test(text))
}

// Captions stand right of their number, below it, or above the row in which the number stands left of the value.
function distance(caption: Box, number: Box): number {
  const [x, y] = middle(number)
  const left = Math.max(caption[0] - x, 0)
  const right = Math.max(x - caption[2], 0)
  const up = Math.max(y - caption[3], 0)
  const down = Math.max(caption[1] - y, 0)
  if (up > REACH.up || down > REACH.down || right > REACH.right) return Infinity
  if (left > (up + down > 4 ? 50 : REACH.left)) return Infinity
  return left + 1.5 * right + 2 * up + 2 * down
}

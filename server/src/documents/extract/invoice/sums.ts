import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import { foldCase } from '../../values/fold.ts'
import { phrases } from '../../vocabulary/compile.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { mention } from './mention.ts'
import { isMoney, moneyOf } from './money-words.ts'
import { rateRow } from './rate-row.ts'
import { MOST_TAX, overRates, withoutRates } from './sum-rates.ts'
import { type Sum, type SumKind, sumName } from './sum-words.ts'
import { summedColumns } from './summed-columns.ts'
import { findHeads, type TableHead } from './table-head.ts'

/** Every captioned sum of the pages: behind its caption, right of it, or under it where captions stand in a row. */
export function findSums(pages: readonly PageLayout[], style: AmountStyle): Sum[] {
  return pages.flatMap((layout) => {
    const rows = withoutRates(
      layout.lines.map((line) => {
        const closing = closingRow(layout, line, style)
        return closing.length > 0 ? closing : rateRow(layout, line, style)
      }),
    )
    const goods = headsOfGoods(layout.lines)
    return layout.lines.flatMap((line, index) => {
      // What a table of goods calls its columns is no caption of a sum.
      if (goods.some(({ first, last }) => first <= index && index <= last)) return rows[index] ?? []
      const besides = line.segments.flatMap((segment, at) => beside(layout, line, segment, at, style))
      const within = taxWithin(layout, line, style)
      const above = goods.findLast(({ last }) => last < index)
      const added = above ? summedColumns(layout, line, above, style) : []
      if (added.length > 0) return [...added, ...within]
      return [...(besides.length > 0 ? besides : under(layout, index, style)), ...(rows[index] ?? []), ...within]
    })
  })
}

/** Heads over what was sold: they name it, and its count or price. */
function headsOfGoods(lines: readonly Line[]): TableHead[] {
  return findHeads(lines).filter(({ columns }) => {
    const kinds = new Set(columns.map(({ kind }) => kind))
    return kinds.has('description') && (kinds.has('quantity') || kinds.has('unit_price'))
  })
}

/** `(includes £4.10 VAT)`: the tax that the amount before it contains. */
const WITHIN = new RegExp(`^\\(?${phrases('sum.of_which')}$`, 'u')

function taxWithin(layout: PageLayout, { segments }: Line, style: AmountStyle): Sum[] {
  const words = segments.flatMap((segment) => segment.words)
  const from = words.findIndex(({ text }) => WITHIN.test(foldCase(text)))
  const [amount] = from > 0 ? moneyOf(words.slice(from), style).filter(isMoney) : []
  const before = words.slice(0, Math.max(from, 0))
  if (!amount || moneyOf(before, style).length === 0) return []
  const caption = words
    .slice(from + 1)
    .filter((word) => !amount.words.some(({ order }) => order === word.order))
    .map(({ text }) => text)
    .join(' ')
  if (sumName(caption)?.kind !== 'tax') return []
  return [
    {
      kind: 'tax',
      value: amount.value,
      caption,
      field: mention(amount.words, layout.page.number, 'sum-within', 0.8, amount.value),
    },
  ]
}

function beside(layout: PageLayout, line: Line, segment: Segment, at: number, style: AmountStyle): Sum[] {
  const folded = foldWords(segment.words)
  const name = sumName(folded.text)
  if (!name) return []
  const make = (amount: AmountAt, method: string, sureness: number): Sum => ({
    kind: name.kind,
    value: amount.value,
    caption: segment.text,
    field: mention(amount.words, layout.page.number, method, name.sureness * sureness, amount.value),
  })
  const inline = moneyOf(segment.words.slice(1), style).filter(isMoney).at(-1)
  const ends = inline && lettersAfter(segment.words, inline) === 0
  const found = firstRight(line.segments.slice(at + 1), style)
  if (inline && ends && !found) return [make(inline, 'sum-inline', 1)]
  if (found) return [make(found, 'sum-right', isMoney(found) ? 1 : 0.85)]
  if (inline) return [make(inline, 'sum-inline', 0.6)]
  const left = at === 1 && line.segments.length === 2 ? line.segments[0] : undefined
  const before = left && moneyOf(left.words, style).filter(isMoney)
  const only = before?.length === 1 && !/\p{L}{4}/u.test(left?.text ?? '') ? before[0] : undefined
  return only ? [make(only, 'sum-left', 0.8)] : []
}

function lettersAfter(words: readonly Word[], amount: AmountAt): number {
  const end = amount.words.at(-1)?.order
  const last = words.findIndex(({ order }) => order === end)
  const rest = words
    .slice(last + 1)
    .map(({ text }) => text)
    .join(' ')
  return rest.replace(/\b(?:EUR|USD|CAD|GBP|CHF|euros?|TTC|HT)\b/gi, '').replace(/[^\p{L}]/gu, '').length
}

// The next segment on the line that is an amount; a caption on the way ends the search, a rate or a sign does not.
// Where several amounts follow each other without captions, the last is the sum of its row.
function firstRight(segments: readonly Segment[], style: AmountStyle): AmountAt | undefined {
  let last: AmountAt | undefined
  for (const whole of segments) {
    const segment = withoutAside(whole)
    const amount = moneyOf(segment.words, style).at(-1)
    const letters = segment.text.replace(/[^\p{L}]/gu, '').length
    const alone = amount && (isMoney(amount) || amount.words.length === segment.words.length)
    if (amount && alone && letters <= 8) last = amount
    else if (letters > 4 || last) break
  }
  return last
}

// What an amount contains is said behind it: `£12.00 (includes £2.00 VAT)`.
function withoutAside(segment: Segment): Pick<Segment, 'words' | 'text'> {
  const from = segment.words.findIndex(({ text }, index) => index > 0 && WITHIN.test(foldCase(text)))
  if (from < 0) return segment
  const words = segment.words.slice(0, from)
  return { words, text: words.map(({ text }) => text).join(' ') }
}

/** Rows of amounts under a row of captions are at most this many. */
const MOST_ROWS = 6
/** Where net, tax and gross close they belong to the captions further down, too. */
const MOST_CLOSING = 30

// Captions side by side (`Net | VAT | Total`) with their amounts beneath; where there are several rows the last whose
// amounts close is the sum of the others.
function under(layout: PageLayout, index: number, style: AmountStyle): Sum[] {
  const lines = layout.lines.slice(index, index + 2)
  const captions = lines.flatMap((line, at) => captionsOf(line, at))
  const own = captions.filter(({ at }) => at === 0)
  if (own.length === 0) return []
  if (new Set(captions.map(({ kind }) => kind)).size < 2)
    return own.flatMap((caption) => alone(layout, index, caption, style))
  const rows = layout.lines
    .slice(index + 1, index + 1 + MOST_CLOSING)
    .map((line) => rowUnder(layout, line, captions, style))
  const filled = rows.slice(0, MOST_ROWS).filter((row) => row.length >= 2)
  const closing = rows.filter((row) => closes(row))
  if (filled.length === 0) return own.flatMap((caption) => alone(layout, index, caption, style))
  const over = overRates(filled)
  if (over) return over
  // Goods whose net, tax and gross stand side by side close each by itself, and none of them is the sum.
  if (closing.length > MOST_UNSUMMED && !sumsOthers(closing)) return []
  return closing.at(-1) ?? filled.at(-1) ?? []
}

/** Of two rows the last may be a sum of what stands elsewhere. */
const MOST_UNSUMMED = 2

/** Whether the last row is what the others come to. */
function sumsOthers(rows: readonly (readonly Sum[])[]): boolean {
  const last = rows.at(-1) ?? []
  const others = rows.slice(0, -1).flat()
  return last.some(({ kind, value }) => {
    const sum = others.filter((one) => one.kind === kind).reduce((all, one) => all + one.value, 0)
    return Math.abs(sum - value) < 0.015 * rows.length
  })
}

// One caption over one amount, as boxes and cards print it.
function alone(layout: PageLayout, index: number, caption: Caption, style: AmountStyle): Sum[] {
  const next = layout.lines.slice(index + 1, index + 4).flatMap(({ segments }) => segments)
  const under = next.find(({ box }) => Math.abs(box[0] - caption.box[0]) < 6 || Math.abs(box[2] - caption.box[2]) < 6)
  const amount = under && moneyOf(under.words, style).find(isMoney)
  if (!under || !amount || amount.words.length < under.words.length || caption.box[1] - under.box[3] > 3 * under.size)
    return hero(layout, caption, style)
  const field = mention(amount.words, layout.page.number, 'sum-below', caption.sureness * 0.9, amount.value)
  return [{ kind: caption.kind, value: amount.value, caption: caption.text, field }]
}

/** A sum is set large beside its small caption, on a base line of its own; this many times its size. */
const HERO = 1.3

function hero(layout: PageLayout, caption: Caption, style: AmountStyle): Sum[] {
  const [, y0, x1, y1] = caption.box
  const middle = (y0 + y1) / 2
  const large = layout.lines
    .flatMap(({ segments }) => segments)
    .find(({ box, size }) => size > HERO * (y1 - y0) && box[0] > x1 && box[1] < middle && box[3] > middle)
  const amount = large && moneyOf(large.words, style).find(isMoney)
  if (!large || !amount || amount.words.length < large.words.length) return []
  const field = mention(amount.words, layout.page.number, 'sum-hero', caption.sureness * 0.9, amount.value)
  return [{ kind: caption.kind, value: amount.value, caption: caption.text, field }]
}

// The last row of a table of taxes or goods, with or without a name: net, tax and gross side by side.
function closingRow(layout: PageLayout, line: Line, style: AmountStyle): Sum[] {
  const letters = line.segments.filter(({ text }) => /\p{L}{3}/u.test(text))
  const first = letters[0]
  if (letters.length > 1 || (first && !sumName(first.text.replace(/^[\d.,]+ ?% ?/, '')))) return []
  const amounts = line.segments.flatMap((segment) => moneyOf(segment.words, style)).filter(isMoney)
  const three = amounts
    .map((_, index) => closingThree(amounts.slice(index, index + 3)))
    .find((found) => found !== undefined)
  if (!three) return []
  return (['net', 'tax', 'gross'] as const).map((kind, index) => {
    const amount = three[index] as AmountAt
    const field = mention(amount.words, layout.page.number, 'sum-row', 0.6, amount.value)
    return { kind, value: amount.value, caption: first?.text ?? '', field }
  })
}

// Net, tax and gross among three neighbours, in whatever order: the tax is the smallest, the gross the largest.
function closingThree(amounts: readonly AmountAt[]): AmountAt[] | undefined {
  const [tax, net, gross] = amounts.toSorted((a, b) => Math.abs(a.value) - Math.abs(b.value))
  if (!tax || !net || !gross || net.value === 0 || tax.value * net.value < 0) return undefined
  const closes = Math.abs(net.value + tax.value - gross.value) < 0.015
  if (!closes || Math.abs(tax.value) >= MOST_TAX * Math.abs(net.value)) return undefined
  // Without tax the net is printed before the gross.
  return tax.value === 0 && amounts.indexOf(net) > amounts.indexOf(gross) ? [gross, tax, net] : [net, tax, gross]
}

interface Caption {
  kind: SumKind
  sureness: number
  words: Word[]
  box: readonly [number, number, number, number]
  at: number
  text: string
  /** Where the next text of its line begins. */
  until: number
}

/** `VAT 20 %` over its amount. */
const RATE = /\d{1,2}(?:[.,]\d{1,2})? ?%/g

/** Recognition takes a percent sign for figures or letters: `Moms 2590`, `MwSt 19 Yo`. */
const MISREAD_RATE = / \d{1,2}(?: ?(?:9[o0]|y[o0]|[°%][o0]|0\/0))$/

function captionsOf({ segments }: Line, at: number): Caption[] {
  return segments.flatMap((segment, index) => {
    const caption = captionOf(segment, at)
    return caption ? [{ ...caption, until: segments[index + 1]?.box[0] ?? Number.POSITIVE_INFINITY }] : []
  })
}

function captionOf(segment: Segment, at: number): Omit<Caption, 'until'> | undefined {
  const folded = foldWords(segment.words)
  const name = sumName(folded.text)
  const plain = folded.text.replace(RATE, '').replace(name?.kind === 'tax' ? MISREAD_RATE : '', '')
  if (!name || !/\p{L}/u.test(folded.text) || /\d/.test(plain)) return undefined
  const words = wordsBetween(folded, 0, folded.text.length)
  return { ...name, words, box: segment.box, at, text: segment.text }
}

function rowUnder(layout: PageLayout, line: Line, captions: readonly Caption[], style: AmountStyle): Sum[] {
  const amounts = line.segments.flatMap((segment) => moneyOf(segment.words, style)).filter(isMoney)
  return captions.flatMap((caption) => {
    const [x0, , x1] = caption.box
    const ends = ({ words }: AmountAt) => [words[0]?.box[0] ?? 0, words.at(-1)?.box[2] ?? 0] as const
    const under = amounts.filter((amount) => {
      const [from, to] = ends(amount)
      return (from < x1 && to > x0) || Math.abs(to - x1) < 12
    })
    // In a box the caption stands at the left and the amount at the right.
    const inBox = amounts.filter((amount) => ends(amount)[0] >= x0 && ends(amount)[1] <= caption.until)
    const fitting = under.length > 0 ? under : inBox
    const amount = fitting[0]
    if (fitting.length !== 1 || !amount) return []
    const field = mention(amount.words, layout.page.number, 'sum-below', caption.sureness, amount.value)
    return [{ kind: caption.kind, value: amount.value, caption: caption.text, field }]
  })
}

function closes(row: readonly Sum[]): boolean {
  const of = (kind: SumKind) => row.find((sum) => sum.kind === kind)?.value
  const [net, tax, gross] = [of('net'), of('tax'), of('gross')]
  return net !== undefined && tax !== undefined && gross !== undefined && Math.abs(net + tax - gross) < 0.015
}

import { around } from '../../model/box.ts'
import type { FoundTable, TableRow } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import type { SumKind } from '../invoice/sum-words.ts'
import { sumName } from '../invoice/sum-words.ts'
import { beginsWithCount, countedGoods } from './counted-goods.ts'
import { isCurrency, type PricedLine, pricedLine } from './priced-line.ts'

const PAYMENT = within('receipt.payment', 'receipt.tender')

/** Sums that goods end at; a charge or a discount may stand among them. */
const CLOSING: readonly (SumKind | undefined)[] = ['net', 'lines', 'gross', 'due', 'tax', 'prepaid']

const SLACK = 0.015

/** A line of goods, with the line above it where that one names what this one only counts. */
interface Sold extends PricedLine {
  kind: SumKind | undefined
}

/**
 * What a till sold, line by line until the first sum: `2 Coffee 7.00`, `Milch 1l 1,29 B`, and where the name stands
 * alone over `0,620 kg x 17,90  11,10` both lines. Undefined where no line is priced before a sum.
 */
export function readSoldRows(pages: readonly PageLayout[], style: AmountStyle): FoundTable | undefined {
  for (const layout of pages) {
    const { sold, sum } = soldBeforeSum(layout, style)
    const rows = sum === undefined ? [] : withoutCharges(sold, sum)
    if (rows.length > 0) return tableOf(rows, layout.page.number, style)
  }
  return undefined
}

function soldBeforeSum({ lines }: PageLayout, style: AmountStyle): { sold: Sold[]; sum: number | undefined } {
  const sold: Sold[] = []
  for (const [index, line] of lines.entries()) {
    const priced = pricedLine(line, style)
    if (!priced) continue
    const caption = priced.texts.map(({ text }) => text).join(' ')
    const kind = sumName(caption)?.kind
    const closes = CLOSING.includes(kind) || isCurrency(caption) || PAYMENT.test(foldCase(caption))
    if (closes && sold.length > 0) return { sold, sum: priced.amount.value }
    const named = closes ? undefined : withName(priced, lines[index - 1], style)
    if (named) sold.push({ ...named, kind })
  }
  return { sold: [], sum: undefined }
}

// `2 x 4,99` counts what the line above names.
function withName(priced: PricedLine, above: PageLayout['lines'][number] | undefined, style: AmountStyle) {
  const own = priced.texts.map(({ text }) => text).join(' ')
  if (hasName(own)) return priced
  const words = above?.segments.flatMap((segment) => segment.words) ?? []
  const isNear = above !== undefined && above.box[1] - priced.line.box[3] < above.box[3] - above.box[1]
  const names = isNear && !pricedLine(above, style) && hasName(above.text)
  return names ? { ...priced, texts: [...words, ...priced.texts] } : undefined
}

/** Of a line that only counts: `38,50 L x 1,429 EUR/L`, `2 @`. */
const COUNTS =
  /^\W*\d[\d.,]* ?(?:kg|g|lb|l|ltr|gal|st|stk|pcs|un|ud)?\.? ?[x×*@à] ?\W*[\d.,]+ ?(?:\S{0,4}\/\S{1,3})?\W*$/iu

const hasName = (text: string) => /\p{L}{2}/u.test(text) && !COUNTS.test(text)

// A charge or a discount before the sum is one of its lines where the lines come to the sum with it.
function withoutCharges(sold: readonly Sold[], sum: number): readonly Sold[] {
  const total = sold.reduce((all, { amount }) => all + amount.value, 0)
  if (Math.abs(total - sum) < SLACK) return sold
  return sold.filter(({ kind }) => kind === undefined)
}

function tableOf(sold: readonly Sold[], page: number, style: AmountStyle): FoundTable {
  const counts = sold.every(({ texts }) => beginsWithCount(texts))
  const rows = sold.map(({ texts, amount, line }): TableRow => {
    const goods = countedGoods(texts, amount.value, counts, style)
    const words: Record<string, Word[]> = { ...goods.words, amount: amount.words }
    const description = foldBlanks((words.description ?? []).map(({ text }) => text).join(' '))
    const box = around([line.box, ...Object.values(words).flatMap((some) => some.map((word) => word.box))])
    return { values: { description, ...goods.values, amount: amount.value }, page, box, words }
  })
  const columns = ['description', 'quantity', 'unit_price', 'amount'].filter((name) =>
    rows.some(({ values }) => values[name] !== undefined),
  )
  return { name: 'line_items', page, columns, rows, confidence: 0.8 }
}

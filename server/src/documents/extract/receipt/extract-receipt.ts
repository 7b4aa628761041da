import type { Field, Fields, FoundTable } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { amountStyle, findAmounts } from '../../values/amount-style.ts'
import { dateOrder } from '../../values/date-order.ts'
import { foldCase } from '../../values/fold.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import type { Extractor } from '../extractor.ts'
import { findCurrency } from '../invoice/currency-field.ts'
import { withEvenLines } from '../invoice/even-lines.ts'
import { readLineItems } from '../invoice/line-items.ts'
import { mention } from '../invoice/mention.ts'
import type { Sum } from '../invoice/sum-words.ts'
import { findSums } from '../invoice/sums.ts'
import { settleTotals } from '../invoice/totals.ts'
import { findMerchant } from './merchant.ts'
import { isCurrency, pricedLine } from './priced-line.ts'
import { readSoldRows } from './sold-rows.ts'
import { findTransactionDate } from './transaction-date.ts'

const PAYMENT = within('receipt.payment')

const TIP = new RegExp(`^\\W*${phrases('sum.tip')}\\b`, 'u')

/** A receipt of a shop, a restaurant or a hotel: who, when, how much. */
export const extractReceipt: Extractor = (_section, layouts) => {
  const pages = layouts.map(withEvenLines)
  const style = amountStyle(pages.flatMap(({ page }) => page.words))
  const currency = findCurrency(pages)
  const text = pages.map((page) => page.text).join('\n')
  const dates = { order: dateOrder(text, { currency: currency && String(currency.value) }) }
  const sums = findSums(pages, style).filter((sum) => !isPayment(sum) && !isConverted(sum, currency))
  const { subtotal, total_tax, invoice_total, amount_due } = settleTotals(sums)
  const tip = tipAmong(sums)
  const fields: Record<string, Field | undefined> = {
    merchant_name: findMerchant(pages),
    transaction_date: findTransactionDate(pages, dates),
    subtotal,
    total_tax,
    tip,
    total: withTip(
      invoice_total ?? amount_due ?? underCurrency(pages, style) ?? standingAlone(pages, style) ?? paidAmong(sums),
      tip,
      sums,
    ),
    currency,
  }
  const items = soldGoods(pages, style)
  return { fields: present(fields), tables: items ? [items] : [] }
}

/** What a till lists line by line; where columns are headed and count the same rows, as their heads say. */
function soldGoods(pages: readonly PageLayout[], style: AmountStyle): FoundTable | undefined {
  const [sold, table] = [readSoldRows(pages, style), readLineItems(pages, style)]
  const counted = table?.columns.includes('quantity') && table.rows.length >= (sold?.rows.length ?? 0)
  return counted ? table : (sold ?? table)
}

/** The same sum in another currency. */
function isConverted({ caption }: Sum, currency: Field | undefined): boolean {
  const said = /\b(?:EUR|USD|CHF|GBP|CAD|AUD)\b/.exec(caption)?.[0]
  return said !== undefined && currency !== undefined && said !== currency.value
}

/** What was handed over and given back is no sum of the goods. */
function isPayment({ caption }: Sum): boolean {
  return PAYMENT.test(foldCase(caption))
}

/**
 * A card's slip adds the tip to the bill's total: the total under the tip is what was paid, whatever it says; of
 * several the one that the bill and the tip come to.
 */
function withTip(total: Field | undefined, tip: Field | undefined, sums: readonly Sum[]): Field | undefined {
  if (!total || !tip) return total
  const paid = Number(total.value) + Number(tip.value)
  const under = sums.filter(({ kind, field }) => (kind === 'gross' || kind === 'due') && isUnder(field, tip))
  const found = under.find(({ value }) => Math.abs(value - paid) < 0.005)
  if (found) return { ...found.field, confidence: Math.max(found.field.confidence, 0.95) }
  const [last] = isUnder(total, tip) ? [] : under.filter(({ kind, value }) => kind === 'gross' && value !== 0)
  return last?.field ?? total
}

const isUnder = (a: Field, b: Field) => a.page > b.page || (a.page === b.page && a.box[3] < b.box[1] + 1)

/** A till may name its total by the currency alone: `CAD 172.20`; the last such line is the total. */
function underCurrency(pages: readonly PageLayout[], style: AmountStyle): Field | undefined {
  const lines = pages.flatMap(({ page, lines }) => lines.map((line) => ({ page, priced: pricedLine(line, style) })))
  const named = lines.filter(({ priced }) => priced && isCurrency(priced.texts.map(({ text }) => text).join(' ')))
  const last = named.at(-1)
  if (!last?.priced) return undefined
  return mention(last.priced.amount.words, last.page.number, 'sum-currency', 0.75, last.priced.amount.value)
}

/** A written receipt has its sum by itself on a line, with its currency and without a name. */
function standingAlone(pages: readonly PageLayout[], style: AmountStyle): Field | undefined {
  const found = pages.flatMap(({ page, lines }) =>
    lines.flatMap(({ segments: [segment, ...more] }) => {
      const [amount] = segment && more.length === 0 ? findAmounts(segment.words, { style }) : []
      const alone = amount?.currency !== undefined && amount.words.length === segment?.words.length
      return alone ? [mention(amount.words, page.number, 'sum-alone', 0.7, amount.value)] : []
    }),
  )
  return found.length === 1 ? found[0] : undefined
}

/** Some say only what was paid. */
const paidAmong = (sums: readonly Sum[]) => sums.find(({ kind, value }) => kind === 'prepaid' && value > 0)?.field

function tipAmong(sums: readonly Sum[]): Field | undefined {
  return sums.find(({ kind, caption }) => kind === 'charge' && TIP.test(foldCase(caption)))?.field
}

function present(fields: Record<string, Field | undefined>): Fields {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Field] => entry[1] !== undefined))
}

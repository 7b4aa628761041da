import type { Chance } from './chance.ts'
import { Slip } from './receipt-slip.generator.ts'
import { drawReceiptLines, RECEIPT_LOCALES, type ReceiptLocale, type ReceiptSums } from './receipt-sums.generator.ts'
import type { Generator } from './specimen.ts'
import { dayOf, isoOf } from './statement-locale.generator.ts'

/** A till receipt on narrow paper, or a restaurant's or hotel's on a sheet; its figures close. */
export const generateReceipt: Generator = async (chance) => {
  const locale = chance.pick(RECEIPT_LOCALES)
  const sums = drawReceiptLines(chance, locale)
  const slip = await Slip.open(chance, 24 + sums.lines.length)
  const fields: Record<string, string | number> = {}
  head(slip, chance, locale, fields)
  goods(slip, locale, sums)
  totals(slip, chance, locale, sums, fields)
  payment(slip, chance, locale, sums)
  return {
    name: `receipt-${locale.id}`,
    bytes: await slip.bytes(),
    truth: { document_type: 'RECEIPT', fields, risk: 'clean' },
  }
}

function head(slip: Slip, chance: Chance, locale: ReceiptLocale, fields: Record<string, string | number>): void {
  const merchant = chance.pick(locale.merchants)
  fields.merchant_name = merchant
  const titled = chance.happens(0.35)
  if (titled && chance.happens(0.3)) slip.centre(chance.pick(locale.titles), { bold: true })
  slip.centre(chance.happens(0.4) ? merchant.toUpperCase() : merchant, { bold: true, large: chance.happens(0.6) })
  for (const text of [chance.pick(locale.streets), chance.pick(locale.towns)]) slip.centre(text)
  if (chance.happens(0.6)) slip.centre(`Tel ${chance.digits(3)}-${chance.digits(7)}`)
  slip.space()
  if (titled) slip.left(`${chance.pick(locale.titles)} #${chance.digits(6)}`)
  const date = dayOf(Date.UTC(chance.whole(2019, 2025), chance.whole(0, 11), chance.whole(13, 28)))
  const [printed, time] = [chance.pick(locale.dates)(date), `${chance.whole(10, 21)}:${chance.whole(10, 59)}`]
  fields.transaction_date = isoOf(date)
  if (chance.happens(0.6)) slip.left(`${chance.pick(locale.dateCaptions)}: ${printed} ${time}`)
  else slip.between(printed, time)
  slip.rule()
}

function goods(slip: Slip, locale: ReceiptLocale, { lines }: ReceiptSums): void {
  for (const { name, quantity, amount } of lines)
    slip.between(quantity > 1 ? `${quantity} x ${name}` : name, locale.money(amount))
  slip.rule()
}

function totals(
  slip: Slip,
  chance: Chance,
  locale: ReceiptLocale,
  sums: ReceiptSums,
  fields: Record<string, string | number>,
): void {
  const say = (field: string, captions: readonly string[], amount: number, bold = false) => {
    fields[field] = amount
    slip.between(chance.pick(captions), locale.money(amount), bold)
  }
  if (!locale.taxIncluded) {
    say('subtotal', locale.subtotal, sums.net)
    say('total_tax', [`${chance.pick(locale.tax)} ${locale.rate}%`, chance.pick(locale.tax)], sums.tax)
  }
  if (sums.tip > 0) say('tip', locale.tip, sums.tip)
  say('total', locale.total, sums.total, true)
  if (locale.taxIncluded) {
    slip.space()
    fields.subtotal = sums.net
    fields.total_tax = sums.tax
    slip.between(chance.pick(locale.subtotal), locale.money(sums.net))
    slip.between(`${chance.pick(locale.tax)} ${locale.rate}%`, locale.money(sums.tax))
  }
  if (locale.printsCurrency) fields.currency = locale.currency
}

function payment(slip: Slip, chance: Chance, locale: ReceiptLocale, { total }: ReceiptSums): void {
  slip.space()
  if (chance.happens(0.4)) {
    const given = Math.ceil(total / 10) * 10 + 10
    slip.between(locale.cash, locale.money(given))
    slip.between(locale.change, locale.money(Math.round((given - total) * 100) / 100))
  } else slip.left(`VISA ****${chance.digits(4)}`)
  slip.space()
  slip.centre(locale.thanks)
}

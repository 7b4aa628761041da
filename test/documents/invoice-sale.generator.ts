import type { Chance } from './chance.ts'
import type { InvoiceLocale } from './invoice-locale.generator.ts'
import { type Day, dayOf } from './statement-locale.generator.ts'

export interface SaleLine {
  description: string
  note: string | undefined
  article: string
  quantity: number
  unit: string
  price: number
  rate: number
  discount: number
  amount: number
}

export interface Party {
  name: string
  street: string
  town: string
}

/** A sale that adds up, before anything of it is printed. Amounts in cents are rounded as invoices round them. */
export interface Sale {
  locale: InvoiceLocale
  number: string
  issued: Day
  due: Day
  days: number
  order: string
  customerNumber: string
  vendor: Party
  customer: Party
  vendorVat: string | undefined
  customerVat: string | undefined
  iban: string | undefined
  lines: SaleLine[]
  taxes: { rate: number; net: number; tax: number }[]
  shipping: number
  net: number
  tax: number
  gross: number
  paid: number
  credit: boolean
}

const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100

export function drawSale(chance: Chance, locale: InvoiceLocale): Sale {
  const credit = chance.happens(0.07)
  const rates = chance.happens(0.35) ? locale.rates.slice(0, 2) : [chance.pick(locale.rates)]
  const discounted = chance.happens(0.15)
  const count = chance.happens(0.08) ? chance.whole(26, 40) : chance.whole(1, 7)
  const lines = Array.from({ length: count }, () => drawLine(chance, locale, chance.pick(rates), discounted, credit))
  const shipping = !credit && rates.length === 1 && chance.happens(0.15) ? chance.amount(4, 40) : 0
  const taxes = taxesOf(lines, shipping, rates)
  const net = cents(lines.reduce((sum, { amount }) => sum + amount, 0) + shipping)
  const tax = cents(taxes.reduce((sum, one) => sum + one.tax, 0))
  const gross = cents(net + tax)
  const issued = Date.UTC(chance.whole(2017, 2025), chance.whole(0, 11), chance.whole(1, 28))
  const days = chance.pick([7, 10, 14, 20, 30, 30, 45, 60])
  return {
    locale,
    lines,
    taxes,
    shipping,
    net,
    tax,
    gross,
    credit,
    days,
    number: drawNumber(chance),
    issued: dayOf(issued),
    due: dayOf(issued + days * 86_400_000),
    order: chance.pick([`PO-${chance.digits(5)}`, `B${chance.digits(7)}`, chance.digits(8), `4500${chance.digits(6)}`]),
    customerNumber: chance.pick([chance.digits(5), `K${chance.digits(6)}`, `C-${chance.digits(4)}`]),
    ...drawParties(chance, locale),
    vendorVat: locale.vatId?.(chance),
    customerVat: chance.happens(0.3) ? locale.vatId?.(chance) : undefined,
    iban: chance.happens(0.7) ? locale.iban?.(chance) : undefined,
    paid: !credit && chance.happens(0.12) ? cents(gross * chance.pick([0.25, 0.3, 0.5])) : 0,
  }
}

function drawParties(chance: Chance, { companies, people, streets, towns }: InvoiceLocale) {
  const vendor = chance.pick(companies)
  const others = companies.filter((name) => name !== vendor)
  const party = (name: string): Party => ({ name, street: chance.pick(streets), town: chance.pick(towns) })
  return { vendor: party(vendor), customer: party(chance.happens(0.3) ? chance.pick(people) : chance.pick(others)) }
}

function drawNumber(chance: Chance): string {
  const year = chance.whole(2017, 2025)
  return chance.pick([
    chance.digits(6).replace(/^0/, '1'),
    `INV-${year}-${chance.digits(4)}`,
    `RE-${chance.digits(5)}`,
    `${year}/${chance.digits(4)}`,
    `F${chance.digits(8)}`,
    `R${chance.digits(7)}`,
    `${year}-${chance.digits(3)}`,
    `INV/${year}/${two(chance.whole(1, 12))}/${chance.digits(4)}`,
  ])
}

const two = (n: number) => String(n).padStart(2, '0')

function drawLine(
  chance: Chance,
  { words }: InvoiceLocale,
  rate: number,
  discounted: boolean,
  credit: boolean,
): SaleLine {
  const quantity = (chance.happens(0.8) ? chance.whole(1, 40) : chance.whole(3, 99) / 2) * (credit ? -1 : 1)
  const price = chance.happens(0.1) ? chance.whole(100, 99_999) / 10_000 + 1 : chance.amount(0.5, 480)
  const discount = discounted && chance.happens(0.5) ? chance.pick([5, 10, 15]) : 0
  return {
    quantity,
    price,
    rate,
    discount,
    description: chance.pick(words.goods),
    note: chance.happens(0.25) ? chance.pick(words.notes) : undefined,
    article: chance.pick([chance.digits(6), `A-${chance.digits(4)}`, chance.digits(13)]),
    unit: chance.pick(words.units),
    amount: cents(quantity * price * (1 - discount / 100)),
  }
}

function taxesOf(lines: readonly SaleLine[], shipping: number, rates: readonly number[]) {
  const used = rates.filter((rate) => lines.some((line) => line.rate === rate))
  return used.map((rate, index) => {
    const goods = lines.filter((line) => line.rate === rate).reduce((sum, { amount }) => sum + amount, 0)
    const net = cents(goods + (index === 0 ? shipping : 0))
    return { rate, net, tax: cents((net * rate) / 100) }
  })
}

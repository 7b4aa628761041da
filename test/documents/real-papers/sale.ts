import type { Chance } from '../chance.ts'
import { cents, sum } from './print.ts'

export interface Sold {
  text: string
  quantity: number
  price: number
  amount: number
}

export interface Sale {
  lines: Sold[]
  net: number
  tax: number
  gross: number
}

/** Lines with their sums; the tax is a share of the net sum, in percent. */
export function saleOf(chance: Chance, things: readonly string[], percent: number, count = chance.whole(2, 6)): Sale {
  const lines = Array.from({ length: count }, (): Sold => {
    const [quantity, price] = [chance.whole(1, 12), chance.amount(9, 380)]
    return { text: chance.pick(things), quantity, price, amount: cents(quantity * price) }
  })
  const net = sum(lines.map(({ amount }) => amount))
  const tax = cents((net * percent) / 100)
  return { lines, net, tax, gross: cents(net + tax) }
}

export const itemRows = ({ lines }: Sale) => lines.map(({ text, amount }) => ({ description: text, amount }))

/** What an invoice in euros says of its sale. */
export const european = (sale: Sale) => ({
  subtotal: sale.net,
  total_tax: sale.tax,
  invoice_total: sale.gross,
  currency: 'EUR',
  line_items: itemRows(sale),
})

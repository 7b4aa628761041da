import type { Chance } from '../chance.ts'
import { Sheet } from '../printer/sheet.ts'
import { BILLS } from '../printer/spacing.ts'
import { cents, sum } from './print.ts'

export interface Item {
  text: string
  quantity: number
  price: number
  /** Percent. */
  rate: number
  amount: number
}

export interface Wish {
  count?: number
  /** Rates that the lines may have. */
  rates?: readonly number[]
  /** Decimals of the unit price and of the quantity. */
  decimals?: number
  fractions?: number
  most?: number
  dear?: number
}

export function itemsOf(chance: Chance, things: readonly string[], wish: Wish = {}): Item[] {
  const { count = chance.whole(2, 6), rates = [0], decimals = 2, fractions = 0, most = 14, dear = 290 } = wish
  return Array.from({ length: count }, (_, i) => {
    const quantity = fractions === 0 ? chance.whole(1, most) : chance.whole(1, most * 10 ** fractions) / 10 ** fractions
    const price = chance.whole(3 * 10 ** decimals, dear * 10 ** decimals) / 10 ** decimals
    const text = things[(i + chance.whole(0, 2)) % things.length] as string
    return { text, quantity, price, rate: rates[i % rates.length] as number, amount: cents(quantity * price) }
  })
}

export interface Tax {
  rate: number
  net: number
  tax: number
}

export const netOf = (items: readonly Item[]) => sum(items.map(({ amount }) => amount))

/** The tax of each rate on the sum of its lines, highest rate first. */
export function taxesOf(items: readonly Item[]): Tax[] {
  const rates = [...new Set(items.map(({ rate }) => rate))].toSorted((a, b) => b - a)
  return rates.map((rate) => {
    const net = netOf(items.filter((item) => item.rate === rate))
    return { rate, net, tax: cents((net * rate) / 100) }
  })
}

export const rowsOf = (items: readonly Item[]) =>
  items.map(({ text, quantity, price, amount }) => ({ description: text, quantity, unit_price: price, amount }))

/** A sheet that looks as said, with the spacing of bills. */
export const open = (chance: Chance, look = '') => Sheet.open(chance, look, BILLS)

/** A day of the last years; every number of a day and a month comes up. */
export const dayOf = (chance: Chance) =>
  `${chance.whole(2021, 2026)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

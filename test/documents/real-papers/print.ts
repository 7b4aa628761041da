import type { Chance } from '../chance.ts'
import { en, grouped } from '../printer/values.ts'

export { cents, day, daysAfter, de, en, lakh, sum } from '../printer/values.ts'

/** $1,234.56, with the minus before the sign. */
export const usd = (amount: number) => (amount < 0 ? `-$${en(-amount)}` : `$${en(amount)}`)
/** 1 234,56 with a blank that does not break. */
export const fr = (amount: number) => grouped(amount, '\u00a0', ',')

/** The first and the last day of a month. */
export function monthOf(year: number, month: number): [string, string] {
  const from = `${year}-${String(month).padStart(2, '0')}-01`
  return [from, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)]
}

/** Some month of the last years. */
export const month = (chance: Chance) => monthOf(chance.whole(2019, 2025), chance.whole(1, 12))

/** A day of the last years; every number of a day and a month comes up. */
export const dayOf = (chance: Chance, from = 1) => {
  const [year, ...rest] = [chance.whole(2019, 2025), chance.whole(from, 12), chance.whole(1, 28)]
  return [year, ...rest.map((number) => String(number).padStart(2, '0'))].join('-')
}

import type { Chance } from '../chance.ts'
import { cents, sum } from './print.ts'

export interface Item {
  label: string
  current: number
  ytd: number
}

export interface Wage {
  hours: number
  rate: number
  earnings: Item[]
  taxes: Item[]
  deductions: Item[]
  gross: number
  tax: number
  deducted: number
  net: number
  /** Periods of the year up to this one. */
  count: number
}

/** What was earned and taken in one period, and `count` times it in the year so far. */
export function wageOf(
  chance: Chance,
  shares: { taxes: Record<string, number>; deductions: Record<string, number> },
  hours = 80,
): Wage {
  const [rate, count] = [chance.amount(19, 58), chance.whole(3, 22)]
  const item = (label: string, current: number): Item => ({ label, current, ytd: cents(current * count) })
  const base = cents(hours * rate)
  const extra = cents(chance.whole(2, 9) * rate * 1.5)
  const gross = cents(base + extra)
  const part = (parts: Record<string, number>) =>
    Object.entries(parts).map(([label, share]) => item(label, cents(gross * share)))
  const [taxes, deductions] = [part(shares.taxes), part(shares.deductions)]
  const total = (items: Item[]) => sum(items.map(({ current }) => current))
  return {
    hours,
    rate,
    earnings: [item('Regular', base), item('Overtime', extra)],
    taxes,
    deductions,
    gross,
    count,
    tax: total(taxes),
    deducted: total(deductions),
    net: cents(gross - total(taxes) - total(deductions)),
  }
}

export const ytd = (wage: Wage, current: number) => cents(current * wage.count)

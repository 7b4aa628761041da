import type { Chance } from '../chance.ts'
import { pad } from './book.ts'
import { cents, daysAfter, sum } from './print.ts'

export interface Line {
  name: string
  hours?: number
  rate?: number
  current: number
  ytd: number
}

export interface Pay {
  from: string
  to: string
  paid: string
  earnings: Line[]
  taxes: Line[]
  deductions: Line[]
  /** What the employer pays on top. */
  employer: Line[]
  gross: Line
  tax: Line
  deducted: Line
  /** Taxes and deductions together. */
  taken: Line
  net: Line
}

/** Names with their shares of what is earned: `Basic 0.97 | Overtime 0.03`. */
interface Shares {
  earnings: string
  taxes: string
  deductions: string
  employer?: string
  /** Days of a period; 0 for a calendar month. */
  days?: number
  scale?: number
}

function sharesOf(text: string): (readonly [name: string, share: number])[] {
  const named = text.split(/\s*\|\s+/).map((each) => /^(.*) ([\d.]+)$/.exec(each))
  return named.flatMap((parts) => (parts ? [[parts[1] ?? '', Number(parts[2])] as const] : []))
}

function span(chance: Chance, days: number): [string, string, number] {
  const [year, at] = [chance.whole(2019, 2025), chance.whole(2, 11)]
  const from = `${year}-${pad(at)}-01`
  if (days === 0) return [from, new Date(Date.UTC(year, at, 0)).toISOString().slice(0, 10), at]
  const start = daysAfter(from, chance.whole(0, 20))
  return [start, daysAfter(start, days - 1), Math.round((at * 30) / days)]
}

/** What was earned and taken in a period and in the year so far; every sum closes in both. */
export function payOf(chance: Chance, { days = 14, scale = 1, ...shares }: Shares): Pay {
  const [from, to, count] = span(chance, days)
  const base = chance.amount(1_900 * scale, 4_200 * scale)
  const line = (name: string, current: number): Line => ({
    name,
    current,
    ytd: cents(current * count + (count > 1 ? 12.5 : 0)),
  })
  const earnings = sharesOf(shares.earnings).map(([name, share], i) => {
    const hours = i === 0 ? 80 : chance.whole(2, 12)
    const rate = cents((base * share) / hours)
    return { ...line(name, cents(rate * hours)), hours, rate }
  })
  const whole = sum(earnings.map(({ current }) => current))
  const part = (parts = '') => sharesOf(parts).map(([name, share]) => line(name, cents(whole * share)))
  const all = (name: string, lines: readonly Line[]): Line => ({
    name,
    current: sum(lines.map(({ current }) => current)),
    ytd: sum(lines.map(({ ytd }) => ytd)),
  })
  const [taxes, deductions] = [part(shares.taxes), part(shares.deductions)]
  const [gross, taken] = [all('Gross', earnings), all('Deductions', [...taxes, ...deductions])]
  const net = { name: 'Net', current: cents(gross.current - taken.current), ytd: cents(gross.ytd - taken.ytd) }
  const sums = { gross, tax: all('Taxes', taxes), deducted: all('Deductions', deductions), taken, net }
  return {
    from,
    to,
    paid: daysAfter(to, chance.whole(0, 6)),
    earnings,
    taxes,
    deductions,
    employer: part(shares.employer),
    ...sums,
  }
}

/** The fields that nearly every stub prints. */
export const payFields = (pay: Pay, names: { employee_name: string; employer_name: string }) => ({
  ...names,
  pay_date: pay.paid,
  pay_period_start: pay.from,
  pay_period_end: pay.to,
  gross_pay: pay.gross.current,
  net_pay: pay.net.current,
})

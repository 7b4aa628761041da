import type { Chance } from '../chance.ts'

/** To the cent, away from binary fractions. */
export const cents = (amount: number) => Math.round(amount * 100) / 100

export const sum = (amounts: readonly number[]) => cents(amounts.reduce((total, amount) => total + amount, 0))

function grouped(amount: number, thousands: string, decimal: string): string {
  const [whole = '', fraction = ''] = Math.abs(amount).toFixed(2).split('.')
  return `${amount < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands)}${decimal}${fraction}`
}

/** 1,234.56 */
export const en = (amount: number) => grouped(amount, ',', '.')
/** $1,234.56, with the minus before the sign. */
export const usd = (amount: number) => (amount < 0 ? `-$${en(-amount)}` : `$${en(amount)}`)
/** 1.234,56 */
export const de = (amount: number) => grouped(amount, '.', ',')
/** 1 234,56 with a blank that does not break. */
export const fr = (amount: number) => grouped(amount, '\u00a0', ',')
/** 12,34,567.89 */
export function lakh(amount: number): string {
  const [whole = '', fraction = ''] = Math.abs(amount).toFixed(2).split('.')
  const rest = whole.slice(0, -3).replace(/\B(?=(\d{2})+(?!\d))/g, ',')
  return `${amount < 0 ? '-' : ''}${rest === '' ? '' : `${rest},`}${whole.slice(-3)}.${fraction}`
}

const MONTHS = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
}

/** A date YYYY-MM-DD as a pattern of YYYY YY MMMM MMM MM M DD D says. */
export function day(iso: string, pattern: string, language: keyof typeof MONTHS = 'en'): string {
  const [year = '', month = '', date = ''] = iso.split('-')
  const name = MONTHS[language].split(' ')[Number(month) - 1] ?? ''
  const parts: Record<string, string> = {
    YYYY: year,
    YY: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    DD: date,
    D: String(Number(date)),
  }
  return pattern.replace(/YYYY|YY|MMMM|MMM|MM|M|DD|D/g, (token) => parts[token] ?? token)
}

export function daysAfter(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

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

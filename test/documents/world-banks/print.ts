import { grouped } from '../printer/values.ts'

export { cents, day, daysAfter, de, en, type Language, lakh, sum } from '../printer/values.ts'

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** 1 234,56 */
export const fr = (amount: number) => grouped(amount, ' ', ',')
/** 1'234.56 */
export const ch = (amount: number) => grouped(amount, "'", '.')

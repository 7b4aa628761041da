import { grouped } from '../printer/values.ts'

export { cents, day, daysAfter, sum } from '../printer/values.ts'

const MARKS = {
  en: [',', '.'],
  de: ['.', ','],
  fr: ['\u00a0', ','],
  /** With the blank of the keyboard. */
  nordic: [' ', ','],
  ch: ["'", '.'],
  za: [' ', '.'],
  bare: ['', '.'],
  comma: ['', ','],
} as const

export type Marks = keyof typeof MARKS

/** A number as a country writes it. */
export function num(marks: Marks, amount: number, digits = 2): string {
  const [thousands, decimal] = MARKS[marks]
  return grouped(amount, thousands, decimal, digits)
}

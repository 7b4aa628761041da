import { day } from '../real-papers/print.ts'

export { cents, day, daysAfter, sum } from '../real-papers/print.ts'

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
  const [whole = '', fraction = ''] = Math.abs(amount).toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands)
  return `${amount < 0 ? '-' : ''}${grouped}${fraction === '' ? '' : decimal}${fraction}`
}

const MONTHS = {
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  sv: 'januari februari mars april maj juni juli augusti september oktober november december',
  da: 'januar februar marts april maj juni juli august september oktober november december',
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
}

/** A day with the month's name in a language that the other printers do not speak. */
export function dayIn(language: keyof typeof MONTHS, iso: string, pattern: string): string {
  const name = MONTHS[language].split(' ')[Number(iso.slice(5, 7)) - 1] ?? ''
  return day(iso, pattern.replace('MMMM', '\u0000')).replace('\u0000', name)
}

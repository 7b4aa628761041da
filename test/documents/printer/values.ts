/** To the cent, away from binary fractions. */
export const cents = (amount: number) => Math.round(amount * 100) / 100

export const sum = (amounts: readonly number[]) => cents(amounts.reduce((total, amount) => total + amount, 0))

/** A number with its thousands in groups, as a country marks them; a minus before it. */
export function grouped(amount: number, thousands: string, decimal: string, digits = 2): string {
  const [whole = '', fraction = ''] = Math.abs(amount).toFixed(digits).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands)
  return `${amount < 0 ? '-' : ''}${groups}${fraction === '' ? '' : decimal}${fraction}`
}

/** 1,234.56 */
export const en = (amount: number) => grouped(amount, ',', '.')
/** 1.234,56 */
export const de = (amount: number) => grouped(amount, '.', ',')
/** 12,34,567.89 */
export function lakh(amount: number): string {
  const [whole = '', fraction = ''] = Math.abs(amount).toFixed(2).split('.')
  const head = whole.slice(0, -3).replace(/\B(?=(\d{2})+(?!\d))/g, ',')
  return `${amount < 0 ? '-' : ''}${head && `${head},`}${whole.slice(-3)}.${fraction}`
}

const MONTHS = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  sv: 'januari februari mars april maj juni juli augusti september oktober november december',
  da: 'januar februar marts april maj juni juli august september oktober november december',
}

export type Language = keyof typeof MONTHS

/** A date YYYY-MM-DD as a pattern of YYYY YY MMMM MMM MM M DD D says; MMM is the month's first three letters. */
export function day(iso: string, pattern: string, language: Language = 'en'): string {
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

/** How a sheet writes amounts and dates: `1.234,56`, `1,23,456.00`; `dd.mm.yyyy`, `d MMM yyyy`, a blank as `_`. */
export interface Manner {
  money: string
  date: string
  locale: string
}

const blanks = (pattern: string) => pattern.replaceAll('_', ' ')

/** An amount as the manner writes it, decimals as in its pattern; `(1,234.56)` brackets what is negative. */
export function moneyIn({ money }: Pick<Manner, 'money'>, amount: number): string {
  const bracketed = /^\((.*)\)$/.exec(money)?.[1]
  if (bracketed && amount < -0.004) return `(${moneyIn({ money: bracketed }, -amount)})`
  const pattern = blanks(bracketed ?? money)
  const [, decimals = ''] = /\D(\d\d)$/.exec(pattern) ?? []
  const point = decimals ? (pattern.at(-3) ?? '') : ''
  const group = /^1(\D)/.exec(pattern)?.[1] ?? ''
  const [whole = '', cents = ''] = Math.abs(amount).toFixed(decimals.length).split('.')
  const threes = pattern.startsWith('1,23,') ? /\B(?=(\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g
  const grouped = group === point ? whole : whole.replace(threes, group)
  return `${amount < -0.004 ? '-' : ''}${grouped}${point}${cents}`
}

/** A day, `2025-03-04`, as a pattern writes it. */
export function dateIn({ date, locale }: Manner, day: string): string {
  const [year = '', month = '', number = ''] = day.split('-')
  const name = (style: 'long' | 'short') =>
    new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(new Date(day)).replace('.', '')
  const parts: Record<string, () => string> = {
    yyyy: () => year,
    yy: () => year.slice(2),
    MMMM: () => name('long'),
    MMM: () => name('short'),
    mm: () => month,
    m: () => String(Number(month)),
    dd: () => number,
    d: () => String(Number(number)),
  }
  return blanks(date).replace(/yyyy|yy|MMMM|MMM|mm|m|dd|d/g, (part) => parts[part]?.() ?? part)
}

/** How a country writes money and days. */
export interface Habits {
  money: 'en' | 'de' | 'fr' | 'ch' | 'in'
  date: string
}

export const COUNTRIES: Readonly<Record<string, Habits>> = {
  US: { money: 'en', date: 'm/d/y' },
  UK: { money: 'en', date: 'd mon y' },
  SLASHED: { money: 'en', date: 'd/m/y' },
  CA: { money: 'en', date: 'y-m-d' },
  DE: { money: 'de', date: 'd.m.y' },
  FR: { money: 'fr', date: 'd/m/y' },
  ES: { money: 'de', date: 'd/m/y' },
  NL: { money: 'de', date: 'd-m-y' },
  SE: { money: 'fr', date: 'y-m-d' },
  CH: { money: 'ch', date: 'd.m.y' },
}

const MONTHS: Record<string, string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
}

/**
 * A value as it is printed. Styles: `neg` (with a minus), `trail` (minus behind), `int`, `+` (signed), `en`, `fr`, `de`
 * and `es` (a day in words), or a pattern of d, m, y, yy, mon and Month.
 */
export function written(value: string | number, habits: Habits, style?: string): string {
  if (typeof value === 'number') return amount(value, habits, style)
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  return day ? dayOf(day, style ?? habits.date) : value
}

function amount(value: number, { money }: Habits, style?: string): string {
  if (style === 'int') return String(value).replace('.', money === 'en' ? '.' : ',')
  const [whole = '', cents = ''] = Math.abs(value).toFixed(2).split('.')
  const [group, point] = { en: [',', '.'], de: ['.', ','], fr: ['\u00a0', ','], ch: ["'", '.'], in: [',', '.'] }[money]
  const groups = money === 'in' ? /(\d)(?=(\d\d)*\d{3}$)/g : /(\d)(?=(\d{3})+$)/g
  const text = `${whole.replace(groups, `$1${group}`)}${point}${cents}`
  if (style === 'trail') return `${text}${value < 0 ? '-' : ''}`
  return `${value < 0 || style === 'neg' ? '-' : style === '+' ? '+' : ''}${text}`
}

function dayOf([, year = '', month = '', day = '']: RegExpExecArray, style: string): string {
  const bare = String(Number(day))
  const name = (language: string) => MONTHS[language]?.[Number(month) - 1] ?? ''
  const worded: Record<string, string> = {
    en: `${name('en')} ${bare}, ${year}`,
    uk: `${bare} ${name('en')} ${year}`,
    fr: `${bare === '1' ? '1er' : bare} ${name('fr')} ${year}`,
    de: `${bare}. ${name('de')} ${year}`,
    es: `${bare} de ${name('es')} de ${year}`,
  }
  const parts: Record<string, string> = { d: day, m: month, y: year, yy: year.slice(2), mon: name('en').slice(0, 3) }
  return worded[style] ?? style.replace(/mon|yy|[dmy]/g, (part) => parts[part] ?? part)
}

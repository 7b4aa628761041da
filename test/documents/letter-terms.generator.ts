import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'
import { type Day, dayOf, LOCALES, type Locale } from './statement-locale.generator.ts'

/** What an income letter states. */
export interface Terms {
  locale: Locale
  employer: string
  employee: string
  street: string
  city: string
  written: Day
  hired: Day
  title: string
  income: number
  print: (day: Day) => string
  money: (amount: number) => string
}

const EMPLOYERS: Record<Locale['language'], string[]> = {
  en: ['Redfern Paper Mills Inc.', 'Calloway Transit Authority', 'Brightwater Dental Group', 'Osprey Analytics Ltd.'],
  fr: ['Menuiserie Gauvin inc.', 'Centre de services Harricana', 'Imprimerie Castelnau SARL'],
  de: ['Maschinenbau Oberlind GmbH', 'Stadtklinik Wernfels', 'Druckhaus Sievers KG'],
}

const AGENCIES = split`
  State Benefit Office | Department of Family Support | Regional Pension Agency | Unemployment Services Bureau
`

const TITLES: Record<Locale['language'], string[]> = {
  en: ['shift supervisor', 'registered nurse', 'accounts clerk', 'software developer'],
  fr: ['adjointe administrative', 'technicien comptable', 'chef d’équipe'],
  de: ['Sachbearbeiter', 'Pflegefachkraft', 'Teamleiter'],
}

/** Terms with an income between `from` and `to`; letters of an agency have no employer. */
export function agreeTerms(
  chance: Chance,
  ids: readonly Locale['id'][],
  income: readonly [from: number, to: number],
  agency = false,
): Terms {
  const locale = chance.pick(LOCALES.filter(({ id }) => ids.includes(id)))
  const { symbol, language } = locale
  const year = chance.whole(2019, 2026)
  const whole = chance.happens(0.4)
  const amount = whole ? chance.whole(...income) : chance.amount(...income)
  return {
    locale,
    employer: chance.pick(agency ? AGENCIES : EMPLOYERS[language]),
    employee: chance.pick(locale.people),
    street: chance.pick(locale.streets),
    city: chance.pick(locale.cities),
    written: dayOf(Date.UTC(year, chance.whole(0, 11), chance.whole(1, 28))),
    hired: dayOf(Date.UTC(year - chance.whole(1, 12), chance.whole(0, 11), chance.whole(1, 28))),
    title: chance.pick(TITLES[language]),
    income: amount,
    print: chance.pick(locale.dates),
    money: (value) => (language === 'en' ? `${symbol}${locale.number(value)}` : `${locale.number(value)} ${symbol}`),
  }
}

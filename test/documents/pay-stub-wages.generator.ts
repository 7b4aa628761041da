import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'
import { type Day, dayOf, LOCALES, type Locale } from './statement-locale.generator.ts'

export interface PayLine {
  name: string
  current: number
  ytd: number
  hours?: number
  rate?: number
}

/** One pay period's wages; the lines add up to the totals, and the totals to what is paid out. */
export interface Wages {
  locale: Locale
  employer: string
  employee: string
  street: string
  city: string
  start: Day
  end: Day
  paid: Day
  frequency: 'Weekly' | 'Bi-weekly' | 'Semi-monthly' | 'Monthly'
  earnings: PayLine[]
  taxes: PayLine[]
  deductions: PayLine[]
  gross: PayLine
  totalTaxes: PayLine
  /** Without taxes. */
  otherDeductions: PayLine
  allDeductions: PayLine
  net: PayLine
}

const DAY = 86_400_000

const EMPLOYERS: Record<Locale['language'], string[]> = {
  en: split`
    Larkspur Millwork Inc. | Halden Freight Services | Corvane Clinics LLC | Pinebrook Foods Co.
    | Stonegate School District
  `,
  fr: ['Ateliers Morneau inc.', 'Boulangerie des Trois Lacs', 'Transports Vallière ltée', 'Clinique Saint-Aubert'],
  de: ['Werkzeugbau Hartmann GmbH', 'Gärtnerei Lohfeld KG', 'Nordlicht Pflege AG'],
}

const EARNED: Record<Locale['language'], string[]> = {
  en: ['Regular', 'Overtime', 'Holiday pay', 'Bonus', 'Vacation'],
  fr: ['Salaire régulier', 'Heures supplémentaires', 'Prime', 'Congé férié', 'Vacances'],
  de: ['Grundgehalt', 'Überstunden', 'Zulage', 'Urlaubsgeld', 'Nachtzuschlag'],
}

const TAXES: Record<Locale['id'], string[]> = {
  'en-US': ['Federal Income Tax', 'Social Security Tax', 'Medicare Tax', 'State Income Tax'],
  'en-CA': ['Federal Tax', 'CPP', 'EI', 'Provincial Tax'],
  'en-GB': ['PAYE Tax', 'National Insurance'],
  'fr-CA': ['Impôt fédéral', 'Impôt provincial', 'RRQ', 'AE', 'RQAP'],
  'fr-FR': ['Sécurité sociale', 'CSG déductible', 'Assurance chômage', 'Retraite complémentaire'],
  'de-DE': ['Lohnsteuer', 'Solidaritätszuschlag', 'Krankenversicherung', 'Rentenversicherung'],
}

const WITHHELD: Record<Locale['language'], string[]> = {
  en: ['Dental', 'Medical', '401(k)', 'Union dues', 'Parking', 'Life insurance'],
  fr: ['Assurance collective', 'REER', 'Cotisation syndicale', 'Stationnement'],
  de: ['Kantine', 'Vermögenswirksame Leistung', 'Jobticket'],
}

/** Wages of one period in the year, the year's sums so far with them. */
export function earnWages(chance: Chance, only?: readonly Locale['id'][]): Wages {
  const locale = chance.pick(only ? LOCALES.filter(({ id }) => only.includes(id)) : LOCALES)
  const [start, end, paid, frequency, passed] = periodOf(chance)
  const earnings = names(chance, EARNED[locale.language], chance.whole(1, 4)).map((name, i) =>
    earned(chance, name, i, passed),
  )
  const gross = total('', earnings)
  const share = (name: string): PayLine =>
    line(name, Math.round(gross.current * chance.amount(0.01, 0.09) * 100) / 100, passed)
  const taxes = TAXES[locale.id].slice(0, chance.whole(2, 5)).map(share)
  const deductions = names(chance, WITHHELD[locale.language], chance.whole(0, 3)).map(share)
  const [totalTaxes, otherDeductions] = [total('', taxes), total('', deductions)]
  const allDeductions = total('', [...taxes, ...deductions])
  const net = {
    name: '',
    current: minus(gross.current, allDeductions.current),
    ytd: minus(gross.ytd, allDeductions.ytd),
  }
  return {
    locale,
    employer: chance.pick(EMPLOYERS[locale.language]),
    employee: chance.pick(locale.people),
    street: chance.pick(locale.streets),
    city: chance.pick(locale.cities),
    ...{
      start,
      end,
      paid,
      frequency,
      earnings,
      taxes,
      deductions,
      gross,
      totalTaxes,
      otherDeductions,
      allDeductions,
      net,
    },
  }
}

function periodOf(
  chance: Chance,
): readonly [start: Day, end: Day, paid: Day, frequency: Wages['frequency'], passed: number] {
  const frequency = chance.pick(['Weekly', 'Bi-weekly', 'Semi-monthly', 'Monthly'] as const)
  const year = chance.whole(2018, 2026)
  const count = chance.whole(1, 11)
  const days = { Weekly: 7, 'Bi-weekly': 14, 'Semi-monthly': 15, Monthly: 30 }[frequency]
  const monthly = frequency === 'Monthly'
  const start = monthly ? Date.UTC(year, count, 1) : Date.UTC(year, 0, 3) + count * days * DAY
  const end = monthly ? Date.UTC(year, count + 1, 0) : start + (days - 1) * DAY
  return [dayOf(start), dayOf(end), dayOf(end + chance.whole(0, 6) * DAY), frequency, count + 1]
}

function names(chance: Chance, list: string[], count: number): string[] {
  const start = chance.whole(0, list.length - 1)
  return Array.from({ length: count }, (_, i) => list[(start + i) % list.length] as string)
}

function earned(chance: Chance, name: string, index: number, passed: number): PayLine {
  const hours = index === 0 ? chance.pick([37.5, 40, 75, 80]) : chance.whole(2, 16)
  const rate = chance.amount(16, 58)
  return { ...line(name, Math.round(hours * rate * 100) / 100, passed), hours, rate }
}

function line(name: string, current: number, passed: number): PayLine {
  return { name, current, ytd: Math.round(current * 100 * passed) / 100 }
}

function total(name: string, lines: PayLine[]): PayLine {
  const sum = (of: (each: PayLine) => number) =>
    lines.reduce((cents, each) => cents + Math.round(of(each) * 100), 0) / 100
  return { name, current: sum(({ current }) => current), ytd: sum(({ ytd }) => ytd) }
}

function minus(a: number, b: number): number {
  return (Math.round(a * 100) - Math.round(b * 100)) / 100
}

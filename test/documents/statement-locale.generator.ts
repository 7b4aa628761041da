/** A date as counted by the generators: whole days in UTC. */
export interface Day {
  year: number
  month: number
  day: number
}

export function dayOf(time: number): Day {
  const date = new Date(time)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export function isoOf({ year, month, day }: Day): string {
  return `${year}-${two(month)}-${two(day)}`
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

const MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
}
const SHORT_FR = 'janv févr mars avr mai juin juil août sept oct nov déc'.split(' ')

type Print = (day: Day) => string
const en = (month: number) => MONTHS.en[month - 1] as string
const fr = (month: number) => MONTHS.fr[month - 1] as string
const frShort = (month: number) => SHORT_FR[month - 1] as string

export type LocaleId = 'en-US' | 'en-CA' | 'en-GB' | 'fr-CA' | 'fr-FR' | 'de-DE'

export interface Locale {
  id: LocaleId
  language: 'en' | 'fr' | 'de'
  paper: 'Letter' | 'A4'
  currency: string
  symbol: string
  /** 1,234.56 without a sign or symbol. */
  number: (amount: number) => string
  dates: Print[]
  /** Without the year. */
  shortDates: Print[]
  people: string[]
  streets: string[]
  cities: string[]
}

function grouped(amount: number, thousands: string, decimal: string): string {
  const [whole = '0', cents] = Math.abs(amount).toFixed(2).split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, thousands) + decimal + cents
}

const ENGLISH = (amount: number) => grouped(amount, ',', '.')
const FRENCH = (amount: number) => grouped(amount, ' ', ',')
const GERMAN = (amount: number) => grouped(amount, '.', ',')
const ISO: Print = isoOf
const LONG_EN: Print = (d) => `${en(d.month)} ${d.day}, ${d.year}`
const SHORT_EN: Print = (d) => `${en(d.month).slice(0, 3)} ${two(d.day)}`
const DAY_FIRST: Print = (d) => `${two(d.day)}/${two(d.month)}/${d.year}`
const DOTTED: Print = (d) => `${two(d.day)}.${two(d.month)}.${d.year}`

export const LOCALES: Locale[] = [
  {
    id: 'en-US',
    language: 'en',
    paper: 'Letter',
    currency: 'USD',
    symbol: '$',
    number: ENGLISH,
    dates: [(d) => `${two(d.month)}/${two(d.day)}/${d.year}`, LONG_EN, (d) => `${SHORT_EN(d)}, ${d.year}`],
    shortDates: [(d) => `${two(d.month)}/${two(d.day)}`, SHORT_EN, (d) => `${d.month}/${d.day}`],
    people: ['Dana Whitcombe', 'Marcus T. Oyelaran', 'Priya Sandoval', 'Helen Brackwater', 'Luis Fernandez-Rook'],
    streets: ['418 Alder Grove Ave', '77 Quarry Hill Road Apt 3B', '2901 N Lindell St', 'PO Box 5512'],
    cities: ['Mapleton, OH 44062', 'Fort Dunmore, TX 76110', 'Eastbrook, WA 98134-2207', 'Salt Harbor, ME 04103'],
  },
  {
    id: 'en-CA',
    language: 'en',
    paper: 'Letter',
    currency: 'CAD',
    symbol: '$',
    number: ENGLISH,
    dates: [ISO, LONG_EN, (d) => `${SHORT_EN(d)}, ${d.year}`],
    shortDates: [SHORT_EN, (d) => `${two(d.day)} ${en(d.month).slice(0, 3)}`, (d) => `${two(d.month)}-${two(d.day)}`],
    people: ['Owen MacAllister', 'Simran Dhaliwal', 'Chantal Beaudoin', 'Grace Okonkwo-Hill', 'Peter J. Lamb'],
    streets: ['12 Birchmount Cres', '905-44 Harbour View Dr', '3310 Trillium Lane', '61 King St W Unit 9'],
    cities: ['Guelph ON N1H 4B7', 'Halifax, NS B3J 2K9', 'Kelowna BC V1Y 6N2', 'Regina, SK S4P 3Y2'],
  },
  {
    id: 'en-GB',
    language: 'en',
    paper: 'A4',
    currency: 'GBP',
    symbol: '£',
    number: ENGLISH,
    dates: [
      DAY_FIRST,
      (d) => `${d.day} ${en(d.month)} ${d.year}`,
      (d) => `${two(d.day)} ${en(d.month).slice(0, 3)} ${d.year}`,
    ],
    shortDates: [(d) => `${two(d.day)} ${en(d.month).slice(0, 3)}`, (d) => `${two(d.day)}/${two(d.month)}`],
    people: ['Mr A J Pemberton', 'Ms Fiona Garrick', 'Mrs R Patel-Stone', 'Dr Ian Holloway'],
    streets: ['14 Foundry Lane', 'Flat 2, 90 Castle Street', '3 Orchard Close'],
    cities: ['Leeds LS6 2HX', 'Bristol BS8 4QD', 'Norwich NR2 1AB'],
  },
  {
    id: 'fr-CA',
    language: 'fr',
    paper: 'Letter',
    currency: 'CAD',
    symbol: '$',
    number: FRENCH,
    dates: [ISO, (d) => `${d.day} ${fr(d.month)} ${d.year}`],
    shortDates: [(d) => `${two(d.day)} ${frShort(d.month)}`, (d) => `${two(d.month)}-${two(d.day)}`],
    people: ['Geneviève Tremblay', 'Étienne Lachance', 'Marie-Ève Côté', 'Luc Desrosiers'],
    streets: ['245, rue des Érables', '18, boul. Laurier app. 6', '3000, chemin du Lac'],
    cities: ['Trois-Rivières (Québec) G9A 5L2', 'Sherbrooke QC J1H 4M5', 'Laval (Québec) H7N 3Y1'],
  },
  {
    id: 'fr-FR',
    language: 'fr',
    paper: 'A4',
    currency: 'EUR',
    symbol: '€',
    number: FRENCH,
    dates: [DAY_FIRST, (d) => `${d.day} ${fr(d.month)} ${d.year}`],
    shortDates: [(d) => `${two(d.day)}/${two(d.month)}`, (d) => `${two(d.day)}.${two(d.month)}`],
    people: ['M. Julien Faucher', 'Mme Camille Rousselot', 'Mme Nadia Benyamina', 'M. Paul Grandjean'],
    streets: ['7 rue de la Fontaine', '112 avenue des Tilleuls', '3 impasse du Moulin'],
    cities: ['69003 LYON', '35000 RENNES', '13008 MARSEILLE'],
  },
  {
    id: 'de-DE',
    language: 'de',
    paper: 'A4',
    currency: 'EUR',
    symbol: '€',
    number: GERMAN,
    dates: [DOTTED, (d) => `${d.day}. ${MONTHS.de[d.month - 1]} ${d.year}`],
    shortDates: [(d) => `${two(d.day)}.${two(d.month)}.`],
    people: ['Jürgen Altmann', 'Sabine Krögler', 'Heike Weißenfels', 'Dr. Thomas Brückner'],
    streets: ['Lindenstraße 14', 'Am Mühlbach 3', 'Goetheweg 27a'],
    cities: ['50667 Köln', '80331 München', '01067 Dresden'],
  },
]

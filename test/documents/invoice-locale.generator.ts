import { vatCheckDigitsFail } from '../../server/src/documents/risk/vat-check.ts'
import type { Chance } from './chance.ts'
import { INVOICE_WORDS, type InvoiceWords } from './invoice-words.generator.ts'
import { split } from './printer/lists.ts'
import { type Day, isoOf } from './statement-locale.generator.ts'

export interface InvoiceLocale {
  id: string
  words: InvoiceWords
  paper: 'Letter' | 'A4'
  currency: string
  /** Around an amount. */
  money: ((number: string) => string)[]
  /** `1,234.56` and its like; digits after the sign are given. */
  number: (amount: number, decimals?: number) => string
  dates: ((day: Day) => string)[]
  /** Rates of tax in percent that occur together. */
  rates: number[]
  companies: string[]
  people: string[]
  streets: string[]
  towns: string[]
  vatId: ((chance: Chance) => string) | undefined
  iban: ((chance: Chance) => string) | undefined
}

const two = (n: number) => String(n).padStart(2, '0')
const point = (sign: string) => (d: Day) => [two(d.day), two(d.month), d.year].join(sign)
const american = (d: Day) => `${two(d.month)}/${two(d.day)}/${d.year}`
const months = (text: string) => text.split(' ')
const EN = months('January February March April May June July August September October November December')
const DE = months('Januar Februar März April Mai Juni Juli August September Oktober November Dezember')
const FR = months('janvier février mars avril mai juin juillet août septembre octobre novembre décembre')
const NL = months('januari februari maart april mei juni juli augustus september oktober november december')

function grouped(thousands: string, decimal: string): InvoiceLocale['number'] {
  return (amount, decimals = 2) => {
    const [whole = '0', cents] = Math.abs(amount).toFixed(decimals).split('.')
    const digits = whole.replace(/\B(?=(\d{3})+$)/g, thousands) + (cents ? decimal + cents : '')
    return amount < 0 ? `-${digits}` : digits
  }
}

// Tried until the check digits hold, for the countries that have some.
function vat(make: (chance: Chance) => string) {
  return (chance: Chance) => {
    for (;;) {
      const id = make(chance)
      if (!vatCheckDigitsFail(id.replace(/[^A-Z0-9]/g, ''))) return id
    }
  }
}

function ibanOf(country: string, length: number) {
  return (chance: Chance) => {
    const account = chance.digits(length - 4)
    const value = Array.from(`${account}${country}00`, (sign) =>
      /\d/.test(sign) ? sign : String(sign.charCodeAt(0) - 55),
    ).join('')
    const check = 98n - (BigInt(value) % 97n)
    const plain = `${country}${two(Number(check))}${account}`
    return chance.happens(0.7) ? plain.replace(/(.{4})(?=.)/g, '$1 ') : plain
  }
}

const euro: InvoiceLocale['money'] = [(n) => `${n} €`, (n) => n, (n) => `${n} EUR`]

const LATIN = { currency: 'EUR', paper: 'A4', number: grouped('.', ','), money: euro } as const

const usPlaces = split`
  Springfield, IL 62704 | Dayton, OH 45402 | Portland, OR 97205 | Austin, TX 78701 | Salem, MA 01970
`
const english = {
  companies: split`
    Northwind Joinery Inc. | Harbor Light Supplies LLC | Blue Heron Consulting | Maple & Stone Ltd.
    | Crestline Analytics Corp. | Tall Pine Printing Co. | Meridian Plumbing Services | Quarry Lane Foods Ltd
  `,
  people: ['Eleanor Whitcombe', 'Marcus Tillman', 'Priya Nandakumar', 'Owen Castellane'],
  streets: ['14 Orchard Lane', '2205 Birchwood Drive', '88 Canal Street', '301 Foundry Road', '7 Market Square'],
}
const german = {
  companies: split`
    Musterholz Tischlerei GmbH | Nordlicht Handels AG | Bergmann & Söhne KG | Seewind Energie GmbH & Co. KG
    | Kranich Software UG | Feldblume Naturkost e.K. | Autohaus Lindental GmbH | Druckerei Silbermann
  `,
  people: ['Annegret Kolbe', 'Hannes Wiedmann', 'Jürgen Pfister', 'Sabine Öttinger'],
  streets: ['Lindenstraße 14', 'Hafenweg 3', 'Am Marktplatz 7', 'Industriestr. 25', 'Rosenallee 112a'],
}
const french = {
  companies: split`
    Atelier du Chêne SARL | Boulangerie Montclair | Lumière Conseil SAS | Transports Valdieu SA
    | Jardins de Belcourt EURL | Les Artisans Réunis SAS
  `,
  people: ['Amélie Rochefort', 'Étienne Garnier', 'Lucie Vasseur', 'Bastien Moreau'],
  streets: ['12 rue des Tilleuls', '8 avenue de la Gare', '45 chemin du Moulin', '3 place du Marché'],
}

export const INVOICE_LOCALES: readonly InvoiceLocale[] = [
  {
    id: 'en-US',
    words: INVOICE_WORDS.en,
    paper: 'Letter',
    currency: 'USD',
    money: [(n) => `$${n}`, (n) => `$ ${n}`, (n) => `$${n}`],
    number: grouped(',', '.'),
    dates: [
      american,
      (d) => `${EN[d.month - 1]} ${d.day}, ${d.year}`,
      (d) => `${EN[d.month - 1]?.slice(0, 3)} ${d.day}, ${d.year}`,
    ],
    rates: [8.25, 7, 6.5],
    ...english,
    towns: usPlaces,
    vatId: undefined,
    iban: undefined,
  },
  {
    id: 'en-CA',
    words: INVOICE_WORDS.en,
    paper: 'Letter',
    currency: 'CAD',
    money: [(n) => `$${n}`, (n) => `CA$${n}`],
    number: grouped(',', '.'),
    dates: [isoOf, (d) => `${EN[d.month - 1]} ${d.day}, ${d.year}`],
    rates: [13, 5],
    ...english,
    towns: ['Toronto, ON M5V 2T6', 'Halifax, NS B3J 1S9', 'Calgary, AB T2P 4K1'],
    vatId: undefined,
    iban: undefined,
  },
  {
    id: 'en-GB',
    words: INVOICE_WORDS.en,
    paper: 'A4',
    currency: 'GBP',
    money: [(n) => `£${n}`],
    number: grouped(',', '.'),
    dates: [point('/'), (d) => `${d.day} ${EN[d.month - 1]} ${d.year}`],
    rates: [20, 5],
    ...english,
    companies: [...english.companies, 'Thistle & Rowe Ltd'],
    towns: ['London SW4 7QX', 'Leeds LS2 8AB', 'Bristol BS1 4DJ'],
    vatId: vat((c) => `GB${c.digits(9)}`),
    iban: (c) => ibanOf('GB', 22)(c).replace(/^(GB\d\d)/, '$1'),
  },
  {
    id: 'de-DE',
    words: INVOICE_WORDS.de,
    ...LATIN,
    dates: [point('.'), (d) => `${d.day}. ${DE[d.month - 1]} ${d.year}`],
    rates: [19, 7],
    ...german,
    towns: ['12345 Berlin', '80333 München', '60325 Frankfurt am Main', '04109 Leipzig'],
    vatId: vat((c) => `DE${c.digits(9)}`),
    iban: ibanOf('DE', 22),
  },
  {
    id: 'de-AT',
    words: INVOICE_WORDS.de,
    ...LATIN,
    dates: [point('.')],
    rates: [20, 10],
    ...german,
    towns: ['1010 Wien', '5020 Salzburg', '8010 Graz'],
    vatId: vat((c) => `ATU${c.digits(8)}`),
    iban: ibanOf('AT', 20),
  },
  {
    id: 'de-CH',
    words: INVOICE_WORDS.de,
    paper: 'A4',
    currency: 'CHF',
    money: [(n) => `CHF ${n}`, (n) => n],
    number: grouped("'", '.'),
    dates: [point('.')],
    rates: [8.1, 2.6],
    ...german,
    towns: ['8001 Zürich', '3011 Bern', '4051 Basel'],
    vatId: vat((c) => `CHE-${c.digits(3)}.${c.digits(3)}.${c.digits(3)} MWST`),
    iban: ibanOf('CH', 21),
  },
  {
    id: 'fr-FR',
    words: INVOICE_WORDS.fr,
    ...LATIN,
    number: grouped(' ', ','),
    dates: [point('/'), (d) => `${d.day} ${FR[d.month - 1]} ${d.year}`],
    rates: [20, 5.5, 10],
    ...french,
    towns: ['75011 Paris', '69001 Lyon', '33000 Bordeaux', '45000 Orléans'],
    vatId: vat((c) => `FR${c.digits(11)}`),
    iban: ibanOf('FR', 27),
  },
  {
    id: 'fr-CA',
    words: INVOICE_WORDS.fr,
    paper: 'Letter',
    currency: 'CAD',
    money: [(n) => `${n} $`],
    number: grouped(' ', ','),
    dates: [isoOf, (d) => `${d.day} ${FR[d.month - 1]} ${d.year}`],
    rates: [14.975],
    ...french,
    companies: ['Menuiserie Beauport inc.', 'Conseils Laurier inc.', 'Les Jardins du Fleuve ltée'],
    towns: ['Québec (Québec) G1R 4S9', 'Montréal (Québec) H2Y 1C6'],
    vatId: undefined,
    iban: undefined,
  },
  {
    id: 'nl-NL',
    words: INVOICE_WORDS.nl,
    ...LATIN,
    money: [(n) => `€ ${n}`, (n) => `€ ${n}`],
    dates: [point('-'), (d) => `${d.day} ${NL[d.month - 1]} ${d.year}`],
    rates: [21, 9],
    companies: ['Houtwerk Zaanstreek B.V.', 'Kaasboer De Linde B.V.', 'Van Dalen Advies', 'Drukkerij De Pers N.V.'],
    people: ['Femke Rietveld', 'Joost van Bergen'],
    streets: ['Kerkstraat 12', 'Havenweg 88', 'Prinsenlaan 5'],
    towns: ['1012 AB Amsterdam', '3511 CD Utrecht', '9711 EF Groningen'],
    vatId: vat((c) => `NL${c.digits(9)}B0${c.whole(1, 9)}`),
    iban: ibanOf('NL', 18),
  },
  {
    id: 'es-ES',
    words: INVOICE_WORDS.es,
    ...LATIN,
    dates: [point('/'), point('-')],
    rates: [21, 10],
    companies: ['Carpintería El Roble S.L.', 'Suministros Alameda S.A.', 'Consultores del Norte S.L.'],
    people: ['Lucía Ferrándiz', 'Pablo Iturbe'],
    streets: ['Calle Mayor 14', 'Avenida del Puerto 7', 'Calle del Olmo 33'],
    towns: ['28013 Madrid', '46002 Valencia', '48001 Bilbao'],
    vatId: vat((c) => `B${c.digits(8)}`),
    iban: ibanOf('ES', 24),
  },
  {
    id: 'it-IT',
    words: INVOICE_WORDS.it,
    ...LATIN,
    money: [(n) => `€ ${n}`, (n) => `${n} €`],
    dates: [point('/'), point('-')],
    rates: [22, 10],
    companies: split`
      Falegnameria Rovere S.r.l. | Alimentari Bonelli S.n.c. | Studio Ferrari & Associati | Edilizia Nord S.p.A.
    `,
    people: ['Chiara Lombardi', 'Matteo Ricciardi'],
    streets: ['Via Garibaldi 14', 'Viale Europa 7', 'Piazza del Duomo 3'],
    towns: ['20121 Milano', '50122 Firenze', '40121 Bologna'],
    vatId: vat((c) => `IT${c.digits(11)}`),
    iban: ibanOf('IT', 27),
  },
]

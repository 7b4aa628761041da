import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'
import { type Day, isoOf } from './statement-locale.generator.ts'

export interface ReceiptLocale {
  id: string
  currency: string
  printsCurrency: boolean
  money: (amount: number) => string
  dates: readonly ((day: Day) => string)[]
  rate: number
  /** Prices hold the tax; net and tax are told under the total. */
  taxIncluded: boolean
  merchants: readonly string[]
  streets: readonly string[]
  towns: readonly string[]
  titles: readonly string[]
  dateCaptions: readonly string[]
  goods: readonly string[]
  subtotal: readonly string[]
  tax: readonly string[]
  tip: readonly string[]
  total: readonly string[]
  cash: string
  change: string
  thanks: string
}

export interface ReceiptSums {
  lines: { name: string; quantity: number; amount: number }[]
  net: number
  tax: number
  tip: number
  total: number
}

const two = (n: number) => String(n).padStart(2, '0')
const english = (amount: number) => amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
const comma = (amount: number) => amount.toFixed(2).replace('.', ',')

const ENGLISH = {
  merchants: split`
    Maple Leaf Diner | Corner Hardware Co. | Blue Door Bakery | Riverside Pharmacy | Oak Street Market
    | Harbor View Grill
  `,
  streets: ['12 Main Street', '480 King Road', '7 Station Square'],
  titles: ['RECEIPT', 'Receipt', 'Sales receipt'],
  dateCaptions: ['Date', 'DATE', 'Transaction date'],
  goods: split`
    Coffee large | Soup of the day | Batteries AA 4pk | Whole wheat bread | Paint brush | Garden salad | Light bulb
    | Sparkling water
  `,
  subtotal: ['Subtotal', 'SUBTOTAL', 'Sub-total'],
  tip: ['Tip', 'Gratuity', 'TIP'],
  total: ['TOTAL', 'Total', 'Grand total', 'Amount due'],
  cash: 'Cash',
  change: 'Change',
  thanks: 'Thank you, come again!',
} as const

export const RECEIPT_LOCALES: readonly ReceiptLocale[] = [
  {
    ...ENGLISH,
    id: 'en-US',
    currency: 'USD',
    printsCurrency: true,
    money: (n) => `$${english(n)}`,
    dates: [({ year, month, day }) => `${two(month)}/${two(day)}/${year}`],
    rate: 8.25,
    taxIncluded: false,
    towns: ['Dayton, OH 45402', 'Salem, MA 01970'],
    tax: ['Sales tax', 'Tax', 'TAX'],
  },
  {
    ...ENGLISH,
    id: 'en-CA',
    currency: 'CAD',
    printsCurrency: true,
    money: (n) => `$${english(n)}`,
    dates: [isoOf],
    rate: 13,
    taxIncluded: false,
    towns: ['Toronto, ON M5V 2T6', 'Halifax, NS B3J 1S9'],
    tax: ['HST', 'GST/HST'],
  },
  {
    ...ENGLISH,
    id: 'en-US-bare',
    currency: 'USD',
    printsCurrency: false,
    money: english,
    dates: [({ year, month, day }) => `${two(month)}/${two(day)}/${year}`],
    rate: 6.5,
    taxIncluded: false,
    towns: ['Austin, TX 78701'],
    tax: ['TAX', 'Sales Tax'],
  },
  {
    id: 'fr-FR',
    currency: 'EUR',
    printsCurrency: true,
    money: (n) => `${comma(n)} €`,
    dates: [({ year, month, day }) => `${two(day)}/${two(month)}/${year}`],
    rate: 10,
    taxIncluded: true,
    merchants: ['Boulangerie Montclair', 'Café du Passage', 'Pharmacie des Halles', 'Le Comptoir Vert'],
    streets: ['12 rue des Lilas', '3 place du Marché'],
    towns: ['69001 Lyon', '75011 Paris'],
    titles: ['TICKET', 'Reçu'],
    dateCaptions: ['Date', 'Le'],
    goods: ['Café allongé', 'Croissant', 'Salade verte', 'Eau gazeuse', 'Tarte aux pommes'],
    subtotal: ['Total HT', 'Montant HT'],
    tax: ['TVA'],
    tip: ['Pourboire'],
    total: ['TOTAL TTC', 'Total', 'TOTAL'],
    cash: 'Espèces',
    change: 'Rendu',
    thanks: 'Merci de votre visite',
  },
  {
    id: 'de-DE',
    currency: 'EUR',
    printsCurrency: true,
    money: (n) => `${comma(n)} €`,
    dates: [({ year, month, day }) => `${two(day)}.${two(month)}.${year}`],
    rate: 19,
    taxIncluded: true,
    merchants: ['Bäckerei Silbermann', 'Gasthaus zur Linde', 'Drogerie Kranich', 'Baumarkt Nordlicht GmbH'],
    streets: ['Lindenstraße 14', 'Marktplatz 3'],
    towns: ['12345 Berlin', '04109 Leipzig'],
    titles: ['Quittung', 'Kassenbon'],
    dateCaptions: ['Datum'],
    goods: ['Filterkaffee', 'Brötchen', 'Apfelschorle', 'Schrauben 4x40', 'Zahnpasta'],
    subtotal: ['Netto', 'Nettobetrag'],
    tax: ['MwSt.', 'USt.'],
    tip: ['Trinkgeld'],
    total: ['SUMME', 'Gesamtbetrag', 'Zu zahlen'],
    cash: 'Gegeben',
    change: 'Rückgeld',
    thanks: 'Vielen Dank für Ihren Einkauf',
  },
]

const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100

export function drawReceiptLines(chance: Chance, { goods, rate, taxIncluded }: ReceiptLocale): ReceiptSums {
  const lines = Array.from({ length: chance.whole(1, 8) }, () => {
    const quantity = chance.happens(0.25) ? chance.whole(2, 5) : 1
    return { name: chance.pick(goods), quantity, amount: cents(quantity * chance.amount(0.8, 38)) }
  })
  const printed = cents(lines.reduce((sum, { amount }) => sum + amount, 0))
  const net = taxIncluded ? cents(printed / (1 + rate / 100)) : printed
  const tax = taxIncluded ? cents(printed - net) : cents((net * rate) / 100)
  const tip = !taxIncluded && chance.happens(0.25) ? chance.amount(1, 12) : 0
  return { lines, net, tax, tip, total: cents(net + tax + tip) }
}

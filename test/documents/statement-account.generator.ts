import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'
import { type Day, dayOf, LOCALES, type Locale } from './statement-locale.generator.ts'

export interface Entry {
  day: Day
  lines: string[]
  /** Positive where money comes in (a bank account), or is owed (a card). */
  amount: number
  /** After this entry. */
  balance: number
}

export interface Account {
  locale: Locale
  bank: string
  holder: string
  street: string
  city: string
  number: string
  start: Day
  end: Day
  opening: number
  closing: number
  entries: Entry[]
}

const DAY = 86_400_000

const BANKS: Record<Locale['language'], string[]> = {
  en: split`
    Fennimore National Bank | Tidewell Credit Union | Bank of Corrick | Northmere Savings Bank | Ostrander Trust
  `,
  fr: ['Banque Valmonte', 'Caisse populaire des Rives', 'Crédit Solvany', 'Banque Nationale de Beaumarais'],
  de: ['Sparkasse Ebertal', 'Volksbank Rothenfels', 'Nordhain Bank AG', 'Bankhaus Lengfeld'],
}

const SPENT: Record<Locale['language'], string[]> = {
  en: split`
    POS PURCHASE GREENLEAF GROCERY #204 | RENT TRANSFER 1402 | HYDRO BILL PMT | Card payment to Bluebird Cafe
    | MONTHLY SERVICE FEE | ATM WITHDRAWAL 12 MAIN ST | CHEQUE 000318 | Direct Debit Halden Insurance
    | ONLINE TRANSFER TO SAVINGS 8821 | Amount due Perrin Gas 03/14
  `,
  fr: split`
    ACHAT CARTE ÉPICERIE DU COIN | Prélèvement Assurances Morel | RETRAIT DAB 14 RUE HAUTE | Virement loyer 0412
    | FRAIS MENSUELS | Paiement facture Électricité Nord | CHÈQUE 0000127
  `,
  de: split`
    KARTENZAHLUNG Bäckerei Sonnfeld | LASTSCHRIFT Stadtwerke Ebertal | DAUERAUFTRAG Miete Wohnung 14
    | Geldautomat 8812 Marktplatz | Überweisung an Autohaus Renk | ENTGELT Kontoführung
  `,
}

const EARNED: Record<Locale['language'], string[]> = {
  en: split`
    PAYROLL DEP HARTWELL TOOLS | E-TRANSFER FROM M REYES | INTEREST PAID | Cheque deposit branch 112
    | REFUND Loomis Outfitters
  `,
  fr: ['VIREMENT SALAIRE ATELIERS BRUN', 'Dépôt guichet 0211', 'INTÉRÊTS', 'Remboursement Mutuelle Orée'],
  de: ['GEHALT Werkzeugbau Hartmann GmbH', 'GUTSCHRIFT Finanzkasse', 'Überweisung von K. Meissner', 'HABENZINSEN'],
}

const CARD_PAID: Record<Locale['language'], string[]> = {
  en: ['PAYMENT - THANK YOU', 'REFUND LOOMIS OUTFITTERS'],
  fr: ['PAIEMENT - MERCI', 'REMBOURSEMENT MAISON ORÉE'],
  de: ['ZAHLUNG - DANKE', 'ERSTATTUNG VERSANDHAUS LENZ'],
}

const DETAIL: Record<Locale['language'], string[]> = {
  en: ['Ref 88A4 1207 invoice', 'VISA DEBIT', 'to the account of M Lowe'],
  fr: ['Réf. mandat RUM 88A', 'carte terminant par 18', 'motif : facture'],
  de: ['Mandatsreferenz M-4471', 'Verwendungszweck Rechnung', 'IBAN DE00 XXXX'],
}

/** An account over one period, often over a change of the year, whose entries lead from opening to closing. */
export function openAccount(chance: Chance, card: boolean): Account {
  const locale = chance.pick(LOCALES)
  const [start, end] = periodOf(chance)
  const count = chance.pick([chance.whole(3, 9), chance.whole(8, 25), chance.whole(30, 70)])
  const opening = card ? chance.amount(80, 2400) : chance.amount(600, 18_000)
  const entries: Entry[] = []
  let balance = opening
  const days = Array.from({ length: count }, () => chance.whole(0, (end - start) / DAY)).toSorted((a, b) => a - b)
  for (const offset of days) {
    const amount = amountOf(chance, balance, card)
    balance = Math.round((balance + amount) * 100) / 100
    const into = card ? amount < 0 : amount > 0
    const lines = [chance.pick(listOf(locale, card, into))]
    if (chance.happens(0.2)) lines.push(chance.pick(DETAIL[locale.language]))
    entries.push({ day: dayOf(start + offset * DAY), lines, amount, balance })
  }
  return {
    locale,
    bank: chance.pick(BANKS[locale.language]),
    holder: chance.pick(locale.people),
    street: chance.pick(locale.streets),
    city: chance.pick(locale.cities),
    number: card ? cardNumber(chance) : accountNumber(chance, locale),
    start: dayOf(start),
    end: dayOf(end),
    opening,
    closing: balance,
    entries,
  }
}

function listOf({ language }: Locale, card: boolean, into: boolean): string[] {
  if (!into) return SPENT[language]
  return (card ? CARD_PAID : EARNED)[language]
}

function amountOf(chance: Chance, balance: number, card: boolean): number {
  if (card) return chance.happens(0.15) ? -chance.amount(10, Math.max(balance, 60)) : chance.amount(3, 420)
  if (chance.happens(balance < 400 ? 0.9 : 0.3)) return chance.amount(20, 3900)
  return -chance.amount(1, Math.max(20, Math.min(balance * 0.6, 1900)))
}

function periodOf(chance: Chance): readonly [start: number, end: number] {
  const year = chance.whole(2019, 2026)
  const month = chance.whole(0, 11)
  const wholeMonth = chance.happens(0.6)
  const start = Date.UTC(year, month, wholeMonth ? 1 : chance.whole(2, 27))
  return [start, wholeMonth ? Date.UTC(year, month + 1, 0) : start + chance.whole(27, 31) * DAY]
}

function cardNumber(chance: Chance): string {
  const last = chance.digits(4)
  const first = `${chance.pick(['4', '5'])}${chance.digits(3)}`
  return chance.pick([
    `**** **** **** ${last}`,
    `XXXX XXXX XXXX ${last}`,
    `${first} **** **** ${last}`,
    `${first} XXXX XXXX ${last}`,
  ])
}

function accountNumber(chance: Chance, locale: Locale): string {
  if (locale.id === 'de-DE')
    return `DE${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`
  if (locale.id === 'fr-FR') return chance.digits(11)
  if (locale.currency === 'CAD')
    return chance.pick([
      `${chance.digits(5)}-${chance.digits(7)}`,
      `${chance.digits(4)} ${chance.digits(3)}-${chance.digits(4)}`,
    ])
  return chance.pick([
    chance.digits(8),
    chance.digits(12),
    `XXXXXX${chance.digits(4)}`,
    `****${chance.digits(4)}`,
    `${chance.digits(3)}-${chance.digits(6)}`,
  ])
}

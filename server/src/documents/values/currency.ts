import { within } from '../vocabulary/compile.ts'
import { currencyOfCountry, isDollar } from './currency-country.ts'
import { foldCase, foldSigns } from './fold.ts'

/** ISO 4217 codes that documents are written in; others would be taken from ordinary capitals. */
const CODES = [
  'USD CAD EUR GBP CHF AUD NZD JPY CNY HKD SGD INR SEK NOK DKK PLN CZK HUF RON BGN ISK TRY ILS AED SAR ZAR BRL MXN',
  'ARS CLP COP PEN THB MYR IDR PHP KRW TWD VND RUB UAH HRK MAD TND XOF XAF EGP KES NGN',
  'RSD GEL QAR KWD BHD OMR JOD LKR PKR BDT NPR GHS UGX TZS ZMW BWP MUR ETB DZD CRC GTQ UYU PYG HNL JMD TTD FJD MKD MDL',
].flatMap((codes) => codes.split(' '))

/** Signs that say one currency by themselves. `$`, `kr` and `¥` are shared and stay as they are. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  '₩': 'KRW',
  '₫': 'VND',
  '฿': 'THB',
  '₴': 'UAH',
  US$: 'USD',
  USD$: 'USD',
  $US: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  CAN$: 'CAD',
  CAD$: 'CAD',
  $CA: 'CAD',
  $CAN: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  AUD$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  EURO: 'EUR',
  EUROS: 'EUR',
  'FR.': 'CHF',
  'SFR.': 'CHF',
  SFR: 'CHF',
  ZŁ: 'PLN',
  KČ: 'CZK',
  FT: 'HUF',
  LEI: 'RON',
  'RS.': 'INR',
  R: 'ZAR',
  TL: 'TRY',
  '₱': 'PHP',
  '₦': 'NGN',
  'RP.': 'IDR',
  RP: 'IDR',
  RM: 'MYR',
  KSH: 'KES',
  KSHS: 'KES',
  'S/': 'PEN',
  NT$: 'TWD',
  NAIRA: 'NGN',
  FORINT: 'HUF',
  RINGGIT: 'MYR',
  RUPIAH: 'IDR',
}

const SHARED = ['$', '¥', 'KR', 'KR.']

const quoted = (text: string) => text.replace(/[$.]/g, '\\$&')
const longestFirst = (a: string, b: string) => b.length - a.length

/** The naira's letter, right before figures with their cents: `N10,416.00`. Elsewhere an N is a letter. */
const NAIRA = 'N(?=\\d{1,3}(?:,\\d{3})*\\.\\d\\d)'

/** Source of a pattern for a currency sign or code beside an amount; match with the flag `i`. */
const WRITTEN = [...CODES, ...Object.keys(SIGNS), ...SHARED].sort(longestFirst).map(quoted)
export const CURRENCY_PATTERN = [...WRITTEN, NAIRA].join('|')

/** What a sign or code beside an amount says: an ISO code, or a shared sign as it is (`$`, `¥`, `kr`). */
export function readCurrency(sign: string): string | undefined {
  const upper = foldSigns(sign).toUpperCase()
  if (CODES.includes(upper)) return upper
  if (SHARED.includes(upper)) return upper.replace('.', '').toLowerCase()
  if (upper === 'N') return 'NGN'
  return SIGNS[upper]
}

/** Headings of columns of figures, behind which a table may print its currency once. */
const HEADED = [
  'Betrag|Soll|Haben|Saldo|Umsatz|Montant|Débit|Crédit|Amount|Debit|Credit|Balance|Total|Importe|Importo|Bedrag',
  'Kwota|Belopp|Beløb|Beløp|Määrä|Částka|Suma|Sumă|Összeg|Iznos|Tutar|Valor',
].join('|')

/** Words that say the currency of a whole document, and what they weigh against a sign beside one amount. */
const WORDS: readonly (readonly [currency: string, pattern: RegExp, weight: number])[] = [
  ['USD', /\b(?:US|U\.S\.) (?:dollars?|funds|currency)\b/i, 6],
  ['CAD', /\b(?:Canadian (?:dollars?|funds|currency)|dollars? canadiens?)\b/i, 6],
  ['AUD', /\bAustralian dollars?\b/i, 6],
  ['EUR', /\b(?:all|alle|tous)[\w\s]{0,30}\b(?:in|en) (?:EUR|euros?)\b/i, 6],
  ['EUR', /\bin euro\b/i, 2],
  ['EUR', new RegExp(`\\b(?:${HEADED}) ?\\(?€|\\b(?:compte|solde|montants?) en EUR\\b`, 'i'), 2],
  ['GBP', new RegExp(`\\b(?:${HEADED}) ?\\(?£`, 'i'), 2],
  ['BRL', /\b(?:valor(?:es)?|saldo|lançamentos).{0,12}R\$/i, 6],
  ['GBP', /\bpounds? sterling\b/i, 6],
  ['CHF', /\b(?:Schweizer Franken|francs suisses|Swiss francs?)\b/i, 6],
]

/** What languages call an account, behind which its currency may stand: `Girokonto EUR`. */
const ACCOUNT = 'konto|tili|account|compte|conto|cuenta|conta|rekening|rachunek|účet|számla|račun|hesabı'

const CALLED =
  'Currency|Währung|Devise|Moneda|Divisa|Valuta|Monnaie|Waluta|Munteenheid|Moeda|Döviz Cinsi|Měna|Para Birimi'

/** What is said to be in a currency, all of it: `All amounts in NZD`. */
const STATED = [
  'amounts?|figures|values|prices|sums|transactions|Beträge|Angaben|Werte|montants|importes|valores|importi',
  'bedragen|kwoty|belopp|beløb|beløp',
].join('|')

/** How a text names each code as its currency, and as that of a column. */
const CODES_IN_WORDS = CODES.map((code) => ({
  code,
  stated: new RegExp(`\\b(?:${STATED})\\b[^.\\n\\d]{0,24}?\\b(?:in|en|em|w|i) ${code}\\b`, 'iu'),
  called: new RegExp(`\\b(?:${CALLED})(?: (?:of|du|de|des|der) ?\\p{L}*)?\\W{0,6}(?:\\p{L}+ {1,4})?${code}\\b`, 'iu'),
  headed: new RegExp(
    `\\b(?:${HEADED}) ?(?:in )?${code}\\b|\\b${code}-(?:Konto|account)\\b|(?:${ACCOUNT}) ${code}\\b`,
    'iu',
  ),
}))

export interface CurrencyReading {
  currency: string
  /** Printed as a code or a sign of its own; false where the issuer's country says whose `$`, `kr` or `¥` it is. */
  certain: boolean
}

/**
 * The currency that a document is written in: codes and signs beside amounts, words, and for a sign that countries
 * share the one that the text speaks of. Undefined where nothing is said: a guess would be right most often and wrong
 * where it matters.
 */
export function documentCurrency(whole: string): CurrencyReading | undefined {
  const text = ownMoney(whole)
  const votes = new Map<string, number>()
  const vote = (currency: string, weight: number) => votes.set(currency, (votes.get(currency) ?? 0) + weight)
  for (const sign of signsBesideAmounts(text)) if (MONEY[sign]?.(text) ?? true) vote(sign, 1)
  const capitals = text.toUpperCase()
  for (const { code, called, stated, headed } of CODES_IN_WORDS) {
    // A paper speaks of two or three of them: the others need no search through all of its text.
    if (!capitals.includes(code)) continue
    if (called.test(text) || stated.test(text)) vote(code, 6)
    else if (headed.test(text)) vote(code, 2)
  }
  for (const [currency, pattern, weight] of WORDS) if (pattern.test(text)) vote(currency, weight)
  // Of two that are said as often the first is the paper's own, the other what it comes to.
  const first = (name: string) => (text.includes(name) ? text.indexOf(name) : text.length)
  const best = [...votes]
    .filter(([name]) => name.length === 3)
    .sort((a, b) => b[1] - a[1] || first(a[0]) - first(b[0]))[0]
  const shared = SHARED_SIGNS.find((sign) => votes.has(sign))
  const weight = votes.get('$') ?? 0
  // `$` beside amounts with one code printed once (`All amounts in CAD`): the code says which dollar it is.
  if (best && (best[1] >= weight || isDollar(best[0]))) return { currency: best[0], certain: true }
  const currency = shared && (currencyOfCountry(shared, text) ?? (shared === '¥' ? yenOrYuan(text) : undefined))
  return currency ? { currency, certain: false } : undefined
}

const INSURED = within('money.insured')
const RATE = within('money.rate')

/** What a purchase abroad was in, with the rate at which it was changed: `16,20 USD X 1,4912`. */
const CHANGED = new RegExp(
  `(?:\\d[\\d.,]* ?(?:${CODES.join('|')})|(?:${CODES.join('|')}) ?\\d[\\d.,]*) ?[x×*@=/] ?\\d+[.,]\\d{3,}`,
  'giu',
)

/** Without money that is not the paper's own: what deposits are insured to, what was bought abroad and its rate. */
function ownMoney(text: string): string {
  const lines = text.split('\n').filter((line) => {
    const folded = /\d/.test(line) ? foldCase(line) : ''
    return !INSURED.test(folded) && !(RATE.test(folded) && /\d[.,]\d{3,}/.test(folded))
  })
  return lines.join('\n').replace(CHANGED, ' ')
}

/** Yens have no minor unit, yuans are printed with theirs. */
function yenOrYuan(text: string): string | undefined {
  const amounts = Array.from(text.matchAll(/¥ ?\d[\d,]*(?<cents>\.\d\d)?(?!\d)/g))
  const withCents = amounts.filter(({ groups }) => groups?.cents).length
  return withCents === 0 ? 'JPY' : withCents === amounts.length ? 'CNY' : undefined
}

/** As `$` outweighs what is said once of another currency, it goes first. */
const SHARED_SIGNS = ['$', '¥', 'kr'] as const

/** A lone R is the rand's where it stands before amounts again and again. */
const RAND = /(?<![\p{L}\d])R ?\d[\d ]*[.,]\d\d(?!\d)/gu
const isRand = (text: string) => /\bZAR\b/.test(text) || Array.from(text.matchAll(RAND)).length >= 3

/** `Ft` is a foot as well (`10ft`): it is money where the text speaks of forints, or behind thousands in groups. */
const FORINTS = /\bHUF\b|\bforint|\bmagyar|\bhungary\b|\d{1,3}(?:[ .]\d{3})+(?:,\d+)? ?Ft(?!\p{L})/iu

/** `Lei` is a law in Portuguese (`Lei 12741`): it is money beside cents, or where the text is Romanian. */
const LEI = /\d[.,]\d\d ?lei(?!\p{L})|(?<!\p{L})lei ?\d[\d .]*,\d\d|\bRON\b|rom[aâ]ni|\bfactur[aă]\b|\bdin data\b/iu

/** Letters that stand beside figures for other things too, and what says that they are money. */
const MONEY: Readonly<Record<string, (text: string) => boolean>> = {
  NGN: (text) => /₦|\bNGN\b|\bnaira\b|\bnigeria/iu.test(text),
  ZAR: isRand,
  HUF: (text) => FORINTS.test(text),
  RON: (text) => LEI.test(text),
  TRY: (text) => /[₺]|\bTRY\b|\d[.,]\d\d ?TL(?!\p{L})|\(TL\)/u.test(text),
  MYR: (text) => /\bMYR\b|(?<!\p{L})RM ?\d[\d,]*\.\d\d/u.test(text),
  IDR: (text) => /\bIDR\b|(?<!\p{L})Rp\.? ?\d{1,3}(?:\.\d{3})/iu.test(text),
}

/** Codes are printed in capitals, and those of every day in small letters; `Cad.` and `Try` are words. */
const IN_SMALL = /^(?:eur|usd|gbp|cad|aud|nzd|chf|sek|nok|dkk|pln|czk|huf|ron)$/
const isWord = (printed: string) =>
  CODES.includes(printed.toUpperCase()) &&
  printed !== printed.toUpperCase() &&
  !IN_SMALL.test(printed) &&
  printed !== 'Eur'

const BESIDE_AMOUNT = new RegExp(
  [
    `(?<![\\p{L}\\d]|\\p{L}-)(${CURRENCY_PATTERN})(?![\\p{L}]) ?[-(]?\\d`,
    `\\d[.,]?\\d* ?-?(${CURRENCY_PATTERN})(?![\\p{L}\\d])`,
    `[(\\[](${CURRENCY_PATTERN})[)\\]]`,
    // A column away from its amount stands a sign that is nothing else: `TOTAL S$    26.40`.
    `(?<![\\p{L}\\d])(\\p{L}{1,3}\\$|[€£₹₱]|${CODES.join('|')})(?= {2,4}-?\\d)`,
  ].join('|'),
  'giu',
)

function signsBesideAmounts(text: string): string[] {
  return Array.from(text.matchAll(BESIDE_AMOUNT), (match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
    .filter((printed) => !isWord(printed))
    .flatMap((printed) => readCurrency(printed) ?? [])
}

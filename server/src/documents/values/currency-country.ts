import { type DateAt, findDates } from './date.ts'
import { currencyOfIssuer } from './issuer-currency.ts'

/** What a text prints that one country's papers print: its names, taxes, registers, postal codes. */
interface Country {
  currency: string
  says: readonly RegExp[]
}

/** The United States' states before a ZIP code: `Bend, OR 97701`. */
const STATES = [
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]',
  'N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]',
].join('|')

/** Canada's goods tax is Australia's and New Zealand's, too, by name. */
const GOODS_TAX = /\bGST\b.{0,20}\d/

/** Australia's states before a postal code: `Armidale NSW 2350`. */
const AUSTRALIAN = /\b(?:NSW|VIC|QLD|TAS|ACT|SA|WA|NT),? \d{4}(?!\d)/

const DOLLARS: readonly Country[] = [
  {
    currency: 'CAD',
    says: [
      GOODS_TAX,
      /\b(?:HST|TPS|TVH)\b.{0,20}\d|\b(?:QST|TVQ|PST)\b|\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b/,
      /\b(?:CANADA|[Cc]anada)\b|\.ca\b/,
    ],
  },
  {
    currency: 'USD',
    says: [
      new RegExp(`\\b(?:${STATES}),? \\d{5}(?:-\\d{4})?\\b`),
      // Tills print their street and town without a code.
      new RegExp(`^\\d{1,6} [^\\n]*\\p{L}{2},? (?:${STATES})$`, 'mu'),
      /\b(?:USA|U\.S\.A?\.|US|United States|IRS|FDIC|SSN|EIN|FICA|401\(?[Kk]\)?|Medicare|Social Security)(?!\p{L})/u,
      /\b(?:sales tax|routing number|ACH|ZIP)\b/i,
      // Regulation Z wants these words on every card's bill.
      /\b(?:Late|Minimum) Payment Warning\b/i,
    ],
  },
  { currency: 'AUD', says: [/\b(?:ABN|A\.B\.N\.|Australia|BSB|NMI)\b/, AUSTRALIAN] },
  { currency: 'NZD', says: [/\bNew Zealand\b/] },
  { currency: 'SGD', says: [/\bSingapore\b/] },
  { currency: 'HKD', says: [/\bHong Kong\b/] },
  { currency: 'MXN', says: [/\b(?:M[eé]xico|R\.?F\.?C\.?|CFDI|S\.A\. de C\.V\.)(?!\p{L})/u] },
  { currency: 'ARS', says: [/\b(?:Argentina|CUIT)\b/] },
  { currency: 'CLP', says: [/\b(?:Chile|R\.?U\.?T\.?)(?!\p{L})/u] },
  { currency: 'COP', says: [/\b(?:Colombia|Bogot[aá])(?!\p{L})/u] },
]

const CROWNS: readonly Country[] = [
  {
    currency: 'SEK',
    says: [
      /\b(?:Sverige|Sweden|bankgiro|plusgiro|SE\d{12})\b/i,
      /\b(?:att betala|summa|organisationsnummer)\b/i,
      /[äö]/i,
    ],
  },
  { currency: 'NOK', says: [/\b(?:Norge|Norway|MVA)\b/i, /å betale|\b(?:forfallsdato|foretaksregisteret)\b/i] },
  { currency: 'DKK', says: [/\b(?:Danmark|Denmark|CVR|DK\d{8})\b/i, /\b(?:at betale|forfaldsdato|i alt)\b/i] },
  { currency: 'ISK', says: [/\b(?:[IÍ]sland|Iceland|kennitala)\b/iu] },
]

const YENS: readonly Country[] = [
  { currency: 'JPY', says: [/[\u3040-\u30ff]|japan/i] },
  { currency: 'CNY', says: [/\b(?:china|RMB|beijing|shanghai)\b/i] },
]

const SHARED = { $: DOLLARS, kr: CROWNS, '¥': YENS } as const

/** The countries of the euro, by their letters in an IBAN. */
const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM'.split(' ')

const CURRENCY_OF_IBAN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EURO.map((country) => [country, 'EUR'])),
  ...{ GB: 'GBP', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON' },
  ...{ IS: 'ISK', TR: 'TRY', AE: 'AED', SA: 'SAR', IL: 'ILS' },
}

/** What only banks of one country have: its clearing's numbers, the insurance of deposits, its addresses. */
const BANKS: readonly Country[] = [
  { currency: 'INR', says: [/\bIFSC?\b(?= ?(?:code)?\W{0,3}[A-Z]{4}0)/i] },
  { currency: 'AUD', says: [/\bBSB\b(?=\W)/] },
  { currency: 'USD', says: [/\b(?:NCUA|FDIC)\b/, new RegExp(`\\b(?:${STATES}),? \\d{5}(?:-\\d{4})?$`)] },
  { currency: 'CAD', says: [/\bCDIC\b/, /\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/] },
  { currency: 'GBP', says: [/\b(?:FSCS|Prudential Regulation Authority)\b/] },
]

const IBAN_OF = /\bIBAN\W{0,3}([A-Z]{2})\d{2}(?= ?[A-Z\d]{4})/

/** Addresses as only one country with a currency of its own writes them. */
const ADDRESSES: readonly Country[] = [
  {
    currency: 'USD',
    says: [
      new RegExp(`\\b(?:${STATES}),? \\d{5}(?:-\\d{4})?\\b`, 'g'),
      new RegExp(`^\\d{1,6} [^\\n]*\\p{L}{2},? (?:${STATES})$`, 'gmu'),
    ],
  },
  { currency: 'CAD', says: [/\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b/g] },
  { currency: 'GBP', says: [/\b[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}\b/g] },
]

/** The currency of the one country whose addresses a text prints; undefined where it prints none, or of several. */
export function currencyOfAddresses(text: string): { currency: string; printed: string } | undefined {
  const found = ADDRESSES.flatMap(({ currency, says }) =>
    says.flatMap((pattern) => (text.match(pattern) ?? []).map((printed) => ({ currency, printed }))),
  )
  const [first] = found
  return found.every(({ currency }) => currency === first?.currency) ? first : undefined
}

/** The currency of the country that a bank shows it is in, and where the text says so. */
export function currencyOfBank(text: string): { currency: string; index: number; length: number } | undefined {
  const iban = IBAN_OF.exec(text)
  const held = iban && CURRENCY_OF_IBAN[iban[1] as string]
  if (held) return { currency: held, index: iban.index, length: iban[0].length }
  for (const { currency, says } of BANKS) {
    const [said] = says.flatMap((pattern) => pattern.exec(text) ?? [])
    if (said !== undefined) {
      const index = text.indexOf(said)
      return { currency, index, length: said.length }
    }
  }
  return undefined
}

/** One word that a text repeats says little more than one that it says once. */
const MOST = 3

/** The currency of the country that a text speaks of most, among those that share a sign; undefined where of none. */
export function currencyOfCountry(sign: keyof typeof SHARED, text: string): string | undefined {
  // The issuer's own register number says whose country it is, and what the tax is called only which it may be.
  const issuer = currencyOfIssuer(text)?.currency
  if (issuer && SHARED[sign].some(({ currency }) => currency === issuer)) return issuer
  const abroad = sign === '$' && ABROAD.test(text)
  const votes = SHARED[sign].map(({ currency, says }) => {
    const heard = says.filter((pattern) => !(abroad && pattern === GOODS_TAX))
    return { currency, count: heard.reduce((sum, pattern) => sum + Math.min(timesIn(text, pattern), MOST), 0) }
  })
  const best = votes.reduce((most, next) => (next.count > most.count ? next : most))
  if (best.count > 0) return best.currency
  // Nobody else writes the month first.
  return sign === '$' && findDates(text).some(isMonthFirst) ? 'USD' : undefined
}

const isMonthFirst = ({ order, named, certain }: DateAt) => order === 'MDY' && (named || certain)

const ABROAD = new RegExp(
  `\\b(?:ABN|A\\.B\\.N\\.|Australia|BSB|AUD|New Zealand|NZD|Singapore|SGD)\\b|${AUSTRALIAN.source}`,
)

const timesIn = (text: string, pattern: RegExp) =>
  text.match(new RegExp(pattern.source, `g${pattern.flags}`))?.length ?? 0

/** Currencies that are written with a `$`: beside one their code says whose. */
export const isDollar = (currency: string) =>
  currency === 'TWD' || DOLLARS.some((country) => country.currency === currency)

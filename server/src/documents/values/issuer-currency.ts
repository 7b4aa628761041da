/** What only one country's firms print beside their name, and the currency of that country. */
const ISSUERS: readonly (readonly [currency: string, says: RegExp])[] = [
  ['AUD', /\bABN:? ?\d{2} ?\d{3} ?\d{3} ?\d{3}\b/],
  // A register number of Singapore: nine or ten characters, the last a letter; goods tax numbers may have hyphens.
  ['SGD', /\b(?:GST|UEN|ROC)\b.{0,24}?\b(?:(?:19|20)\d{7}[A-Z]|\d{8}[A-Z]|M\d-?\d{7}-?\d)\b/i],
  ['SGD', /\bSingapore \d{6}\b/i],
  ['NZD', /\bGST\b.{0,16}?\b\d{2,3}-\d{3}-\d{3}\b/],
  ['NZD', /\bNZBN\b/],
  ['CAD', /\b\d{9} ?RT ?\d{4}\b/],
  ['INR', /\b\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]\b/],
  ['ARS', /\bC\.?U\.?I\.?T\.?:? ?(?:n[°º]:? ?)?\d{2}-?\d{8}-?\d\b/i],
  ['MXN', /\bR\.?F\.?C\.?:? ?[A-ZÑ&]{3,4} ?-?\d{6} ?-?[A-Z\d]{3}\b/],
  ['CLP', /\bR\.?U\.?T\.?:? ?\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/],
  ['PEN', /\bR\.?U\.?C\.?:? ?(?:10|20)\d{9}\b/],
  ['COP', /\bNIT\.?:? ?\d{3}\.?\d{3}\.?\d{3}-?\d\b/],
  ['TRY', /\b(?:VKN|TCKN|Vergi No)\W{0,3}\d{10,11}\b/i],
  ['PHP', /\bTIN\b\W{0,3}\d{3}[-−–]\d{3}[-−–]\d{3}(?:[-−–]\d{3,5})?\b/],
  ['KES', /\b(?:KRA )?PIN\b\W{0,3}[AP]\d{9}[A-Z]\b/],
  ['HUF', /\bad[oó]sz[aá]m\W{0,3}\d{8}-\d-\d{2}(?!\d)/i],
  ['BRL', /\b\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}\b/],
  ['GBP', /\bVAT\b.{0,24}?\b(?:GB ?)?\d{3} ?\d{4} ?\d{2}\b(?! ?\d)/i],
  ['CHF', /\bCHE-?\d{3}\.?\d{3}\.?\d{3}\b/],
  ['NOK', /\b\d{3} ?\d{3} ?\d{3} ?MVA\b/],
  ['DKK', /\bCVR\b.{0,8}?\d{2} ?\d{2} ?\d{2} ?\d{2}\b/i],
  ['SEK', /\bSE ?\d{6}-?\d{4} ?01\b/],
  ['PLN', /\bNIP:? ?(?:PL ?)?\d{3}-?\d{2,3}-?\d{2}-?\d{2,3}\b/],
  ['CZK', /\bDI[CČ]:? ?CZ ?\d{8,10}\b/],
  ['RON', /\bC\.?[UI]\.?[IF]\.?:? ?RO ?\d{2,10}\b/],
  [
    'EUR',
    /\b(?:DE ?\d{9}|ATU ?\d{8}|NL ?\d{9} ?B ?\d{2}|IT ?\d{11}|FR ?[A-Z\d]{2} ?\d{9}|BE ?0?\d{3}\.?\d{3}\.?\d{3})\b/,
  ],
  ['EUR', /\b(?:P\. ?IVA|Partita IVA|SIRET|SIREN|USt-?Id(?:Nr)?)\b/i],
  ['EUR', /(?<!\p{L})Α\.?Φ\.?Μ\.?:? ?\d{9}(?!\d)/u],
  ['EUR', /\b(?:NIF|CIF):? ?(?:ES)?-?[A-HJ-NP-SUVW]-?\d{7,8}[A-J\d]?\b/],
]

/** The issuer's currency, and where the text says whose it is. */
export interface IssuerCurrency {
  currency: string
  printed: string
}

/**
 * The currency of the country that a paper's tax and register numbers are of. Undefined where none is printed, or
 * numbers of two currencies.
 */
export function currencyOfIssuer(text: string): IssuerCurrency | undefined {
  const said = ISSUERS.flatMap(([currency, says]) => {
    const printed = says.exec(text)?.[0]
    return printed ? [{ currency, printed }] : []
  })
  const [first] = said
  return said.every(({ currency }) => currency === first?.currency) ? first : undefined
}

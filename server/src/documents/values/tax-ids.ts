import { foldSigns, foldSignsInPlace } from './fold.ts'
import type { IdAt } from './ids.ts'

/** Forms of VAT numbers by country (EU VIES, HMRC, Swiss UID register), without blanks, dots and dashes. */
const VAT_FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]?\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CHE: /^CHE\d{9}(?:MWST|TVA|IVA|HR)?$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  EL: /^EL\d{9}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-Z0-9]{2}\d{9}$/,
  GB: /^GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^IT\d{11}$/,
  LI: /^LI\d{5}$/,
  LT: /^LT(?:\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL\d{9}B\d{2}$/,
  NO: /^NO\d{9}(?:MVA)?$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
}

const COUNTRY = Object.keys(VAT_FORMS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const START = new RegExp(`(?<![A-Za-z0-9])(?:${COUNTRY})(?=[ .-]?[A-Z0-9])`, 'g')
const RUN = /^[A-Z]{2,3}(?:[ .-]?[A-Z0-9]){2,14}(?:[ ./-]?(?:MWST|TVA|IVA|MVA))?/

/** Canada's business number with the program of goods and services tax. */
const GST_ACCOUNT = /(?<![A-Za-z0-9])(?:\d{3}[ -]?\d{3}[ -]?\d{3}|\d{5}[ -]\d{4}) ?RT ?\d{4}(?![A-Za-z0-9])/g

/** VAT numbers by the form of their country: `DE123456789`, `FR 12 345678901`, `ATU12345678`, `CHE-123.456.789 MWST`. */
export function findVatIds(text: string): IdAt[] {
  const folded = foldSignsInPlace(text)
  const european = Array.from(folded.matchAll(START)).flatMap(({ index }) => {
    const printed = longestOfForm(RUN.exec(folded.slice(index))?.[0] ?? '')
    return printed ? [{ printed, plain: plainOf(printed), masked: false, valid: true, index }] : []
  })
  const canadian = Array.from(folded.matchAll(GST_ACCOUNT), ({ index, 0: printed }) => ({
    printed,
    plain: plainOf(printed),
    masked: false,
    valid: true,
    index,
  }))
  return [...european, ...canadian]
}

// A word of capitals may follow on the line; the number is the longest beginning that has a country's form.
function longestOfForm(run: string): string | undefined {
  const ends = [run.length, ...Array.from(run.matchAll(/[ ./-]/g), ({ index }) => index).reverse()]
  return ends.map((end) => run.slice(0, end)).find((part) => isVatId(part))
}

/** Whether the whole text has the form of a VAT number of some country. */
export function isVatId(text: string): boolean {
  const plain = plainOf(text)
  return (VAT_FORMS[plain.startsWith('CHE') ? 'CHE' : plain.slice(0, 2)] ?? /^$(?!)/).test(plain)
}

function plainOf(text: string): string {
  return foldSigns(text)
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
}

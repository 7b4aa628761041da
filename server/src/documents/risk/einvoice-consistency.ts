import type { EInvoice } from '../extract/einvoice/einvoice.ts'
import { readEInvoice } from '../extract/einvoice/read-einvoice.ts'
import type { Flag, Severity } from '../model/findings.ts'
import { type DateOrder, findDates } from '../values/date.ts'
import { type Facts, fieldsOf, money, type Rule } from './facts.ts'
import { nameKey } from './subjects.ts'

/** One statement of the XML that the pages do not print. */
interface Disagreement {
  code: string
  severity: Severity
  fields: string[]
  message: string
}

/** Pages with fewer words show their invoice as a picture that was not read. */
const FEWEST_WORDS = 20
/** Recognised worse than this, a page that lacks a value may only have been read badly. */
const WELL_RECOGNISED = 0.8

/**
 * The XML inside against the pages: its number, date and sums must be printed somewhere, whatever extraction took
 * for them. A total that is not, or two different statements that are not, is proof: the file says two things.
 */
export const einvoiceConsistency: Rule = (facts) => {
  const invoice = facts.part.type === 'INVOICE' ? readEInvoice(facts.reading.source) : undefined
  if (!invoice || !isLegible(facts)) return []
  const found = STATEMENTS.map((compare) => compare(facts, invoice))
  const disagreements = found.filter((one) => one !== undefined)
  const proof = disagreements.length > 1 || disagreements.some(({ severity }) => severity === 'high')
  return disagreements.map((one): Flag => {
    const fields = fieldsOf(facts, one.fields)
    return { ...one, family: 'consistency', proof, evidence: fields.map(({ page, box }) => ({ page, bbox: box })) }
  })
}

function isLegible({ reading }: Facts): boolean {
  const words = reading.pages.reduce((sum, { page }) => sum + page.words.length, 0)
  return words >= FEWEST_WORDS && reading.pages.every(({ page }) => !page.ocr || page.ocr.confidence >= WELL_RECOGNISED)
}

const fold = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
const textOf = ({ reading }: Facts) => reading.pages.map(({ text }) => text).join('\n')

function numberOf(facts: Facts, { number }: EInvoice): Disagreement | undefined {
  if (number === undefined || fold(number) === '' || fold(textOf(facts)).includes(fold(number))) return undefined
  return {
    code: 'EINVOICE_NUMBER',
    severity: 'medium',
    fields: ['invoice_number'],
    message: `the XML inside says invoice ${number}, which the pages do not print`,
  }
}

const DATE_ORDERS: readonly DateOrder[] = ['DMY', 'MDY', 'YMD']

function dateOf(facts: Facts, { date }: EInvoice): Disagreement | undefined {
  if (date === undefined) return undefined
  const text = textOf(facts)
  const printed = DATE_ORDERS.flatMap((order) => findDates(text, { order }).map(({ value }) => value))
  if (printed.length === 0 || printed.includes(date)) return undefined
  return {
    code: 'EINVOICE_DATE',
    severity: 'medium',
    fields: ['invoice_date'],
    message: `the XML inside is dated ${date}, which the pages do not print`,
  }
}

const isPrinted = ({ printed }: Facts, value: number) => printed.has(Math.abs(Math.round(value * 100)))

function totalOf(facts: Facts, { gross, due }: EInvoice): Disagreement | undefined {
  const sums = [gross, due].filter((sum) => sum !== undefined)
  if (sums.length === 0 || sums.some((sum) => isPrinted(facts, sum))) return undefined
  return {
    code: 'EINVOICE_TOTAL',
    severity: 'high',
    fields: ['invoice_total', 'amount_due'],
    message: `the XML inside says a total of ${sums.map(money).join(' or ')}, which the pages do not print`,
  }
}

function taxOf(facts: Facts, { tax }: EInvoice): Disagreement | undefined {
  // Pages may print a tax for each rate and no sum of them, and none where there is none.
  if (!tax || isPrinted(facts, tax)) return undefined
  return {
    code: 'EINVOICE_TAX',
    severity: 'low',
    fields: ['total_tax'],
    message: `the XML inside says ${money(tax)} of tax, which the pages do not print`,
  }
}

/** Unit prices count as well: some pages print them and no amounts. */
function linesOf(facts: Facts, { lines }: EInvoice): Disagreement | undefined {
  const priced = lines.filter(({ amount }) => amount)
  const missing = priced.filter(
    ({ amount = 0, unitPrice = 0 }) => !isPrinted(facts, amount) && !isPrinted(facts, unitPrice),
  )
  if (missing.length === 0 || missing.length < priced.length) return undefined
  return {
    code: 'EINVOICE_LINES',
    severity: 'low',
    fields: [],
    message: `the XML inside has ${priced.length} lines, of ${money(priced[0]?.amount ?? 0)} and so on; the pages print none of their amounts`,
  }
}

/** A letterhead may be a picture, so that a name that is not printed says little by itself. */
function sellerOf(facts: Facts, { seller }: EInvoice): Disagreement | undefined {
  const words = seller.names.flatMap((name) => (nameKey(name) ?? '').split(' ')).filter((word) => word.length >= 4)
  const text = nameKey(textOf(facts)) ?? ''
  if (words.length === 0 || words.some((word) => text.includes(word))) return undefined
  return {
    code: 'EINVOICE_SELLER',
    severity: 'low',
    fields: ['vendor_name'],
    message: `the XML inside is from ${seller.names[0]}, whom the pages do not name`,
  }
}

const STATEMENTS = [numberOf, dateOf, totalOf, taxOf, linesOf, sellerOf]

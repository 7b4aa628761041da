import type { EInvoice } from '../extract/einvoice/einvoice.ts'
import { readEInvoice } from '../extract/einvoice/read-einvoice.ts'
import type { Field, Flag, Severity } from '../model/findings.ts'
import { passesMod97 } from '../values/checksums.ts'
import { type DateOrder, findDates } from '../values/date.ts'
import { IBAN_LENGTHS } from '../values/ids.ts'
import { daysBetween } from './days.ts'
import { type Facts, fieldsOf, money, type Rule } from './facts.ts'
import { nameKey } from './subjects.ts'
import { isWellFound } from './well-found.ts'

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
 * for them. One of weight that is not is proof: the file says two things.
 */
export const einvoiceConsistency: Rule = (facts) => {
  const invoice = facts.part.type === 'INVOICE' ? readEInvoice(facts.reading.source) : undefined
  if (!invoice || !isLegible(facts)) return []
  const found = STATEMENTS.map((compare) => compare(facts, invoice))
  const disagreements = found.filter((one) => one !== undefined)
  const proof = disagreements.length > 1 || disagreements.some(({ severity }) => severity !== 'low')
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
  // Midnight is another day in another time zone.
  const nextDay = printed.some((day) => Math.abs(daysBetween(day, date)) <= 1)
  return {
    code: 'EINVOICE_DATE',
    severity: nextDay ? 'low' : 'medium',
    fields: ['invoice_date'],
    message: `the XML inside is dated ${date}, which the pages do not print`,
  }
}

const isPrinted = ({ printed }: Facts, value: number) => printed.has(Math.abs(Math.round(value * 100)))

/** A field that was found beside its own label is what the page says, whatever else it prints. */
const WELL_FOUND = 0.9

function wellFound({ part }: Facts, name: string): Field | undefined {
  const field = part.fields[name]
  return field && isWellFound(field, WELL_FOUND) ? field : undefined
}

function totalOf(facts: Facts, { gross, due }: EInvoice): Disagreement | undefined {
  const sums = [gross, due].filter((sum) => sum !== undefined)
  if (sums.length === 0) return undefined
  if (sums.some((sum) => isPrinted(facts, sum))) return totalElsewhere(facts, sums)
  return {
    code: 'EINVOICE_TOTAL',
    severity: 'high',
    fields: ['invoice_total', 'amount_due'],
    message: `the XML inside says a total of ${sums.map(money).join(' or ')}, which the pages do not print`,
  }
}

/** The XML's total is printed somewhere, and not as the total. */
function totalElsewhere(facts: Facts, sums: readonly number[]): Disagreement | undefined {
  const stated = wellFound(facts, 'invoice_total')?.value
  if (typeof stated !== 'number' || sums.some((sum) => Math.abs(Math.abs(stated) - Math.abs(sum)) < 0.01))
    return undefined
  return {
    code: 'EINVOICE_TOTAL',
    severity: 'medium',
    fields: ['invoice_total'],
    message: `the XML inside says a total of ${sums.map(money).join(' or ')}, the page ${money(stated)}`,
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
    message:
      `the XML inside has ${priced.length} lines, of ${money(priced[0]?.amount ?? 0)} and so on; ` +
      'the pages print none of their amounts',
  }
}

/** As pages print it, in groups or without; what follows it on the line may be of its form. */
const PRINTED_IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}/g

function ibansOn(facts: Facts): string[] {
  const found = Array.from(textOf(facts).toUpperCase().matchAll(PRINTED_IBAN), ([printed]) => fold(printed))
  return found.flatMap((plain) => {
    const length = IBAN_LENGTHS[plain.slice(0, 2)]
    const iban = plain.slice(0, length)
    return length !== undefined && passesMod97(iban) ? [iban] : []
  })
}

/** Whose account it is to be paid to: pages and XML that name different ones divert a payment. */
function ibanOf(facts: Facts, { ibans }: EInvoice): Disagreement | undefined {
  const stated = ibans.map(fold).filter((iban) => passesMod97(iban))
  const printed = ibansOn(facts)
  const text = fold(textOf(facts))
  if (stated.length === 0 || printed.length === 0) return undefined
  if (stated.some((iban) => text.includes(iban))) return accountElsewhere(facts, stated)
  return {
    code: 'EINVOICE_IBAN',
    severity: 'high',
    fields: ['iban'],
    message:
      `the XML inside is paid to an account that ends in ${stated[0]?.slice(-4)}, ` +
      `the pages to ...${printed[0]?.slice(-4)}`,
  }
}

/** The XML's account is printed somewhere; firms with several banks print several, so that it says little by itself. */
function accountElsewhere(facts: Facts, stated: readonly string[]): Disagreement | undefined {
  const field = wellFound(facts, 'iban')
  if (!field || stated.includes(fold(String(field.value)))) return undefined
  return {
    code: 'EINVOICE_IBAN',
    severity: 'low',
    fields: ['iban'],
    message: `the XML inside is paid to ...${stated[0]?.slice(-4)}, which the page prints beside another account`,
  }
}

/** A letterhead may be a picture, so that a name that is not printed says little by itself. */
function sellerOf(facts: Facts, { seller }: EInvoice): Disagreement | undefined {
  const words = seller.names.flatMap((name) => (nameKey(name) ?? '').split(' ')).filter((word) => word.length >= 4)
  const text = nameKey(textOf(facts)) ?? ''
  if (words.length === 0 || words.some((word) => text.includes(word))) return undefined
  // A firm that trades under another name prints its tax number all the same.
  const numbered = seller.taxIds.map(fold).some((id) => id.length >= 6 && fold(textOf(facts)).includes(id))
  const named = facts.part.fields.vendor_name?.words.length
  return {
    code: 'EINVOICE_SELLER',
    severity: numbered || seller.taxIds.length === 0 || !named ? 'low' : 'medium',
    fields: ['vendor_name'],
    message: `the XML inside is from ${seller.names[0]}, whom the pages do not name`,
  }
}

const STATEMENTS = [numberOf, dateOf, ibanOf, totalOf, taxOf, linesOf, sellerOf]

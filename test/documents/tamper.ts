import { type PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import type { Chance } from './chance.ts'
import type { Specimen, Truth } from './specimen.ts'
import { editTexts, printings, show, withValue } from './tamper-content.ts'
import { altered, amountIn, coverWord, findAmount, findPlaces, openForChange, type Place } from './tamper-place.ts'
import { appendRevision, plainly } from './tamper-revision.ts'
import { sign } from './tamper-twins.ts'

/**
 * Something that forgers do to a document. Undefined where it cannot be done to this one: its fonts have codes of
 * their own, or it prints no value of the kind.
 */
export type Tampering = (specimen: Specimen, chance: Chance) => Promise<Specimen | undefined>

interface Edit {
  name: string
  bytes: Uint8Array
  codes: string[]
  /** What the document says now. */
  says?: Record<string, string | number>
}

function flagged({ truth, name }: Specimen, edit: Edit): Specimen {
  const fields = { ...truth.fields, ...edit.says }
  return {
    name: `${name}-${edit.name}`,
    bytes: edit.bytes,
    truth: { ...truth, fields, risk: 'flagged', codes: edit.codes },
  }
}

interface Target {
  field: string
  place: Place
}

/** An amount of some size that the page prints in one word; `wanted` narrows the fields. */
async function pickAmount(
  { bytes, truth }: Specimen,
  chance: Chance,
  wanted?: readonly string[],
): Promise<Target | undefined> {
  const names = Object.keys(truth.fields).filter((name) => {
    const value = truth.fields[name]
    return typeof value === 'number' && value >= 100 && (wanted?.includes(name) ?? true)
  })
  while (names.length > 0) {
    const [field = ''] = names.splice(chance.whole(0, names.length - 1), 1)
    const place = (await findAmount(bytes, truth.fields[field] as number))[0]
    if (place) return { field, place }
  }
  return undefined
}

/** The amount changed wherever the page prints it, in the operators themselves. */
function rewrite(pdf: PDFDocument, printed: string, now: string): number {
  return pdf.getPages().reduce((count, page) => {
    const edit = (text: string) => {
      const changed = withValue(text, printed, now)
      return changed === undefined ? undefined : show(changed)
    }
    return count + editTexts(pdf, page, edit)
  }, 0)
}

/** An amount edited by a program that saves changes behind the file. */
const editedLater: Tampering = async (specimen, chance) => {
  const target = await pickAmount(specimen, chance)
  if (!target) return undefined
  const now = altered(target.place.printed, chance)
  const editable = chance.happens(0.5)
  const bytes = await appendRevision(await plainly(specimen.bytes), async (pdf) => {
    if (editable && rewrite(pdf, target.place.printed, now) > 0) return
    await coverWord(pdf, target.place, now, chance.happens(0.7))
  })
  const says = { [target.field]: amountIn(now) }
  return flagged(specimen, { name: 'edited-later', bytes, codes: ['VALUE_REPLACED_AFTER_SAVING'], says })
}

/** A value painted over and typed anew, the whole file written afresh. */
const covered: Tampering = async (specimen, chance) => {
  const target = await pickAmount(specimen, chance)
  if (!target) return undefined
  const pdf = await openForChange(specimen.bytes)
  const now = altered(target.place.printed, chance)
  await coverWord(pdf, target.place, now, chance.happens(0.7))
  const says = { [target.field]: amountIn(now) }
  return flagged(specimen, { name: 'covered', bytes: await pdf.save(), codes: ['COVERED_AND_REPLACED'], says })
}

/** Digits of an amount set anew in a font that is nearly the same. */
const mixedFonts: Tampering = async (specimen, chance) => {
  const target = await pickAmount(specimen, chance)
  if (!target) return undefined
  const { printed, page: number, word } = target.place
  const pdf = await openForChange(specimen.bytes)
  const page = pdf.getPage(number)
  const font = await pdf.embedFont(/times/i.test(word.font) ? StandardFonts.Helvetica : StandardFonts.TimesRoman)
  const key = page.node.newFontDictionary('Forged', font.ref)
  const now = altered(printed, chance)
  const length = chance.whole(1, Math.max(1, printed.length - 4))
  const edited = editTexts(pdf, page, (text, usual) => {
    const at = withValue(text, printed, '\u0000')?.indexOf('\u0000')
    if (at === undefined) return undefined
    const [head, tail] = [text.slice(0, at), `${printed.slice(length)}${text.slice(at + printed.length)}`]
    const forged = `${key} ${word.size.toFixed(2)} Tf`
    return `${head ? show(head) : ''} ${forged} ${show(now.slice(0, length))} ${usual} ${show(tail)}`
  })
  if (edited === 0) return undefined
  const says = { [target.field]: amountIn(now.slice(0, length) + printed.slice(length)) }
  return flagged(specimen, {
    name: 'mixed-fonts',
    bytes: await pdf.save(),
    codes: ['MIXED_TYPE_WITHIN_NUMBER', 'MIXED_TYPE_WITHIN_VALUE'],
    says,
  })
}

interface Sum {
  /** All of them must be on the document for the sum to be one that a reader can check. */
  fields: readonly string[]
  /** Those that are changed. */
  changed: readonly string[]
  codes: string[]
}

const SUMS: Partial<Record<DocumentType, readonly Sum[]>> = {
  T4_TAX_SLIP: [
    {
      fields: ['tax_year', 'ei_premiums', 'ei_insurable_earnings'],
      changed: ['ei_premiums'],
      codes: ['T4_EI_PREMIUM', 'T4_EI_ABOVE_MAXIMUM'],
    },
  ],
  W2_TAX_SLIP: [
    {
      fields: ['social_security_wages', 'social_security_tax_withheld'],
      changed: ['social_security_tax_withheld'],
      codes: ['W2_SOCIAL_SECURITY_TAX'],
    },
    {
      fields: ['medicare_wages_and_tips', 'medicare_tax_withheld'],
      changed: ['medicare_tax_withheld'],
      codes: ['W2_MEDICARE_TAX'],
    },
  ],
  INVOICE: [
    { fields: ['subtotal', 'total_tax', 'invoice_total'], changed: ['invoice_total'], codes: ['INVOICE_TOTAL'] },
  ],
  RECEIPT: [{ fields: ['subtotal', 'total_tax', 'total'], changed: ['total'], codes: ['RECEIPT_TOTAL'] }],
  PAY_STUB: [
    {
      fields: ['gross_pay', 'total_deductions', 'net_pay'],
      changed: ['net_pay', 'gross_pay'],
      codes: ['PAY_STUB_NET'],
    },
  ],
  BANK_STATEMENT: [
    {
      fields: ['opening_balance', 'closing_balance', 'total_deposits', 'total_withdrawals'],
      changed: ['closing_balance', 'total_deposits'],
      codes: ['STATEMENT_BALANCE', 'STATEMENT_RUNNING_BALANCE'],
    },
  ],
  CREDIT_CARD_STATEMENT: [
    {
      fields: ['opening_balance', 'closing_balance', 'total_deposits', 'total_withdrawals'],
      changed: ['closing_balance'],
      codes: ['STATEMENT_BALANCE', 'STATEMENT_RUNNING_BALANCE'],
    },
  ],
}

/** A figure changed without its sum, in a file that keeps no trace of it. */
const brokenSum: Tampering = async (specimen, chance) => {
  const { truth } = specimen
  const sums = (SUMS[truth.document_type] ?? []).filter(({ fields }) => fields.every((name) => name in truth.fields))
  if (sums.length === 0) return undefined
  const sum = chance.pick(sums)
  const target = await pickAmount(specimen, chance, sum.changed)
  if (!target) return undefined
  const pdf = await openForChange(specimen.bytes)
  const now = altered(target.place.printed, chance)
  if (rewrite(pdf, target.place.printed, now) === 0) return undefined
  const was = truth.fields[target.field]
  const same = Object.keys(truth.fields).filter((name) => truth.fields[name] === was)
  const says = Object.fromEntries(same.map((name) => [name, amountIn(now)]))
  return flagged(specimen, { name: 'broken-sum', bytes: await pdf.save(), codes: sum.codes, says })
}

/** One transaction's amount changed, and no balance after it. */
const alteredRow: Tampering = async (specimen, chance) => {
  const rows = specimen.truth.tables?.transactions ?? []
  const amounts = rows.flatMap(({ deposit, withdrawal, balance }) => {
    const amount = deposit ?? withdrawal
    return typeof amount === 'number' && amount >= 100 && balance !== undefined ? [amount] : []
  })
  if (amounts.length === 0 || rows.length < 5) return undefined
  const amount = chance.pick(amounts)
  const places = await findAmount(specimen.bytes, amount)
  const place = places[0]
  if (!place || places.length > 1) return undefined
  const pdf = await openForChange(specimen.bytes)
  if (rewrite(pdf, place.printed, altered(place.printed, chance)) === 0) return undefined
  const bytes = await pdf.save()
  return flagged(specimen, { name: 'altered-row', bytes, codes: ['STATEMENT_RUNNING_BALANCE'] })
}

const DATES = ['letter_date', 'invoice_date', 'pay_date', 'statement_end_date', 'transaction_date', 'tax_year']
const NAMES = ['employee_name', 'recipient_name', 'account_holder_name', 'customer_name', 'student_name']
const OTHERS = ['Quillan', 'Berthe', 'Oswin', 'Maribel', 'Tancred', 'Yvaine']

/** The texts that print a date: its day, its year; of a name, its words. */
const wordsOf = (value: string) => value.split(/[\s-]+/).filter((word) => word.length >= 4)

/** A date or a name changed by a program that saves changes behind the file. */
function retyped(name: string, fields: readonly string[], other: (word: string, chance: Chance) => string): Tampering {
  return async (specimen, chance) => {
    const present = fields.filter((field) => typeof specimen.truth.fields[field] === 'string')
    if (present.length === 0) return undefined
    const places = await findPlaces(specimen.bytes, wordsOf(String(specimen.truth.fields[chance.pick(present)])))
    const place = places[0]
    if (!place) return undefined
    const bytes = await appendRevision(await plainly(specimen.bytes), (pdf) =>
      coverWord(pdf, place, other(place.printed, chance), true),
    )
    // What the fields say now depends on which word of them it was.
    const truth: Truth = { ...specimen.truth, fields: {} }
    return flagged({ ...specimen, truth }, { name, bytes, codes: ['VALUE_REPLACED_AFTER_SAVING'] })
  }
}

const redated = retyped('redated', DATES, (word) => word.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)))
const renamed = retyped('renamed', NAMES, (word, chance) => chance.pick(OTHERS.filter((name) => name !== word)))

/** An amount for programs to read, in the colour of the paper. */
const hidden: Tampering = async (specimen, chance) => {
  // On a page with next to nothing a few hidden words are most of its text, as they are on a scan.
  if (Object.keys(specimen.truth.fields).length < 3) return undefined
  const pdf = await openForChange(specimen.bytes)
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const amount = printings(chance.amount(20_000, 90_000))[0] as string
  const label = chance.pick(['Employment income', 'Net pay', 'Total', 'Closing balance'])
  pdf.getPage(0).drawText(`${label} ${amount}`, { x: 40, y: chance.whole(20, 30), size: 9, font, color: rgb(1, 1, 1) })
  return flagged(specimen, { name: 'hidden-text', bytes: await pdf.save(), codes: ['HIDDEN_AMOUNTS'] })
}

/** A signed document whose page says something else since. */
const changedAfterSigning: Tampering = async (specimen, chance) => {
  const target = await pickAmount(specimen, chance)
  if (!target) return undefined
  const now = altered(target.place.printed, chance)
  const signed = await sign(specimen.bytes, 'Odile Marchetti')
  const bytes = await appendRevision(signed, (pdf) => coverWord(pdf, target.place, now, true))
  const says = { [target.field]: amountIn(now) }
  return flagged(specimen, { name: 'changed-after-signing', bytes, codes: ['SIGNED_THEN_CHANGED'], says })
}

/** By name. */
export const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  editedLater,
  covered,
  mixedFonts,
  brokenSum,
  alteredRow,
  redated,
  renamed,
  hidden,
  changedAfterSigning,
}

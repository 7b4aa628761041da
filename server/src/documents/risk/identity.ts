import type { Severity } from '../model/findings.ts'
import { passesLuhn, passesMod97 } from '../values/checksums.ts'
import { IBAN_LENGTHS } from '../values/ids.ts'
import { isMasked, maskOf } from '../values/masked.ts'
import { claim } from './claim.ts'
import { type Rule, text } from './facts.ts'
import { vatCheckDigitsFail } from './vat-check.ts'

/** What is wrong with an id, for a person; undefined where nothing is. Gets letters and digits only, in capitals. */
type Check = (plain: string, printed: string) => string | undefined

/** A number of another length may be one that was cut by a line's end, or another number: it accuses nobody alone. */
const FORM = /^(?:has|is not|is no IBAN)/

interface IdRule {
  code: string
  fields: readonly string[]
  severity: Severity
  check: Check
}

const sin: Check = (plain) => {
  if (!/^\d{9}$/.test(plain)) return /^\d+$/.test(plain) ? `has ${plain.length} digits, not nine` : undefined
  if (/^(\d)\1{8}$/.test(plain)) return 'is one digit nine times'
  return passesLuhn(plain) ? undefined : 'fails its check digit'
}

/** No numbers begin with 0 or 8; those with 9 are temporary ones (Service Canada). */
const sinRange: Check = (plain) =>
  /^[08]\d{8}$/.test(plain) ? `begins with ${plain[0]}, which is not issued` : undefined

const businessNumber: Check = (plain) => {
  const parts = /^(\d{9})(R[A-Z])(\d{4})$/.exec(plain)
  if (!parts) return /^\d{9}$/.test(plain) && passesLuhn(plain) ? undefined : 'is not nine digits, RP and four digits'
  if (parts[2] !== 'RP') return `names the programme ${parts[2]}; payroll accounts have RP`
  return passesLuhn(parts[1] as string) ? undefined : 'fails its check digit'
}

/** Prefixes that the IRS has never assigned to a campus or to the internet. */
const UNASSIGNED_EIN = /^(00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/

const ein: Check = (plain) => {
  if (!/^\d{9}$/.test(plain)) return 'is not nine digits'
  return UNASSIGNED_EIN.test(plain) ? `begins with ${plain.slice(0, 2)}, which is not assigned` : undefined
}

/** Social Security Administration: never 000, 666 or 9xx, no group 00, no serial 0000. Numbers with 9 are ITINs. */
const ssn: Check = (plain) => {
  if (!/^\d{9}$/.test(plain)) return 'is not nine digits'
  if (/^(000|666)|^\d{3}00|0000$/.test(plain)) return 'is none that is issued'
  return undefined
}

/** A recipient's or payer's number is a person's or a firm's, and is written so that it can be told. */
const tin: Check = (plain, printed) => {
  if (/^\d{3}-\d{2}-\d{4}$/.test(printed.trim())) return ssn(plain, printed)
  return /^\d{2}-\d{7}$/.test(printed.trim()) ? ein(plain, printed) : undefined
}

const iban: Check = (plain) => {
  const length = IBAN_LENGTHS[plain.slice(0, 2)] ?? plain.length
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return 'is no IBAN by its form'
  if (plain.length !== length) return `has ${plain.length} characters, not ${length}`
  return passesMod97(plain) ? undefined : 'fails its check digits'
}

/** What is called an account's number may be one of any form; one that is as long as its country's IBANs is one. */
const accountIban: Check = (plain, printed) => {
  const length = IBAN_LENGTHS[plain.slice(0, 2)]
  const isOne = plain.length === length || plain.length + maskOf(printed).marks === length
  return isOne ? iban(plain, printed) : undefined
}

const vatId: Check = (plain) => (vatCheckDigitsFail(plain) ? 'fails its check digits' : undefined)

const IDS: readonly IdRule[] = [
  { code: 'SIN_INVALID', fields: ['social_insurance_number'], severity: 'medium', check: sin },
  { code: 'SIN_NOT_ISSUED', fields: ['social_insurance_number'], severity: 'low', check: sinRange },
  { code: 'BUSINESS_NUMBER_INVALID', fields: ['employer_account_number'], severity: 'medium', check: businessNumber },
  { code: 'EIN_INVALID', fields: ['employer_identification_number'], severity: 'medium', check: ein },
  { code: 'SSN_INVALID', fields: ['employee_ssn'], severity: 'medium', check: ssn },
  { code: 'TIN_INVALID', fields: ['recipient_tin', 'payer_tin'], severity: 'medium', check: tin },
  { code: 'IBAN_INVALID', fields: ['iban'], severity: 'medium', check: iban },
  { code: 'IBAN_INVALID', fields: ['account_number'], severity: 'medium', check: accountIban },
  // Samples and templates carry invented numbers, so that this one says nothing of who made it.
  { code: 'VAT_ID_INVALID', fields: ['vendor_tax_id', 'customer_tax_id'], severity: 'info', check: vatId },
]

/** Numbers that every guide and sample prints. */
const SAMPLES = new Set(['123456789', '000000000', '078051120', '219099999', '987654321', '111111111', '999999999'])

const idRule =
  ({ code, fields, severity, check }: IdRule): Rule =>
  (facts) =>
    fields.flatMap((name) => {
      const printed = text(facts, name)
      if (printed === undefined || isMasked(printed)) return []
      const plain = printed.toUpperCase().replace(/[^A-Z0-9]/g, '')
      const fault = check(plain, printed)
      if (fault === undefined) return []
      const sample = SAMPLES.has(plain.replace(/\D/g, '').slice(0, 9))
      return claim(facts, {
        code,
        family: 'identity',
        severity: sample && severity !== 'info' ? 'low' : severity,
        proof: !sample && severity === 'medium' && !FORM.test(fault),
        delicate: true,
        message: `${name.replaceAll('_', ' ')} ${sample ? 'is a number that samples print; it ' : ''}${fault}`,
        fields: [name],
      })
    })

export const IDENTITY: readonly Rule[] = IDS.map(idRule)

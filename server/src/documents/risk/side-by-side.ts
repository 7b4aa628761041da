import type { DocumentType } from '@mkt/schemas'
import type { Severity } from '../model/findings.ts'
import { idKey, nameKey } from './subjects.ts'

/** A document of the same owner that was analysed before, as stored. */
export interface EarlierDocument {
  document_id: string
  type: DocumentType
  /** ISO 8601. */
  created_at: string
  sha256: string
  /** Values of its first slip, by field name. */
  fields: Record<string, string | number>
}

/** What one earlier document says against it. */
export interface Contradiction {
  code: string
  severity: Severity
  proof?: boolean
  message: string
  fields: string[]
}

/** Two documents side by side: the one examined as plain values, and an earlier one. */
export interface Pair {
  type: DocumentType
  sha256: string
  fields: Readonly<Record<string, string | number>>
  earlier: EarlierDocument
  /** All earlier ones, where a rule must know what lies between. */
  others: readonly EarlierDocument[]
}

export type CrossRule = (pair: Pair) => Contradiction | undefined

type Values = Readonly<Record<string, string | number>>

export function textIn(fields: Values, name: string): string | undefined {
  return typeof fields[name] === 'string' ? fields[name] : undefined
}

export function numberIn(fields: Values, name: string): number | undefined {
  return typeof fields[name] === 'number' ? fields[name] : undefined
}

export const PERSON = ['employee_name', 'recipient_name', 'account_holder_name', 'student_name']
export const PERSON_ID = ['social_insurance_number', 'employee_ssn', 'recipient_tin']
export const EMPLOYER = ['employer_name', 'payer_name']
export const EMPLOYER_ID = ['employer_account_number', 'employer_identification_number', 'payer_tin']
export const VENDOR = ['vendor_name', 'merchant_name']
export const VENDOR_ID = ['vendor_tax_id']

export interface Named {
  field: string
  value: string
}

/** The first of the named fields that a document has. */
export function first(fields: Values, names: readonly string[]): Named | undefined {
  const field = names.find((name) => textIn(fields, name) !== undefined)
  return field === undefined ? undefined : { field, value: textIn(fields, field) as string }
}

export const sameId = (a: string, b: string) => idKey(a) !== undefined && idKey(a) === idKey(b)
export const sameName = (a: string, b: string) => nameKey(a) === nameKey(b)

function matches(a: Values, b: Values, ids: readonly string[], names: readonly string[]): boolean {
  const [id, otherId, name, other] = [first(a, ids), first(b, ids), first(a, names), first(b, names)]
  if (id && otherId && sameId(id.value, otherId.value)) return true
  return name !== undefined && other !== undefined && sameName(name.value, other.value)
}
export const sameEmployer = (a: Values, b: Values) => matches(a, b, EMPLOYER_ID, EMPLOYER)
export const samePerson = (a: Values, b: Values) => matches(a, b, PERSON_ID, PERSON)
export const sameVendor = (a: Values, b: Values) => matches(a, b, VENDOR_ID, VENDOR)

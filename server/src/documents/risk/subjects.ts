import type { DocumentPart, Fields } from '../model/findings.ts'
import { isMasked } from '../values/masked.ts'

export type SubjectKind = 'person_id' | 'person' | 'employer_id' | 'employer' | 'account' | 'vendor_id' | 'vendor'

/** A normalised key of whom or what a document concerns: two documents with one in common may be compared. */
export interface Subject {
  kind: SubjectKind
  value: string
}

const SOURCES: Record<SubjectKind, readonly string[]> = {
  person_id: ['social_insurance_number', 'employee_ssn', 'recipient_tin'],
  person: ['employee_name', 'recipient_name', 'account_holder_name', 'student_name'],
  employer_id: ['employer_account_number', 'employer_identification_number', 'payer_tin'],
  employer: ['employer_name', 'payer_name', 'institution_name', 'trust_name'],
  account: ['account_number', 'iban'],
  vendor_id: ['vendor_tax_id'],
  vendor: ['vendor_name', 'merchant_name'],
}

const NAMED = new Set<SubjectKind>(['person', 'employer', 'vendor'])

/** The subjects of a file, each once. Masked ids and ids under six characters point at nobody and are left out. */
export function subjectsOf(parts: readonly Pick<DocumentPart, 'fields'>[]): Subject[] {
  const found = new Map<string, Subject>()
  for (const { fields } of parts) {
    for (const subject of subjectsIn(fields)) found.set(`${subject.kind}:${subject.value}`, subject)
  }
  return [...found.values()]
}

function subjectsIn(fields: Fields): Subject[] {
  return (Object.keys(SOURCES) as SubjectKind[]).flatMap((kind) =>
    SOURCES[kind].flatMap((name) => {
      const text = fields[name] && String(fields[name].value)
      const value = text && (NAMED.has(kind) ? nameKey(text) : idKey(text))
      return value ? [{ kind, value }] : []
    }),
  )
}

/** An id without blanks and punctuation, in capitals; undefined where it is masked or too short to tell. */
export function idKey(text: string): string | undefined {
  if (isMasked(text)) return undefined
  const key = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return key.length >= 6 ? key : undefined
}

/** Words that say what a company is, not which one. */
const LEGAL = new Set(
  (
    'inc incorporated corp corporation co company ltd limited llc llp plc lp gmbh ag kg ug sa sas sarl srl spa bv nv ' +
    'oy ab as ltee the and et und'
  ).split(' '),
)
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'mme', 'herr', 'frau'])

/** A name without accents, case, punctuation, titles, legal forms and the order of its words. */
export function nameKey(text: string): string | undefined {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !LEGAL.has(word) && !TITLES.has(word))
  return words.length > 0 ? words.toSorted().join(' ') : undefined
}

import type { DocumentPart, Field, Flag } from '../model/findings.ts'
import { certaintyOf } from './claim.ts'
import { money } from './facts.ts'
import { idKey, nameKey } from './subjects.ts'

/** What two slips must share to be copies of one: who, by whom, when. */
const SAME: readonly (readonly string[])[] = [
  ['social_insurance_number', 'employee_ssn', 'recipient_tin', 'employee_name', 'recipient_name'],
  ['employer_account_number', 'employer_identification_number', 'payer_tin', 'employer_name', 'payer_name'],
]
/** Copies share this many amounts at least; a second slip of the same employer has other ones. */
const SHARED_AMOUNTS = 3
/** More differences than this are two slips, not two copies. */
const MOST_DIFFERENT = 2

/** Copies of one slip in a file (for the employee, for the state ...) that say different amounts. Pure. */
export function compareCopies(parts: readonly DocumentPart[]): Flag[] {
  return parts.flatMap((part, index) =>
    parts
      .slice(0, index)
      .filter((other) => areCopies(part, other))
      .flatMap((other) => differences(other, part)),
  )
}

function areCopies(a: DocumentPart, b: DocumentPart): boolean {
  const key = (part: DocumentPart, name: string) => {
    const value = part.fields[name]?.value
    return typeof value === 'string' ? (idKey(value) ?? nameKey(value)) : undefined
  }
  const same = (names: readonly string[]) =>
    names.some((name) => key(a, name) !== undefined && key(a, name) === key(b, name))
  return (
    a.type === b.type &&
    a.type.endsWith('_TAX_SLIP') &&
    a.fields.tax_year?.value === b.fields.tax_year?.value &&
    SAME.every(same)
  )
}

function differences(first: DocumentPart, second: DocumentPart): Flag[] {
  const names = Object.keys(first.fields).filter(
    (name) => typeof first.fields[name]?.value === 'number' && second.fields[name],
  )
  const unlike = names.filter((name) => first.fields[name]?.value !== second.fields[name]?.value)
  if (unlike.length === 0 || unlike.length > MOST_DIFFERENT || names.length - unlike.length < SHARED_AMOUNTS) return []
  const fields = unlike.flatMap((name) => [first.fields[name] as Field, second.fields[name] as Field])
  const sure = certaintyOf(fields) === 'sure'
  const said = unlike.map(
    (name) =>
      `${name.replaceAll('_', ' ')} ${money(Number(first.fields[name]?.value))} and ${money(Number(second.fields[name]?.value))}`,
  )
  return [
    {
      code: 'COPIES_DISAGREE',
      severity: sure ? 'high' : 'low',
      family: 'consistency',
      message: `two copies of the slip say ${said.join(', ')}`,
      fields: unlike,
      evidence: fields.map(({ page, box }) => ({ page, bbox: box })),
      proof: sure,
    },
  ]
}

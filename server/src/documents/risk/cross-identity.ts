import { isMasked } from '../values/masked.ts'
import {
  type CrossRule,
  EMPLOYER,
  EMPLOYER_ID,
  first,
  type Named,
  type Pair,
  PERSON,
  PERSON_ID,
  sameId,
  sameName,
  sameVendor,
  textIn,
  VENDOR,
  VENDOR_ID,
} from './side-by-side.ts'
import { nameKey } from './subjects.ts'

/** An id that changed, or a name that did, while the other of the two stayed. */
function idsAgainstNames(code: string, ids: readonly string[], names: readonly string[], who: string): CrossRule[] {
  const both = ({ fields, earlier }: Pair) => {
    const found = [first(fields, ids), first(earlier.fields, ids), first(fields, names), first(earlier.fields, names)]
    return found.every((one) => one !== undefined) ? (found as [Named, Named, Named, Named]) : undefined
  }
  const idChanged: CrossRule = (pair) => {
    const found = both(pair)
    if (!found || found[0].field !== found[1].field || [found[0], found[1]].some(({ value }) => isMasked(value)))
      return undefined
    const [id, before, name, named] = found
    if (!sameName(name.value, named.value) || sameId(id.value, before.value)) return undefined
    return {
      code: `${code}_ID_CHANGED`,
      severity: 'medium',
      message: `${who} ${name.value} had another number (${masked(before.value)}, now ${masked(id.value)})`,
      fields: [id.field, name.field],
    }
  }
  const nameChanged: CrossRule = (pair) => {
    const found = both(pair)
    if (!found || !sameId(found[0].value, found[1].value) || sameName(found[2].value, found[3].value)) return undefined
    const [, , name, before] = found
    const close = isRespelling(name.value, before.value)
    return {
      code: `${code}_NAME_CHANGED`,
      severity: close ? 'low' : 'medium',
      message: `${who} was "${before.value}" under the same number, now "${name.value}"`,
      fields: [name.field],
    }
  }
  return [idChanged, nameChanged]
}

const masked = (id: string) => `...${id.slice(-3)}`

/** One name's words are among the other's, or begin like them: initials, middle names, a shortened company. */
function isRespelling(a: string, b: string): boolean {
  const [one, other] = [a, b]
    .map((name) => (nameKey(name) ?? '').split(' '))
    .toSorted((x, y) => x.length - y.length) as [string[], string[]]
  return one.every((word) => other.some((longer) => longer.startsWith(word) || word.startsWith(longer)))
}

/** Accounts change seldom; a vendor's new account is what payment fraud looks like. */
const ibanChanged: CrossRule = ({ fields, earlier }) => {
  const [now, before] = [textIn(fields, 'iban'), textIn(earlier.fields, 'iban')]
  if (
    !now ||
    !before ||
    isMasked(now) ||
    isMasked(before) ||
    sameId(now, before) ||
    !sameVendor(fields, earlier.fields)
  )
    return undefined
  return {
    code: 'VENDOR_ACCOUNT_CHANGED',
    severity: 'medium',
    proof: true,
    message: `is to be paid to ${masked(now)}, earlier ones to ${masked(before)}`,
    fields: ['iban', 'vendor_name'],
  }
}

export const CROSS_IDENTITY: readonly CrossRule[] = [
  ...idsAgainstNames('PERSON', PERSON_ID, PERSON, 'the person'),
  ...idsAgainstNames('EMPLOYER', EMPLOYER_ID, EMPLOYER, 'the employer'),
  ...idsAgainstNames('VENDOR', VENDOR_ID, VENDOR, 'the vendor'),
  ibanChanged,
]

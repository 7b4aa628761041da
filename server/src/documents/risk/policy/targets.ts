import { FIELDS, type ValueKind } from '@mkt/schemas'
import { area, shared } from '../../model/box.ts'
import type { DocumentPart, Evidence, Field, Flag, Target } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import type { Reading } from '../../model/reading.ts'
import { WITH_CENTS } from '../../values/amount.ts'

const NAME = /_name$/
/** Numbers that say whose money it is, and who somebody is before the law. */
const ACCOUNT =
  /iban|account_number|routing|bic|_ssn$|_tin$|social_insurance|_identification_number|_tax_id$|tax_number/

/** A file made to hurt has a flag at each of its million words; no honest one has as many as this. */
const MOST_LOOKED_AT = 200

/** What each flag was found at: the fields that it names, else what stands within its evidence. Pure. */
export function placed(flags: readonly Flag[], { pages }: Reading, parts: readonly DocumentPart[]): Flag[] {
  if (flags.length === 0) return []
  const amounts = new Map(
    pages.map(({ page }) => [page.number, page.words.filter(({ text }) => WITH_CENTS.test(text))]),
  )
  return flags.map((flag, index) => {
    const evidence = index < MOST_LOOKED_AT ? flag.evidence : []
    const named = flag.fields.length > 0 ? flag.fields : fieldsAt(evidence, parts)
    const over = evidence.some(({ page, bbox }) => amounts.get(page)?.some((word) => within(word, bbox)))
    const targets: Target[] = [...named.map(targetOf), ...(over ? (['amount'] as const) : [])]
    return { ...flag, at: targets.length > 0 ? [...new Set(targets)] : ['other'] }
  })
}

/** The kind of value that a field of this name holds. */
export function targetOf(name: string): Target {
  const kind = KINDS.get(name)
  if (kind === 'amount') return 'amount'
  if (kind === 'date' || kind === 'year') return 'date'
  if (NAME.test(name)) return 'name'
  return ACCOUNT.test(name) ? 'account' : 'other'
}

const KINDS = new Map<string, ValueKind>(Object.values(FIELDS).flatMap((names) => Object.entries(names)))

function fieldsAt(evidence: readonly Evidence[], parts: readonly DocumentPart[]): string[] {
  return parts.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (evidence.some((at) => meets(at, field)) ? [name] : [])),
  )
}

const meets = ({ page, bbox }: Evidence, field: Field) =>
  page === field.page && field.words.some((word) => within(word, bbox))

const within = ({ box }: Word, place: Evidence['bbox']) => shared(box, place) > 0.5 * Math.min(area(box), area(place))

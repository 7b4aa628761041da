import type { DocumentPart, Flag } from '../model/findings.ts'
import { CROSS_ACCOUNT } from './cross-account.ts'
import { CROSS_IDENTITY } from './cross-identity.ts'
import { CROSS_INCOME } from './cross-income.ts'
import { RESUBMISSION } from './cross-resubmission.ts'
import { targetOf } from './policy/targets.ts'
import type { Contradiction, EarlierDocument } from './side-by-side.ts'

export type { EarlierDocument } from './side-by-side.ts'

const CROSS_RULES = [...RESUBMISSION, ...CROSS_IDENTITY, ...CROSS_INCOME, ...CROSS_ACCOUNT]

/** The document under examination: its first part and the file's hash. */
export interface ExaminedDocument {
  sha256: string
  part: DocumentPart
}

/** What the document says against the owner's earlier ones. Pure; `earlier` in any order. */
export function crossValidate(document: ExaminedDocument, earlier: readonly EarlierDocument[]): Flag[] {
  const { part, sha256 } = document
  const fields = Object.fromEntries(Object.entries(part.fields).map(([name, { value }]) => [name, value]))
  const newestFirst = earlier.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  return CROSS_RULES.flatMap((rule) => {
    const found = newestFirst.flatMap((other) => {
      const said = rule({ type: part.type, sha256, fields, earlier: other, others: earlier })
      return said ? [{ said, other }] : []
    })
    // One flag a rule: the newest document stands for all that say the same.
    const [first] = found
    return first ? [flagOf(part, first.said, first.other, found.length)] : []
  })
}

function flagOf(part: DocumentPart, said: Contradiction, other: EarlierDocument, count: number): Flag {
  const fields = said.fields.filter((name) => part.fields[name])
  return {
    code: said.code,
    severity: said.severity,
    family: 'cross_document',
    message: `${said.message} (${other.document_id}${count > 1 ? ` and ${count - 1} more` : ''})`,
    fields,
    evidence: fields.flatMap((name) => {
      const field = part.fields[name]
      return field ? [{ page: field.page, bbox: field.box }] : []
    }),
    proof: said.proof === true,
    at: fields.map(targetOf),
  }
}

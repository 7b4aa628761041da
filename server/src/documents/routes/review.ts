import { type Correction, type DocumentReview, documents as endpoints, ownType, type ValueKind } from '@mkt/schemas'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { listTopic } from '../../bus/bus.ts'
import type { Guard } from '../../http/guard.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { DocumentCorrectionsTable, DocumentsTable } from '../../storage/document-tables.ts'
import type { Documents } from '../deps.ts'
import type { Slips } from '../export/stored-analysis.ts'
import { madeAside } from '../export/stored-aside.ts'
import { checkCorrection, readAt } from '../review/correct.ts'
import { documentOf, lockDocument, noSuchDocument } from '../store/document-store.ts'
import { changeMarks, correctionsOf, putCorrection, removeCorrection } from '../store/review-store.ts'
import { typeNamed } from '../store/type-store.ts'

/** What people make of a document, beside what was read of it. */
export function reviewRoutes(
  guard: Guard,
  { database, clock, bus }: Pick<Documents, 'database' | 'clock' | 'bus'>,
): void {
  /** Does something to an own document in one transaction and answers its review, whose slips may be known already. */
  const change = async (
    { user_id, document_id, slips }: { user_id: string; document_id: string; slips?: Slips },
    act: (tx: Tx, row: DocumentsTable) => Promise<void>,
  ) => {
    const reviewed = await database.transaction(async (tx) => {
      // Held: of two changes at once the later one sees the earlier, and none is left beside an erased document.
      await act(tx, found(await lockDocument(tx, user_id, document_id)))
      tx.onCommit(() => bus.publish(listTopic(user_id, 'documents')))
      return await reviewedIn(tx, user_id, document_id)
    })
    return await reviewOf(reviewed, slips)
  }
  guard.route(endpoints.getReview, async ({ params: { document_id } }, { user }) =>
    reviewOf(await reviewedIn(database, user.user_id, document_id)),
  )
  guard.route(endpoints.changeReview, ({ params: { document_id }, body }, { user }) =>
    change({ user_id: user.user_id, document_id }, async (tx, row) => {
      const { label = row.label, reference = row.reference, looked_at } = body
      const looked = looked_at ? { looked_at: clock.now(), looked_by: user.username } : NOT_LOOKED
      await changeMarks(tx, row, { label, reference, ...(looked_at === undefined ? lookOf(row) : looked) })
    }),
  )
  guard.route(endpoints.correctField, async ({ params: { document_id, field }, body: { slip, value } }, { user }) => {
    const { user_id, username } = user
    // What was read stays as it is, so that it is held against the correction before anything waits for its end.
    const slips = await slipsOf(await ownOf(database, user_id, document_id))
    checkCorrection({ slips, slip, field, value, declared: await declaredIn(database, user_id, slips[slip - 1]?.type) })
    return await change({ user_id, document_id, slips }, async (tx) => {
      const said = { slip, field, value_json: JSON.stringify(value) }
      await putCorrection(tx, { document_id, user_id, ...said, corrected_at: clock.now(), corrected_by: username })
    })
  })
  guard.route(endpoints.uncorrectField, ({ params: { document_id, field }, query: { slip } }, { user }) =>
    change({ user_id: user.user_id, document_id }, async (tx, { user_id }) => {
      if (!(await removeCorrection(tx, { document_id, user_id, slip, field })))
        throw new DomainError('not_found', 'This value has no correction.')
    }),
  )
}

const NOT_LOOKED = { looked_at: null, looked_by: null }
const lookOf = ({ looked_at, looked_by }: DocumentsTable) => ({ looked_at, looked_by })

async function ownOf(reader: Reader, user_id: string, document_id: string): Promise<DocumentsTable> {
  return found(await documentOf(reader, user_id, document_id))
}

function found(row: DocumentsTable | undefined): DocumentsTable {
  if (!row) throw noSuchDocument()
  return row
}

/** The kinds of the fields of an owner's type; undefined of any other, and of one that was deleted since. */
async function declaredIn(reader: Reader, user_id: string, name = ''): Promise<Record<string, ValueKind> | undefined> {
  const row = await typeNamed(reader, { user_id, name })
  if (!row) return undefined
  const { fields } = ownType.parse(JSON.parse(row.definition_json))
  return Object.fromEntries(fields.map((field) => [field.name, field.kind]))
}

const slipsOf = ({ detail_json }: DocumentsTable) => madeAside('slips', detail_json)

interface Reviewed {
  row: DocumentsTable
  corrections: DocumentCorrectionsTable[]
}

async function reviewedIn(reader: Reader, user_id: string, document_id: string): Promise<Reviewed> {
  const row = await ownOf(reader, user_id, document_id)
  return { row, corrections: await correctionsOf(reader, row) }
}

async function reviewOf({ row, corrections }: Reviewed, known?: Slips): Promise<DocumentReview> {
  const slips = corrections.length > 0 ? (known ?? (await slipsOf(row))) : []
  const { file_name, label, reference, looked_at, looked_by } = row
  return {
    file_name,
    label,
    reference,
    looked_at: looked_at === null ? null : isoTime(looked_at),
    looked_by,
    corrections: corrections.map((correction) => correctionOf(correction, slips)),
  }
}

function correctionOf(row: DocumentCorrectionsTable, slips: Slips): Correction {
  const { slip, field, value_json, corrected_at, corrected_by } = row
  const value = JSON.parse(value_json) as Correction['value']
  return { slip, field, value, read: readAt(slips, slip, field), corrected_at: isoTime(corrected_at), corrected_by }
}

import { documents as endpoints, ownType } from '@mkt/schemas'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import type { DocumentTypesTable } from '../../storage/document-tables.ts'
import type { Documents } from '../deps.ts'
import { declareType } from '../kinds/own-kinds.ts'
import { tryKind } from '../kinds/try-kind.ts'
import { deleteType, typeNamed, typesOf } from '../store/type-store.ts'

/** Types of documents that their owners declare. */
export function typeRoutes(guard: Guard, documents: Documents): void {
  const { database } = documents
  guard.route(endpoints.declareType, async ({ body }, { user }) => {
    const created_at = await declareType(documents, user.user_id, body)
    return { ...body, created_at: isoTime(created_at) }
  })
  guard.route(endpoints.tryType, async ({ body }, { user, gone }) => {
    const { type, document_ids: documentIds } = body
    return { results: await tryKind(documents, { userId: user.user_id, type, documentIds, gone }) }
  })
  guard.route(endpoints.listTypes, async (_input, { user }) => ({
    types: (await typesOf(database, user.user_id)).map(describe),
  }))
  guard.route(endpoints.getType, async ({ params: { name } }, { user }) => {
    const row = await typeNamed(database, { user_id: user.user_id, name })
    if (!row) throw noSuchType()
    return describe(row)
  })
  guard.route(endpoints.deleteType, async ({ params: { name } }, { user }) => {
    const own = { user_id: user.user_id, name }
    if (!(await database.transaction((tx) => deleteType(tx, own)))) throw noSuchType()
    return null
  })
}

const describe = ({ definition_json, created_at }: DocumentTypesTable) => ({
  ...ownType.parse(JSON.parse(definition_json)),
  created_at: isoTime(created_at),
})

const noSuchType = () => new DomainError('not_found', 'You have declared no such type.')

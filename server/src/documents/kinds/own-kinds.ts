import { type OwnType, ownType } from '@mkt/schemas'
import { lockUser } from '../../accounts/user-store.ts'
import { DomainError } from '../../base/errors.ts'
import type { Reader } from '../../storage/database.ts'
import type { Documents } from '../deps.ts'
import type { OwnKind } from '../extract/papers/own-kind.ts'
import { countTypes, putType, typeNamed, typesOf } from '../store/type-store.ts'

/** So many does one owner declare: each is looked for in each document. */
const MOST_TYPES = 50

/** A type as its papers are read by: what it is called is one of their titles. */
export function kindOf({ name, titles, fields, tables }: OwnType): OwnKind {
  return { name, titles: [...new Set([...titles, name.replaceAll('_', ' ')])], fields, tables }
}

/** The kinds that a user has declared. */
export async function ownKinds(reader: Reader, userId: string): Promise<OwnKind[]> {
  const rows = await typesOf(reader, userId)
  return rows.map(({ definition_json }) => kindOf(ownType.parse(JSON.parse(definition_json))))
}

/** Keeps a type; another one of the name is replaced. Errors: invalid_request where there are too many. */
export async function declareType(
  { database, clock }: Pick<Documents, 'database' | 'clock'>,
  userId: string,
  type: OwnType,
): Promise<number> {
  return await database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || user.deleted_at !== null) throw new DomainError('unauthorized', 'The account has ended meanwhile.')
    const known = await typeNamed(tx, { user_id: userId, name: type.name })
    if (!known && (await countTypes(tx, userId)) >= MOST_TYPES) throw tooMany()
    const created_at = known?.created_at ?? clock.now()
    const definition_json = JSON.stringify(type)
    await putType(tx, { user_id: userId, name: type.name, definition_json, created_at })
    return created_at
  })
}

function tooMany(): DomainError {
  const message = `you have ${MOST_TYPES} types, the most: delete one first`
  return new DomainError('invalid_request', 'The type is not kept.', { details: [{ path: 'body', message }] })
}

import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

/** What a list is narrowed by; times are wall ms. */
export interface DocumentFilter {
  user_id: string
  document_type?: string | undefined
  risk_level?: string | undefined
  /** From this moment on. */
  from?: number | undefined
  /** Before this moment. */
  to?: number | undefined
  /** In the file name, the label or the reference, whatever the case. */
  text?: string | undefined
  looked_at?: 'yes' | 'no' | undefined
  doubtful?: 'yes' | undefined
}

// One statement serves all filters: what does not narrow is '', or all of time.
type Bound = Required<{ [K in Exclude<keyof DocumentFilter, 'from' | 'to'>]: string }> & { from: number; to: number }

const SUMMARY = [
  ...(['document_id', 'document_type', 'created_at', 'risk_level', 'risk_score'] as const),
  ...(['file_name', 'label', 'reference', 'looked_at', 'doubts'] as const),
] as const

type Name = (name: keyof Bound) => string

function narrowed(p: Name): RawBuilder<boolean> {
  const free = (name: keyof Bound) => sql`${p(name)} = ''`
  return sql<boolean>`(
    (${free('document_type')} or document_type = ${p('document_type')})
    and (${free('risk_level')} or risk_level = ${p('risk_level')})
    and created_at >= ${p('from')} and created_at < ${p('to')}
    and (${free('text')} or lower(file_name) like ${p('text')} escape '!'
      or lower(label) like ${p('text')} escape '!' or lower(reference) like ${p('text')} escape '!')
    and (${free('looked_at')} or (looked_at is null) = (${p('looked_at')} = 'no'))
    and (${free('doubtful')} or doubts > 0 or risk_level <> 'LOW')
  )`
}

// Ids sort by time, so pages go by the index documents_of_user.
const page = statement<Bound & { limit: number; offset: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .select(SUMMARY)
    .where('user_id', '=', p('user_id'))
    .where(narrowed(p as Name))
    .orderBy('document_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const count = statement<Bound>()((q, p) =>
  q
    .selectFrom('documents')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', p('user_id'))
    .where(narrowed(p as Name)),
)
// What most lists ask for is counted in an index.
const countAll = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('documents')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', p('user_id')),
)

/** Further than any clock. */
const EVER = Number.MAX_SAFE_INTEGER
const LIKE_SIGNS = /[!%_]/g

function bound(filter: DocumentFilter): Bound {
  const { document_type = '', risk_level = '', from = 0, to = EVER, text, looked_at = '', doubtful = '' } = filter
  const pattern = text === undefined ? '' : `%${text.toLowerCase().replace(LIKE_SIGNS, '!$&')}%`
  return { user_id: filter.user_id, document_type, risk_level, from, to, text: pattern, looked_at, doubtful }
}

/** Newest first. */
export const documentPage = (reader: Reader, filter: DocumentFilter, limit: number, offset: number) =>
  reader.all(page, { ...bound(filter), limit, offset })
export type SummaryRow = Awaited<ReturnType<typeof documentPage>>[number]

export async function documentCount(reader: Reader, { user_id, ...filter }: DocumentFilter): Promise<number> {
  const narrows = Object.values(filter).some((value) => value !== undefined)
  const row = await (narrows ? reader.get(count, bound({ user_id, ...filter })) : reader.get(countAll, { user_id }))
  return row?.total ?? 0
}

import { once } from 'node:events'
import { Readable } from 'node:stream'
import { type documentSummary, documentType, documents as endpoints, XLSX } from '@mkt/schemas'
import type { Context } from 'koa'
import type { z } from 'zod'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { listTopic } from '../../bus/bus.ts'
import { type Guard, JsonText } from '../../http/guard.ts'
import { endOf, withEnd } from '../answer/with-end.ts'
import type { Documents } from '../deps.ts'
import { madeAside } from '../export/stored-aside.ts'
import { fileKind, MEDIA_TYPES } from '../intake/file-kind.ts'
import { readReport } from '../read-report.ts'
import { readThumbnail } from '../read-thumbnail.ts'
import { documentCount, documentPage, type SummaryRow } from '../store/document-list-store.ts'
import { documentOf, noSuchDocument } from '../store/document-store.ts'
import { typeNamed } from '../store/type-store.ts'

/** What a user has: the list, an analysis, its report, its end. */
export function documentRoutes(guard: Guard, documents: Documents): void {
  const { database, archive, blobs, bus, retentionDays } = documents
  const find = async (userId: string, documentId: string) => {
    const row = await documentOf(database, userId, documentId)
    if (!row) throw noSuchDocument()
    return row
  }
  // Types of one's own have any name: one that nobody has declared is a mistake, and no empty list.
  const demandType = async (user_id: string, name: string | undefined) => {
    if (name === undefined || documentType.safeParse(name).success) return
    if (!(await typeNamed(database, { user_id, name }))) throw unknownType(name)
  }
  guard.route(endpoints.listDocuments, async ({ query }, { user }) => {
    const { page, limit, detail, ...asked } = query
    await demandType(user.user_id, asked.document_type)
    const filter = { user_id: user.user_id, ...filterOf(asked) }
    const rows = await documentPage(database, filter, limit, (page - 1) * limit)
    return {
      documents: rows.map((row) => ({
        ...summaryOf(row, detail === 'full'),
        ...(detail ? { erased_after: endOf(row.created_at, retentionDays) } : {}),
      })),
      pagination: { page, limit, total: await documentCount(database, filter) },
    }
  })
  guard.route(endpoints.getDocument, async ({ params, query }, { user }) => {
    const row = await find(user.user_id, params.document_id)
    return new JsonText(withEnd(query.detail ? row.detail_json : row.analysis_json, row.created_at, retentionDays))
  })
  guard.raw(endpoints.getReport, async ({ params }, { user, ctx, gone }) => {
    const row = await find(user.user_id, params.document_id)
    // The router answers HEAD by this too, and nobody would see what is drawn for it.
    const file = ctx.method === 'HEAD' ? Readable.from([]) : await readReport(documents, row, gone)
    sendFile(ctx, file, 'application/pdf', dispositionOf(row, '-annotated.pdf'))
  })
  guard.raw(endpoints.getThumbnail, async ({ params }, { user, ctx, gone }) => {
    const row = await find(user.user_id, params.document_id)
    const picture = ctx.method === 'HEAD' ? Buffer.alloc(0) : await readThumbnail(documents, row, gone)
    sendFile(ctx, picture, 'image/webp', dispositionOf(row, '.webp'))
  })
  guard.raw(endpoints.getWorkbook, async ({ params }, { user, ctx }) => {
    const row = await find(user.user_id, params.document_id)
    const file = Buffer.from(await madeAside('workbook', row.detail_json))
    sendFile(ctx, file, XLSX, dispositionOf(row, '.xlsx').replace(/^inline/, 'attachment'))
  })
  guard.raw(endpoints.getOriginal, async ({ params }, { user, ctx }) => {
    const row = await find(user.user_id, params.document_id)
    const file = await blobs.read(row.document_id, 'original.pdf')
    // Its bytes say what it is, as they did when it came.
    const kind = fileKind(await startOf(file)) ?? 'pdf'
    sendFile(ctx, file, MEDIA_TYPES[kind], dispositionOf(row, `.${kind}`))
  })
  guard.route(endpoints.deleteDocument, async ({ params }, { user }) => {
    if (!(await archive.erase(user.user_id, params.document_id))) throw noSuchDocument()
    bus.publish(listTopic(user.user_id, 'documents'))
    return null
  })
}

function unknownType(name: string): DomainError {
  const message = `must be a built-in type or one that you have declared; ${name} is neither`
  const details = [{ path: 'query.document_type', message }]
  return new DomainError('invalid_request', 'There are no documents of such a type.', { details })
}

type Asked = z.infer<typeof endpoints.listDocuments.query>

function filterOf({ from, to, ...rest }: Omit<Asked, 'page' | 'limit' | 'detail'>) {
  const at = (moment: string | undefined) => (moment === undefined ? undefined : Date.parse(moment))
  return { ...rest, from: at(from), to: at(to) }
}

type Summary = z.infer<typeof documentSummary>

function summaryOf(row: SummaryRow, full: boolean): Summary {
  const { document_id, document_type, created_at, risk_level, risk_score } = row
  const { file_name, label, reference, looked_at, doubts } = row
  const said = { file_name, label, reference, looked_at: looked_at === null ? null : isoTime(looked_at), doubts }
  const found = { document_id, document_type, created_at: isoTime(created_at), risk_level, risk_score }
  return { ...found, ...(full ? said : {}) } as Summary
}

function sendFile(ctx: Context, file: Readable | Buffer, type: string, disposition: string): void {
  ctx.set('Content-Type', type)
  ctx.set('Content-Disposition', disposition)
  ctx.set('Cache-Control', 'no-store')
  ctx.body = file
}

/** The first bytes of a file that is still to be read from its start. */
async function startOf(file: Readable): Promise<Uint8Array> {
  await once(file, 'readable')
  const start = file.read() as Buffer | null
  if (start === null) return new Uint8Array()
  file.unshift(start)
  return start
}

/** Shown in the browser; saved as the owner's file is called, or by its type. */
function dispositionOf(
  { file_name, document_type, document_id }: Record<'file_name' | 'document_type' | 'document_id', string>,
  suffix: string,
) {
  const own = `${document_type}-${document_id}`
  const stem = plain(file_name.replace(/^.*[\\/]/, '').replace(/\.(pdf|jpe?g|png|tiff?)$/i, ''))
  // Decomposing makes letters without their accents, but of wide signs those that names must not have.
  const ascii = plain(stem.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''))
  const extended = encodeURIComponent(`${stem || own}${suffix}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `inline; filename="${ascii || own}${suffix}"; filename*=UTF-8''${extended}`
}

/** Without what file names, or a quoted header, must not have. */
function plain(text: string): string {
  return text.replace(/[\p{C}\\/"<>:|?*%;]+/gu, ' ').trim()
}

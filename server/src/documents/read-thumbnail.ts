import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DomainError } from '../base/errors.ts'
import type { DocumentsTable } from '../storage/document-tables.ts'
import type { Documents } from './deps.ts'
import { documentOf } from './store/document-store.ts'
import { keepThumbnail, keptThumbnail } from './store/thumbnail-store.ts'

type Row = Pick<DocumentsTable, 'document_id' | 'user_id' | 'pages'>

/**
 * The first page of a document in small, as WebP: drawn when it is first asked for, and kept until the document ends.
 * Errors: not_found where it cannot be drawn; rate_limited where too many are drawn; the reason of `gone`.
 */
export async function readThumbnail(documents: Documents, row: Row, gone: AbortSignal): Promise<Buffer> {
  const { database } = documents
  const { document_id, user_id } = row
  let picture = await keptThumbnail(database, document_id)
  if (!picture) {
    picture = await drawn(documents, row, gone)
    const kept = { document_id, picture }
    await database.transaction(async (tx) => {
      // Erased while it was drawn: nothing of it stays.
      if (await documentOf(tx, user_id, document_id)) await keepThumbnail(tx, kept)
    })
  }
  if (picture.length === 0) throw new DomainError('not_found', 'The first page of this document cannot be shown small.')
  return picture
}

/** Empty where the file cannot be drawn: it is not tried again. */
async function drawn(documents: Documents, row: Row, gone: AbortSignal): Promise<Buffer> {
  const { thumbnailSeats, analyst, blobs, limits, uploads } = documents
  const place = thumbnailSeats.admit(row.user_id)
  const reportPath = join(uploads, randomUUID())
  try {
    await place.seat(gone)
    const original = () => blobs.read(row.document_id, 'original.pdf')
    const work = { original, packed: Buffer.alloc(0), pages: 1, mostPages: limits.document_pages, small: true } as const
    const picture = await analyst.draw({ ...work, reportPath, signal: gone })
    return picture ?? Buffer.alloc(0)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unprocessable_document') return Buffer.alloc(0)
    throw error
  } finally {
    place.leave()
    await rm(reportPath, { force: true })
  }
}

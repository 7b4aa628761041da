import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DocumentsTable } from '../storage/document-tables.ts'
import type { Documents } from './deps.ts'
import { reportFactsOf } from './store/report-store.ts'

/**
 * The annotated report of a document: the file where it was drawn with the analysis, else drawn now from what was
 * found then. Nothing of it is kept, so it ends with its document whatever happens meanwhile. Errors: rate_limited
 * where too many are drawn, at once or in this hour; the reason of `gone`.
 */
export async function readReport(
  documents: Documents,
  row: Pick<DocumentsTable, 'document_id' | 'user_id' | 'pages'>,
  gone: AbortSignal,
): Promise<Readable | Buffer> {
  const { database, blobs, reportSeats, reportRate, uploads } = documents
  const packed = await reportFactsOf(database, row.document_id)
  if (!packed) return await blobs.read(row.document_id, 'annotated.pdf')
  const place = reportSeats.admit(row.user_id)
  const reportPath = join(uploads, randomUUID())
  try {
    await reportRate.consume(row.user_id)
    await place.seat(gone)
    return await drawn(documents, row, { packed, reportPath, signal: gone })
  } finally {
    place.leave()
    await rm(reportPath, { force: true })
  }
}

async function drawn(
  { analyst, blobs, clock, figures, limits }: Documents,
  { document_id, pages }: Pick<DocumentsTable, 'document_id' | 'pages'>,
  order: { packed: Buffer; reportPath: string; signal: AbortSignal },
): Promise<Readable | Buffer> {
  const began = clock.monotonic()
  const original = () => blobs.read(document_id, 'original.pdf')
  const report = await analyst.draw({ ...order, original, pages, mostPages: limits.document_pages })
  figures.drawn((clock.monotonic() - began) / 1000)
  // Open, it can be read after its name is gone.
  return report ?? (await open(order.reportPath, 'r')).createReadStream()
}

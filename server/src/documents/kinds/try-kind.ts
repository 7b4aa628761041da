import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { OwnType, ownTypeTried } from '@mkt/schemas'
import type { z } from 'zod'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { slipOf } from '../answer/to-analysis.ts'
import type { Documents } from '../deps.ts'
import { documentOf, noSuchDocument } from '../store/document-store.ts'
import { kindOf } from './own-kinds.ts'

type Tried = z.output<typeof ownTypeTried>['results'][number]

export interface Trial {
  userId: string
  type: OwnType
  documentIds: readonly string[]
  gone: AbortSignal
}

/**
 * Reads own documents again as if they were of this type, and keeps nothing. Each reading is work as of a document that
 * is sent, and counts as one in the hour. Errors: not_found, rate_limited.
 */
export async function tryKind(documents: Documents, trial: Trial): Promise<Tried[]> {
  for (const id of trial.documentIds)
    if (!(await documentOf(documents.database, trial.userId, id))) throw noSuchDocument()
  for (const _ of trial.documentIds) await documents.rate.consume(trial.userId)
  const place = documents.seats.admit(trial.userId)
  try {
    await place.seat(trial.gone)
    const tried: Tried[] = []
    for (const id of trial.documentIds) tried.push(await tryOn(documents, trial, id))
    return tried
  } finally {
    place.leave()
  }
}

async function tryOn(documents: Documents, { type, gone }: Trial, document_id: string): Promise<Tried> {
  const { uploads, blobs, analyst, limits, policy, clock } = documents
  const path = join(uploads, randomUUID())
  const reportPath = `${path}.report`
  try {
    await pipeline(await blobs.read(document_id, 'original.pdf'), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const { parts } = await analyst.run({
      work: {
        ...{ path, reportPath, documentId: document_id, policy },
        createdAt: isoTime(clock.now()),
        mostPages: limits.document_pages,
        compare: false,
        draw: false,
        kinds: [{ ...kindOf(type), forced: true }],
      },
      observe: () => undefined,
      earlier: async () => [],
      signal: gone,
    })
    const part = parts.find(({ own }) => own)
    if (!part) return { document_id, taken: false, fields: {}, tables: [] }
    const { fields, tables } = slipOf(part)
    return { document_id, taken: part.own?.taken ?? false, fields, tables }
  } catch (error) {
    if (!(error instanceof DomainError) || gone.aborted) throw error
    return { document_id, taken: false, fields: {}, tables: [], error: error.code }
  } finally {
    await Promise.all([rm(path, { force: true }), rm(reportPath, { force: true })])
  }
}

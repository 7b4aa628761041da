import { rm } from 'node:fs/promises'
import type { AnalysisProgress, DocumentType } from '@mkt/schemas'
import { isoTime } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import { listTopic } from '../bus/bus.ts'
import type { Tx } from '../storage/database.ts'
import type { DocumentsTable } from '../storage/document-tables.ts'
import { emit } from '../webhooks/emit.ts'
import type { Analysed } from './analyst.ts'
import { doubtsOf, engineOf, toAnalysis, valuesOf } from './answer/to-analysis.ts'
import type { Documents } from './deps.ts'
import type { Upload } from './intake/receive.ts'
import { ownKinds } from './kinds/own-kinds.ts'
import type { EarlierDocument } from './risk/cross-document.ts'
import { UNREVIEWED } from './store/document-store.ts'
import { storable } from './store/storable.ts'
import { documentsConcerning } from './store/subject-store.ts'
import type { Place } from './threads/seats.ts'
import type { Judged } from './threads/work.ts'

export interface AnalysisRequest {
  userId: string
  upload: Upload
  place: Place
  baseUrl: string
  observe: (progress: AnalysisProgress) => void
  /** Aborts when the caller left or the server stops. */
  gone: AbortSignal
  /** Where nobody waits: told in the transaction that keeps the document, which is not kept where it throws. */
  task?: { analysis_id: string; done: (tx: Tx, documentId: string) => Promise<void> }
}

/** The texts of an analysis: as it is answered, and with detail=full. */
export interface AnalysisTexts {
  /** Wall ms. */
  createdAt: number
  analysis: string
  detail: string
}

/**
 * Waits for a seat, has the document judged, and keeps it. Nothing is kept of a document that cannot be
 * analysed or whose owner left. Errors: unprocessable_document, invalid_file_format (a picture that is none),
 * password_required, password_wrong; the reason of `gone`.
 */
export async function analyze(documents: Documents, request: AnalysisRequest): Promise<AnalysisTexts> {
  const { clock, ids, meter, figures } = documents
  const { upload, place, gone } = request
  const { observe, end } = figures.watch(request.observe)
  observe({ stage: 'queued' })
  const turn = await place.seat(gone)
  const start = clock.monotonic()
  const report = `${upload.path}.report`
  const made = { documentId: ids.next('doc'), createdAt: clock.now() }
  try {
    const judged = await judgeInTurn(documents, { ...request, observe }, turn, made, report)
    observe({ stage: 'store' })
    const texts = write(judged, request, made, clock.monotonic() - start)
    await keep(documents, request, judged, { ...made, texts, annotated: report })
    meter.document('success', (clock.monotonic() - start) / 1000)
    figures.analysed(judged.parts[0]?.type ?? 'UNKNOWN', judged.pageCount)
    return texts
  } catch (error) {
    const outcome = outcomeOf(error, gone)
    meter.document(outcome, (clock.monotonic() - start) / 1000)
    figures.ended(outcome)
    throw error
  } finally {
    end()
    await rm(report, { force: true })
  }
}

interface Made {
  documentId: string
  /** Wall ms. */
  createdAt: number
}

/** Anew where its seat was for somebody else, who has none while this user has all. */
async function judgeInTurn(
  documents: Documents,
  request: AnalysisRequest,
  turn: AbortSignal,
  made: Made,
  report: string,
): Promise<Analysed> {
  const { place, observe, gone } = request
  try {
    return await judge(documents, { ...request, gone: AbortSignal.any([gone, turn]) }, made, report)
  } catch (error) {
    if (!turn.aborted || gone.aborted) throw error
    observe({ stage: 'queued' })
    place.stand()
    await rm(report, { force: true })
    await place.seat(gone)
    return await judge(documents, request, made, report)
  }
}

async function judge(
  documents: Documents,
  request: AnalysisRequest,
  made: Made,
  reportPath: string,
): Promise<Analysed> {
  const { upload, userId, observe, gone } = request
  return await documents.analyst.run({
    work: {
      path: upload.path,
      reportPath,
      documentId: made.documentId,
      createdAt: isoTime(made.createdAt),
      mostPages: documents.limits.document_pages,
      password: upload.password,
      compare: upload.referenceCount > 0,
      kinds: await ownKinds(documents.database, userId),
      policy: documents.policy,
      // A password is kept nowhere, so what it opens is drawn while it is here.
      draw: documents.reports === 'at-once' || upload.password !== undefined,
    },
    observe,
    earlier: (subjects) => earlierDocuments(documents, userId, subjects, upload.referenceCount),
    signal: gone,
  })
}

async function earlierDocuments(
  { database }: Documents,
  userId: string,
  subjects: string[],
  limit: number,
): Promise<EarlierDocument[]> {
  const rows = await documentsConcerning(database, userId, subjects.map(storable), limit)
  return rows.map((row) => ({
    document_id: row.document_id,
    type: row.document_type as DocumentType,
    created_at: isoTime(row.created_at),
    sha256: row.sha256,
    fields: JSON.parse(row.fields_json),
  }))
}

function write(judged: Judged, { baseUrl }: AnalysisRequest, made: Made, ms: number): AnalysisTexts {
  const { documentId, createdAt } = made
  const facts = {
    documentId,
    processingMs: Math.round(ms),
    engine: engineOf(judged),
    reportUrl: `${baseUrl}/documents/${documentId}/annotated.pdf`,
  }
  const text = (detail: boolean) => JSON.stringify(toAnalysis(judged, facts, { detail }))
  return { createdAt, analysis: text(false), detail: text(true) }
}

async function keep(
  documents: Documents,
  { userId, upload, gone, task }: AnalysisRequest,
  judged: Analysed,
  { documentId, createdAt, texts, annotated }: Made & { texts: AnalysisTexts; annotated: string },
): Promise<void> {
  const document_type = typeOf(judged)
  const row: DocumentsTable = {
    document_id: documentId,
    user_id: userId,
    document_type,
    created_at: createdAt,
    risk_level: judged.assessment.level,
    risk_score: judged.assessment.score,
    sha256: upload.sha256,
    pages: judged.pageCount,
    file_name: Array.from(storable(upload.fileName)).slice(0, 200).join(''),
    fields_json: JSON.stringify(valuesOf(judged)),
    analysis_json: texts.analysis,
    detail_json: texts.detail,
    ...UNREVIEWED,
    doubts: doubtsOf(judged),
    label: upload.label,
    reference: upload.reference,
  }
  const subjects = judged.subjects.map(storable)
  const of = task ? { analysis_id: task.analysis_id } : {}
  const done = { document_id: documentId, status: 'success' as const, document_type, ...of }
  const announce = async (tx: Tx) => {
    tx.onCommit(() => documents.bus.publish(listTopic(userId, 'documents')))
    await task?.done(tx, documentId)
    await emit(tx, documents, userId, { type: 'document.done', data: done })
  }
  const report = judged.facts ? { facts: judged.facts } : { annotated }
  await documents.archive.keep({ row, subjects, original: upload.path, report, announce }, gone)
}

const typeOf = ({ parts: [first] }: Judged): string => first?.own?.name ?? first?.type ?? 'UNKNOWN'

const UNPROCESSABLE: ReadonlySet<string> = new Set([
  'unprocessable_document',
  'invalid_file_format',
  'password_required',
  'password_wrong',
])

function outcomeOf(error: unknown, gone: AbortSignal) {
  if (gone.aborted) return 'gone'
  return error instanceof DomainError && UNPROCESSABLE.has(error.code) ? 'unprocessable' : 'error'
}

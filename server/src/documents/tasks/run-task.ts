import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type AnalysisProgress, type DocumentsErrorCode, documentsErrorCode } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { DocumentTasksTable } from '../../storage/document-tables.ts'
import { emit } from '../../webhooks/emit.ts'
import { analyze } from '../analyze.ts'
import type { Documents } from '../deps.ts'
import { endTask, noteProgress, putBackTask } from '../store/task-store.ts'

/** A task with the number of the claim that is ours. */
export type ClaimedTask = DocumentTasksTable

export interface RunOptions {
  /** Aborts where its owner gave it up and when the server stops. */
  gone: AbortSignal
  leaseMs: number
}

/** A document that has brought its worker down so often is not tried again. */
const MOST_TRIES = 3
/** Pages are told of this often at most. */
const PROGRESS_MS = 1000

/** Why a task ends that its owner gave up. */
export const GIVEN_UP = new Error('its owner gave it up')
/** The task is another's meanwhile, or gone: what was found is thrown away. */
const NOT_OURS = new Error('the task is no longer ours')

/**
 * Analyses the document of a task, and ends it: done with the document, or failed with what a waiting caller is told.
 * False where it waits again, since the machine is full or the server stops.
 */
export async function runTask(documents: Documents, task: ClaimedTask, options: RunOptions): Promise<boolean> {
  const path = join(documents.uploads, randomUUID())
  try {
    if (task.tries > MOST_TRIES) throw new DomainError('unprocessable_document', 'It ended the server that read it.')
    await pipeline(await documents.blobs.read(task.analysis_id, 'original.pdf'), createWriteStream(path, MINE))
    await work(documents, task, path, options)
    return true
  } catch (error) {
    return await settle(documents, task, options.gone.aborted ? options.gone.reason : error)
  } finally {
    await rm(path, { force: true })
  }
}

/** Only the service may read it. */
const MINE = { flags: 'wx', mode: 0o600 }

async function work(documents: Documents, task: ClaimedTask, path: string, options: RunOptions): Promise<void> {
  const { user_id, bytes, sha256, file_name, label, reference, reference_count, base_url } = task
  const place = documents.seats.admit(user_id)
  const told = teller(documents, task, options.leaseMs)
  try {
    await analyze(documents, {
      userId: user_id,
      upload: {
        ...{ path, bytes, sha256, label, reference },
        fileName: file_name,
        referenceCount: reference_count,
        password: undefined,
      },
      place,
      baseUrl: base_url,
      observe: told.observe,
      gone: options.gone,
      task: {
        analysis_id: task.analysis_id,
        done: (tx, documentId) => end(documents, tx, task, { state: 'done', document_id: documentId }),
      },
    })
  } finally {
    place.leave()
    await told.settled()
  }
}

type End = { state: 'done'; document_id: string } | { state: 'failed'; error: string; details_json: string | null }

async function end({ clock, archive }: Documents, tx: Tx, task: ClaimedTask, how: End): Promise<void> {
  const { analysis_id, claim } = task
  const rest = { document_id: null, error: null, details_json: null }
  if (!(await endTask(tx, { analysis_id, claim, finished_at: clock.now(), ...rest, ...how }))) throw NOT_OURS
  await archive.dropLater(tx, analysis_id)
}

async function settle(documents: Documents, task: ClaimedTask, error: unknown): Promise<boolean> {
  if (error === NOT_OURS || error === GIVEN_UP) return true
  const { database, log } = documents
  const known = error instanceof DomainError ? error : undefined
  if (known && LATER.has(known.code)) {
    await database.transaction((tx) => putBackTask(tx, task))
    return false
  }
  if (!known) log.error({ err: error, analysis_id: task.analysis_id }, 'an analysis failed')
  const { code, details } = known ?? { code: 'internal_error', details: undefined }
  const said = documentsErrorCode.catch('internal_error').parse(code)
  await database
    .transaction(async (tx) => {
      const details_json = details ? JSON.stringify(details) : null
      await end(documents, tx, task, { state: 'failed', error: said, details_json })
      await tellFailure(documents, tx, task, said)
    })
    .catch((failure) => {
      if (failure !== NOT_OURS) throw failure
    })
  return true
}

const LATER: ReadonlySet<string> = new Set(['rate_limited', 'no_host_available'])

async function tellFailure(documents: Documents, tx: Tx, task: ClaimedTask, error: DocumentsErrorCode): Promise<void> {
  const data = { analysis_id: task.analysis_id, status: 'failed' as const, error }
  await emit(tx, documents, task.user_id, { type: 'document.failed', data })
}

/** Notes where the work stands: each stage as it comes, pages now and then, one note after the other. */
function teller({ database, clock, log }: Documents, { analysis_id, claim }: ClaimedTask, leaseMs: number) {
  let [stage, at] = ['', Number.NEGATIVE_INFINITY]
  let noted = Promise.resolve()
  const observe = (progress: AnalysisProgress) => {
    const now = clock.monotonic()
    if (progress.stage === stage && now - at < PROGRESS_MS) return
    ;[stage, at] = [progress.stage, now]
    const { page = null, pages = null } = progress
    const note = { analysis_id, claim, stage, page, pages, lease_until: clock.now() + leaseMs }
    noted = noted
      .then(async () => void (await database.transaction((tx) => noteProgress(tx, note))))
      .catch((error) => log.warn({ err: error }, 'the progress of an analysis could not be noted'))
  }
  return { observe, settled: () => noted }
}

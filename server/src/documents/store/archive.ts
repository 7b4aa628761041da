import { lockUser } from '../../accounts/user-store.ts'
import { type Clock, isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { every } from '../../base/loop.ts'
import { SHUT_OUT } from '../../base/open-calls.ts'
import type { Database, Tx } from '../../storage/database.ts'
import type { DocumentCorrectionsTable, DocumentsTable } from '../../storage/document-tables.ts'
import type { Blobs } from './blobs.ts'
import { deleteDocument, documentsBefore, documentsBehind, holdDocument, insertDocument } from './document-store.ts'
import { forgetLeftover, leftovers, noteLeftover } from './leftover-store.ts'
import { insertReport } from './report-store.ts'
import { correctionsOf, deleteCorrections } from './review-store.ts'
import { deleteSubjects, insertSubjects } from './subject-store.ts'
import { blankTaskOf, deleteTasks, tasksOf } from './task-store.ts'
import { deleteTypes } from './type-store.ts'

export interface ArchiveDeps {
  database: Database
  blobs: Blobs
  clock: Clock
  log: Log
  /** What was noted so lately (ms) is left to whoever writes it; 0 where only this process writes documents. */
  sweepAfterMs?: number
}

export interface NewDocument {
  row: DocumentsTable
  subjects: readonly string[]
  /** A local file; copied. */
  original: string
  /** The report: a local file, copied, or what it is drawn from when somebody asks for it. */
  report: { annotated: string } | { facts: Buffer }
  /** Told of it in the transaction that keeps it. */
  announce?: (tx: Tx) => Promise<void>
}

const BATCH = 100
/** An analysis may be megabytes. */
const HELD_AT_ONCE = 10
const SWEEP_EVERY_MS = 600_000
const DAY_MS = 86_400_000
/** Further than any clock: everything is before it. */
const EVER = Number.MAX_SAFE_INTEGER

/**
 * The kept documents: rows in the database, a file or two each in the blob store. A document's files are noted as
 * leftovers before they are written; the transaction that inserts its row crosses the note out, and the one that
 * deletes its row writes it again. So wherever a crash falls, files without a row are noted, and the sweep at the
 * next start erases them; a row is never without its files.
 */
export class Archive {
  readonly #deps: ArchiveDeps
  /** Noted by us and being written: not to be swept. */
  readonly #writing = new Set<string>()

  constructor(deps: ArchiveDeps) {
    this.#deps = deps
  }

  /** Keeps a document. Nothing is kept where `gone` aborts before the end or the account has ended meanwhile. */
  async keep({ row, subjects, original, report, announce }: NewDocument, gone: AbortSignal): Promise<void> {
    const { database, blobs, clock } = this.#deps
    const { document_id, user_id } = row
    this.#writing.add(document_id)
    try {
      await database.transaction((tx) => noteLeftover(tx, document_id, clock.now()))
      await blobs.put(document_id, 'original.pdf', original)
      if ('annotated' in report) await blobs.put(document_id, 'annotated.pdf', report.annotated)
      await database.transaction(async (tx) => {
        const user = await lockUser(tx, user_id)
        if (!user || user.deleted_at !== null) throw new DomainError('unauthorized', 'The account has ended meanwhile.')
        if (user.disabled === 1) throw SHUT_OUT
        gone.throwIfAborted()
        await insertDocument(tx, row)
        if ('facts' in report) await insertReport(tx, { document_id, facts: report.facts })
        await insertSubjects(tx, row, subjects)
        await forgetLeftover(tx, document_id)
        await announce?.(tx)
      })
    } catch (error) {
      this.#writing.delete(document_id)
      await this.#eraseFiles([document_id])
      throw error
    } finally {
      this.#writing.delete(document_id)
    }
  }

  /** Keeps the file (local; copied) of a task, with what `insert` says of it. */
  async keepForLater(taskId: string, path: string, insert: (tx: Tx) => Promise<void>): Promise<void> {
    const { database, blobs, clock } = this.#deps
    this.#writing.add(taskId)
    try {
      await database.transaction((tx) => noteLeftover(tx, taskId, clock.now()))
      await blobs.put(taskId, 'original.pdf', path)
      await database.transaction(async (tx) => {
        await insert(tx)
        await forgetLeftover(tx, taskId)
      })
    } catch (error) {
      await this.#eraseFiles([taskId])
      throw error
    } finally {
      this.#writing.delete(taskId)
    }
  }

  /** In the transaction that ends a task: its file is erased with the commit. */
  async dropLater(tx: Tx, taskId: string): Promise<void> {
    await noteLeftover(tx, taskId, this.#deps.clock.now())
    tx.onCommit(() => void this.#eraseFiles([taskId]))
  }

  /** Erases a document with its files. False where the user has no such document. */
  async erase(userId: string, documentId: string): Promise<boolean> {
    const erased = await this.#deps.database.transaction((tx) => this.#eraseIn(tx, userId, documentId))
    if (!erased) return false
    this.#deps.database.scrub()
    await this.#eraseFiles([documentId])
    return true
  }

  /** Erases the documents made before a moment (wall ms), of one user or of all; answers how many. */
  async purge(before: number, userId?: string): Promise<number> {
    let erased = 0
    while (true) {
      const rows = await documentsBefore(this.#deps.database, before, BATCH, userId)
      if (rows.length === 0) {
        if (erased > 0) this.#deps.database.scrub()
        return erased
      }
      await this.#deps.database.transaction(async (tx) => {
        for (const { user_id, document_id } of rows) await this.#eraseIn(tx, user_id, document_id)
      })
      await this.#eraseFiles(rows.map(({ document_id }) => document_id))
      erased += rows.length
    }
  }

  /** What ends with an account: all its documents. Files that cannot be erased at once are swept later. */
  closing() {
    return {
      prepare: async (userId: string) => void (await this.purge(EVER, userId)),
      /** In the transaction of the end: what was analysed since. */
      finish: async (tx: Tx, userId: string) => {
        const tasks = await tasksOf(tx, userId)
        for (const { analysis_id } of tasks) await this.dropLater(tx, analysis_id)
        if (tasks.length > 0) await deleteTasks(tx, userId)
        await deleteTypes(tx, userId)
        const rows = await documentsBefore(tx, EVER, 1_000_000, userId)
        for (const { document_id } of rows) await this.#eraseIn(tx, userId, document_id)
        if (rows.length > 0) tx.onCommit(() => void this.#eraseFiles(rows.map(({ document_id }) => document_id)))
      },
    }
  }

  /** What is held of a person's documents: the analyses whole; the files are at the documents service. */
  async *heldOf(userId: string): AsyncGenerator<object> {
    for (let after = ''; ; ) {
      const rows = await documentsBehind(this.#deps.database, userId, after, HELD_AT_ONCE)
      for (const row of rows) yield heldOf(row, await correctionsOf(this.#deps.database, row))
      const last = rows.at(-1)
      if (!last) return
      after = last.document_id
    }
  }

  /** Erases what a crash, or a blob store that was away, has left behind. */
  async sweep(): Promise<void> {
    const { database, clock, sweepAfterMs = 0 } = this.#deps
    // The clock may have been set back since: where all are ours, all count.
    const before = sweepAfterMs > 0 ? clock.now() - sweepAfterMs : EVER
    while (true) {
      const noted = await leftovers(database, BATCH + this.#writing.size, before)
      const ids = noted.map(({ document_id }) => document_id).filter((id) => !this.#writing.has(id))
      if (ids.length === 0 || !(await this.#eraseFiles(ids))) return
    }
  }

  /** Sweeps now and then; the result stops it. */
  startSweeping(): () => Promise<void> {
    const { clock, log } = this.#deps
    return every(clock, log, 'documents-sweep', SWEEP_EVERY_MS, () => this.sweep())
  }

  /** Erases what is older than so many days (0: nothing) now and then, where `leads` says that it is ours to do. */
  startPurging(days: number, leads: () => boolean): () => Promise<void> {
    const { clock, log } = this.#deps
    return every(clock, log, 'documents-retention', SWEEP_EVERY_MS, async () => {
      if (days === 0 || !leads()) return
      const documents = await this.purge(clock.now() - days * DAY_MS)
      if (documents > 0) log.info({ documents }, 'old documents were erased')
    })
  }

  async #eraseIn(tx: Tx, userId: string, documentId: string): Promise<boolean> {
    // Whoever writes beside a document holds it: what they have written is there once it is ours.
    if (!(await holdDocument(tx, userId, documentId))) return false
    await deleteSubjects(tx, userId, documentId)
    await deleteCorrections(tx, userId, documentId)
    await blankTaskOf(tx, userId, documentId)
    if (!(await deleteDocument(tx, userId, documentId))) return false
    await noteLeftover(tx, documentId, this.#deps.clock.now())
    return true
  }

  /** False where the blob store did not do it; the note stays then. */
  async #eraseFiles(documentIds: readonly string[]): Promise<boolean> {
    const { blobs, database, log } = this.#deps
    try {
      for (const id of documentIds) await blobs.erase(id)
      await database.transaction(async (tx) => {
        for (const id of documentIds) await forgetLeftover(tx, id)
      })
      return true
    } catch (error) {
      log.error({ err: error }, 'files of erased documents could not be erased; the next sweep tries again')
      return false
    }
  }
}

function heldOf(row: DocumentsTable, corrections: readonly DocumentCorrectionsTable[]): object {
  const { created_at, looked_at, fields_json: _fields, analysis_json: _analysis, detail_json, ...rest } = row
  return {
    ...rest,
    created_at: isoTime(created_at),
    looked_at: looked_at === null ? null : isoTime(looked_at),
    corrections: corrections.map(({ slip, field, value_json, corrected_at, corrected_by }) => ({
      ...{ slip, field, value: JSON.parse(value_json) as unknown },
      ...{ corrected_at: isoTime(corrected_at), corrected_by },
    })),
    analysis: JSON.parse(detail_json) as unknown,
  }
}

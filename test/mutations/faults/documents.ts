import type { Fault } from '../fault.ts'

const STORE = 'server/src/documents/store/document-store.ts'
const ARCHIVE = 'server/src/documents/store/archive.ts'
const SEATS = 'server/src/documents/threads/seats.ts'
const TIME = 'server/src/documents/threads/time-limit.ts'
const UPLOAD = 'server/src/documents/intake/upload-file.ts'

const PRIVACY = ['test/server/documents.privacy.test.ts']
const CONTRACT = ['test/server/documents.contract.test.ts']
const INTAKE = ['test/server/documents.intake.test.ts']
const WORK = ['test/server/documents.work.test.ts']
const LIMITS = ['test/server/documents.pool.test.ts']
const APART = ['test/server/abuse/reader-process.test.ts']
const KEPT = ['test/server/archive.crashes.test.ts']

export const DOCUMENTS: readonly Fault[] = [
  {
    name: 'documents-of-another-read',
    file: STORE,
    find: "selectAll().where('document_id', '=', p('document_id')).where('user_id', '=', p('user_id')),",
    replace: "selectAll().where('document_id', '=', p('document_id')),",
    why: 'anyone who knows its id reads the tax slip of somebody else',
    tests: PRIVACY,
  },
  {
    name: 'documents-of-another-erased',
    file: STORE,
    find: "q.deleteFrom('documents').where('document_id', '=', p('document_id')).where('user_id', '=', p('user_id')),",
    replace: "q.deleteFrom('documents').where('document_id', '=', p('document_id')),",
    why: 'anyone who knows its id erases the document of somebody else',
    tests: PRIVACY,
  },
  {
    name: 'documents-of-another-compared',
    file: 'server/src/documents/store/subject-store.ts',
    find:
      "    .where('user_id', '=', p('user_id'))\n    .where('document_id', 'in', (e) =>\n      e\n" +
      "        .selectFrom('document_subjects')\n        .select('document_subjects.document_id')\n" +
      "        .where('document_subjects.user_id', '=', p('user_id'))\n",
    replace:
      "    .where('document_id', 'in', (e) =>\n      e\n        .selectFrom('document_subjects')\n" +
      "        .select('document_subjects.document_id')\n",
    why: 'a flag tells what stands on the document of somebody else',
    tests: KEPT,
  },
  {
    name: 'documents-page-off-by-one',
    file: 'server/src/documents/routes/documents.ts',
    find: '(page - 1) * limit',
    replace: 'page * limit',
    why: 'the newest documents are on no page',
    tests: CONTRACT,
  },
  {
    name: 'documents-page-limit-off-by-one',
    file: 'server/src/documents/worker.ts',
    find: '(progress.pages ?? 0) > mostPages',
    replace: '(progress.pages ?? 0) >= mostPages',
    why: 'a document of exactly the most pages is refused',
    tests: WORK,
  },
  {
    name: 'documents-page-limit-ignored',
    file: 'server/src/documents/worker.ts',
    find: '(progress.pages ?? 0) > mostPages',
    replace: '(progress.pages ?? 0) > mostPages * 1000',
    why: 'one file of a hundred thousand pages keeps a thread for its whole time',
    tests: WORK,
  },
  {
    name: 'documents-time-not-limited',
    file: TIME,
    find: 'this.#allowed = this.#options.seconds * 1000',
    replace: 'this.#allowed = this.#options.seconds * 1_000_000',
    why: 'a file that never ends keeps its thread',
    tests: WORK,
  },
  {
    name: 'documents-scans-without-time',
    file: TIME,
    find: 'this.#allowed += pages * this.#options.secondsOfPage * 1000',
    replace: 'this.#allowed += 0 * pages',
    why: 'long scans are refused although their time was promised',
    tests: LIMITS,
  },
  {
    name: 'documents-leftovers-kept',
    file: ARCHIVE,
    find: '      await this.#eraseFiles([document_id])\n      throw error',
    replace: '      throw error',
    why: 'the files of a document that was refused lie on the disk until a sweep',
    tests: KEPT,
  },
  {
    name: 'documents-leftovers-not-noted',
    file: ARCHIVE,
    find: '    await noteLeftover(tx, documentId, this.#deps.clock.now())\n',
    replace: '',
    why: 'files of an erased document stay for ever where the disk was away for a moment',
    tests: KEPT,
  },
  {
    name: 'documents-erased-while-written',
    file: ARCHIVE,
    find: '.filter((id) => !this.#writing.has(id))',
    replace: '.filter(() => true)',
    why: 'the sweep erases the files of a document that is being kept',
    tests: KEPT,
  },
  {
    name: 'documents-kept-for-who-left',
    file: ARCHIVE,
    find: '        gone.throwIfAborted()\n',
    replace: '',
    why: 'a document is kept although its sender has gone, and comes twice when it is sent again',
    tests: KEPT,
  },
  {
    name: 'documents-kept-for-ended-account',
    file: ARCHIVE,
    find: 'if (!user || user.deleted_at !== null) throw',
    replace: 'if (!user) throw',
    why: 'a document stays of a person who has left',
    tests: KEPT,
  },
  {
    name: 'documents-seat-not-given-back',
    file: 'server/src/documents/routes/analysis.ts',
    find: '      place.leave()\n',
    replace: '',
    why: 'after some documents the service is full for ever',
    tests: WORK,
  },
  {
    name: 'documents-upload-not-removed',
    file: 'server/src/documents/routes/analysis.ts',
    find: '      await rm(path, { force: true })\n',
    replace: '',
    why: 'every upload stays on the disk beside what is kept',
    tests: [...INTAKE, ...CONTRACT],
  },
  {
    name: 'documents-first-come-first-served',
    file: SEATS,
    find: 'if (!next || before(waiter, next)) next = waiter',
    replace: 'if (!next) next = waiter',
    why: 'a hundred files of one user stand before the single one of another',
    tests: WORK,
  },
  {
    name: 'documents-queue-off-by-one',
    file: SEATS,
    find: 'if (this.#places >= seats + queue) throw',
    replace: 'if (this.#places > seats + queue) throw',
    why: 'more documents are taken in than there is room for',
    tests: WORK,
  },
  {
    name: 'documents-size-off-by-one',
    file: UPLOAD,
    find: 'if (this.#bytes > MAX_FILE_BYTES) throw',
    replace: 'if (this.#bytes >= MAX_FILE_BYTES) throw',
    why: 'a file of exactly 50 MB is refused',
    tests: INTAKE,
  },
  {
    name: 'documents-any-file',
    file: UPLOAD,
    find: 'if (!fileKind(start)) throw',
    replace: 'if (!fileKind(start) && start.length < 0) throw',
    why: 'a picture is called a broken document instead of no PDF',
    tests: [...INTAKE, ...CONTRACT],
  },
  {
    name: 'documents-confidence-not-clamped',
    file: 'server/src/documents/answer/to-analysis.ts',
    find: 'Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000',
    replace: 'Math.round(value * 1000) / 1000',
    why: 'a probability above 1 is answered',
    tests: ['test/documents/analysis.wording.test.ts'],
  },
  {
    name: 'documents-null-fields',
    file: 'server/src/documents/answer/to-analysis.ts',
    find: "text: (value) => typeof value === 'string' && value !== '',",
    replace: "text: (value) => typeof value === 'string',",
    why: 'a field that is not on the document is answered as empty',
    tests: ['test/documents/analysis.wording.test.ts'],
  },
  {
    name: 'documents-evidence-not-turned',
    file: 'server/src/documents/worker.ts',
    find: '{ value, confidence, page, box: shown(page, box), ...',
    replace: '{ value, confidence, page, box, ...',
    why: 'the evidence of a turned page lies where nothing is',
    tests: ['test/documents/on-shown.test.ts', 'test/documents/thread.turned.test.ts'],
  },
  {
    name: 'documents-flags-not-turned',
    file: 'server/src/documents/worker.ts',
    find: 'flags: flagsOnShown(assessment.flags, shown),',
    replace: 'flags: assessment.flags,',
    why: 'the boxes of flags on a turned page lie where nothing is',
    tests: ['test/documents/on-shown.test.ts', 'test/documents/thread.turned.test.ts'],
  },
  {
    name: 'documents-upside-down-not-noticed',
    file: 'server/src/documents/text/upright.ts',
    find: 'if (most(180) || most(-180))',
    replace: 'if (most(360))',
    why: 'a sheet that was put in on its head is read backwards',
    tests: ['test/documents/text.pages.test.ts'],
  },
  {
    name: 'documents-quarter-turns-swapped',
    file: 'server/src/documents/text/upright.ts',
    find: 'if (most(90)) return { matrix: [0, -1, 1, 0, 0, width]',
    replace: 'if (most(90)) return { matrix: [0, 1, -1, 0, height, 0]',
    why: 'a page printed sideways is turned onto its head',
    tests: ['test/documents/text.pages.test.ts'],
  },
  {
    name: 'documents-readers-have-secrets',
    file: 'server/src/documents/process/reader-process.ts',
    find: '      env: {},\n',
    replace: '      env: process.env,\n',
    why: 'whoever takes over what reads documents has the keys of payments',
    tests: APART,
  },
  {
    name: 'documents-readers-read-everything',
    file: 'server/src/documents/process/reader-process.ts',
    find: 'cwd: dirname(MAIN),',
    replace: "cwd: '/',",
    why: 'threads may read their working directory, and so the database',
    tests: APART,
  },
  {
    name: 'documents-readers-free-threads',
    file: 'server/src/documents/process/lock-down.ts',
    find: '  boundThreads()\n',
    replace: '',
    why: 'a thread with options of its own reads any file',
    tests: APART,
  },
  {
    name: 'documents-crash-without-summary',
    file: 'server/src/documents/process/reader-processes.ts',
    find: 'if (!story.judged) throw unprocessable(error)',
    replace: 'throw unprocessable(error)',
    why: 'a report that crashes the process costs the analysis',
    tests: APART,
  },
]

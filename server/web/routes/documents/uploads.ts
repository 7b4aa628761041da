import {
  type AnalysisProgress,
  analysis,
  analysisProgress,
  type DocumentsErrorCode,
  documents,
  documentsError,
  MAX_FILE_BYTES,
} from '@mkt/schemas'
import { effect, signal } from '@preact/signals'
import { ApiError } from '../../api.ts'
import { documentsApi } from '../../documents-api.ts'
import { explain } from '../../state/explain.ts'
import { person } from '../../state/session.ts'
import { t } from '../../texts/texts.ts'

/** A file on its way through the analysis. It goes on while another page is open. */
export interface Upload {
  id: number
  name: string
  progress: AnalysisProgress | undefined
  document_id: string | undefined
  fault: string | undefined
  /** Whether the same file may be taken another time. */
  repeatable: boolean
  /** It is protected, and waits for its password. */
  locked: boolean
}

export const uploads = signal<readonly Upload[]>([])
/** Counts the documents that came to be. */
export const finished = signal(0)

/** What another minute may mend. */
const PASSING: ReadonlySet<DocumentsErrorCode> = new Set(['rate_limited', 'internal_error'])

// Two at a time: the service gives each user few places.
const AT_ONCE = 2
const waiting: { id: number; file: File; password?: string }[] = []
const kept = new Map<number, File>()
let running = 0
let last = 0

effect(() => {
  if (person.value !== null) return
  waiting.length = 0
  kept.clear()
  uploads.value = []
})

/** Has files analysed, a few at a time. */
export function add(files: Iterable<File>): void {
  for (const file of files) {
    const id = ++last
    const fault = file.size > MAX_FILE_BYTES ? t.documents.tooLarge : undefined
    const upload = { id, name: file.name, progress: undefined, document_id: undefined, fault }
    uploads.value = [...uploads.value, { ...upload, repeatable: false, locked: false }]
    if (fault) continue
    kept.set(id, file)
    waiting.push({ id, file })
  }
  next()
}

/** Tries a protected file again, with its password; that is kept nowhere. */
export function unlock(id: number, password: string): void {
  const file = kept.get(id)
  if (!file) return
  patch(id, { locked: false, fault: undefined, progress: undefined })
  waiting.push({ id, file, password })
  next()
}

/** Tries a file again that could not be read. */
export function again(id: number): void {
  const file = kept.get(id)
  if (!file) return
  patch(id, { fault: undefined, progress: undefined })
  waiting.push({ id, file })
  next()
}

/** Takes a file off the list; one that is not on its way yet is not sent. */
export function forget(id: number): void {
  kept.delete(id)
  waiting.splice(0, waiting.length, ...waiting.filter((one) => one.id !== id))
  uploads.value = uploads.value.filter((one) => one.id !== id)
}

function next(): void {
  while (running < AT_ONCE) {
    const one = waiting.shift()
    if (!one) return
    running++
    void analyze(one.id, one.file, one.password).finally(() => {
      running--
      next()
    })
  }
}

function patch(id: number, part: Partial<Upload>): void {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...part } : one))
}

async function analyze(id: number, file: File, password: string | undefined): Promise<void> {
  const form = new FormData()
  if (password) form.set('password', password)
  form.set('file', file)
  try {
    const headers = { accept: 'text/event-stream' }
    for await (const { event, data } of documentsApi.events(documents.analyzeTaxSlip, {}, { form, headers })) {
      const body = JSON.parse(data) as unknown
      if (event === 'progress') patch(id, { progress: analysisProgress.parse(body) })
      if (event === 'result') return done(id, analysis.parse(body).document_id)
      if (event === 'error') return refuse(id, documentsError.parse(body).error)
    }
    patch(id, { fault: t.documents.broken, repeatable: true })
  } catch (error) {
    if (error instanceof ApiError && error.code in t.documentFaults) refuse(id, error.code as DocumentsErrorCode)
    else patch(id, { fault: explain(error), repeatable: true })
  }
}

function refuse(id: number, code: DocumentsErrorCode): void {
  const locked = code === 'password_required' || code === 'password_wrong'
  patch(id, { fault: t.documentFaults[code], locked, repeatable: PASSING.has(code) })
}

function done(id: number, document_id: string): void {
  kept.delete(id)
  patch(id, { document_id })
  finished.value++
}

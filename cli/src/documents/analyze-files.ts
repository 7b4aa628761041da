import type { Analysis } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { explain } from '../explain.ts'
import type { Failure } from '../failure.ts'
import { Retry } from '../retry.ts'
import { documentWords } from '../words/documents.ts'
import { analyzeFile } from './analyze-file.ts'
import { explainDocuments } from './explain.ts'
import type { DocumentsSession } from './session.ts'
import { StatusLine } from './status-line.ts'
import { nameOf } from './upload.ts'

export interface Analyzed {
  file: string
  analysis: Analysis | undefined
  failure: Failure | undefined
}

export interface AnalyzeFilesOptions {
  full?: boolean
  referenceCount?: number
  label?: string
  reference?: string
  password?: string | undefined
  /** How many files at once; one when not given. */
  atOnce?: number
  signal: AbortSignal
}

// The service says when to come back; one that is full for this long is told of as such.
const MOST_WAITS = 20

/** Analyses so many files at once; answers come in the files' order. Waits where the service is busy. */
export async function* analyzeFiles(
  session: DocumentsSession,
  files: string[],
  options: AnalyzeFilesOptions,
): AsyncGenerator<Analyzed> {
  const line = new StatusLine()
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  const begin = (file: string, index: number) => {
    const count = files.length > 1 ? `${index + 1}/${files.length} ` : ''
    const heard = (state: string) => line.show(`${count}${nameOf(file)}: ${state}`)
    const analyzed = analyzeOne(session, file, { ...options, signal, heard })
    // It is heard when its turn comes; until then it must not count as unheard.
    analyzed.catch(() => undefined)
    return analyzed
  }
  const working: Promise<Analyzed>[] = []
  try {
    for (const [index, file] of files.entries()) {
      working.push(begin(file, index))
      if (working.length < (options.atOnce ?? 1)) continue
      const first = await working.shift()
      line.clear()
      if (first) yield first
    }
    for (const analyzed of working) {
      const next = await analyzed
      line.clear()
      yield next
    }
  } finally {
    line.clear()
    left.abort()
  }
}

/** What fails for this file alone is its answer; what would fail for each is thrown. */
async function analyzeOne(
  session: DocumentsSession,
  file: string,
  options: AnalyzeFilesOptions & { heard: (state: string) => void },
): Promise<Analyzed> {
  const { referenceCount, label, reference, password, full = false, signal, heard } = options
  try {
    const analysis = await patiently(session, signal, heard, () =>
      analyzeFile(session.client, file, { referenceCount, label, reference, password, full, signal, heard }),
    )
    return { file, analysis, failure: undefined }
  } catch (error) {
    signal.throwIfAborted()
    const failure = explain(explainDocuments(error))
    if (failure.kind === 'unauthorized' || failure.kind === 'unreachable') throw failure
    return { file, analysis: undefined, failure }
  }
}

/** A file is sent again only where the service refused it unread. */
async function patiently<T>(
  { monotonic, random }: DocumentsSession,
  signal: AbortSignal,
  heard: (state: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const failed = () => heard(documentWords.busyWaiting)
  const passes = (error: unknown) => error instanceof ApiError && error.status === 429
  return await new Retry({ limit_breaks: MOST_WAITS, passes, monotonic, random, signal, failed }).insist(work)
}

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
  signal: AbortSignal
}

// The service says when to come back; one that is full for this long is told of as such.
const MOST_WAITS = 20

/** Analyses files one after the other; waits where the service is busy. */
export async function* analyzeFiles(
  session: DocumentsSession,
  files: string[],
  options: AnalyzeFilesOptions,
): AsyncGenerator<Analyzed> {
  const line = new StatusLine(session.monotonic)
  for (const [index, file] of files.entries()) {
    const count = files.length > 1 ? `${index + 1}/${files.length} ` : ''
    const heard = (state: string) => line.show(`${count}${nameOf(file)}: ${state}`)
    try {
      const analysis = await patiently(session, options.signal, heard, () =>
        analyzeFile(session.client, file, {
          referenceCount: options.referenceCount,
          label: options.label,
          reference: options.reference,
          password: options.password,
          full: options.full ?? false,
          signal: options.signal,
          heard,
        }),
      )
      line.clear()
      yield { file, analysis, failure: undefined }
    } catch (error) {
      line.clear()
      options.signal.throwIfAborted()
      const failure = explain(explainDocuments(error))
      if (failure.kind === 'unauthorized' || failure.kind === 'unreachable') throw failure
      yield { file, analysis: undefined, failure }
    }
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

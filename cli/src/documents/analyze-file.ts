import {
  type Analysis,
  analysis,
  analysisProgress,
  type DocumentsErrorCode,
  documentsError,
  documents as endpoints,
} from '@mkt/schemas'
import { ApiError, type Client } from '@mkt/schemas/client'
import { Failure } from '../failure.ts'
import { documentWords } from '../words/documents.ts'
import { uploadOf } from './upload.ts'

/** How far one file is: bytes sent, then what the service says of itself. */
export type Heard = (state: string) => void

export interface AnalyzeFileOptions {
  referenceCount: number | undefined
  /** Of a protected PDF. */
  password: string | undefined
  label: string | undefined
  reference: string | undefined
  full: boolean
  signal: AbortSignal
  heard: Heard
}

/** Sends one file and waits for its analysis, which the service tells the progress of. */
export async function analyzeFile(client: Client, path: string, options: AnalyzeFileOptions): Promise<Analysis> {
  const { referenceCount, password, label, reference, full, signal, heard } = options
  const parts = {
    ...(referenceCount === undefined ? {} : { reference_count: String(referenceCount) }),
    ...(password === undefined ? {} : { password }),
    ...(label === undefined ? {} : { label }),
    ...(reference === undefined ? {} : { reference }),
  }
  const content = await uploadOf(path, parts, (bytes, of) =>
    heard(bytes < of ? `sending ${Math.floor((100 * bytes) / of)} %` : 'sent'),
  )
  const query = full ? { detail: 'full' as const } : {}
  const call = { content, signal, headers: { accept: 'text/event-stream' } }
  for await (const { event, data } of client.events(endpoints.analyzeTaxSlip, { query }, call)) {
    if (event === 'progress') heard(stateOf(data))
    if (event === 'result') return analysis.parse(JSON.parse(data))
    if (event === 'error') throw refusal(data)
  }
  throw new Failure('failed', documentWords.noAnswer, [documentWords.sendAgain])
}

function stateOf(data: string): string {
  const { stage, page, pages } = analysisProgress.parse(JSON.parse(data))
  return page === undefined ? stage : documentWords.stage(stage, page, pages)
}

// What happened after the answer had begun has no status of its own any more.
function refusal(data: string): ApiError {
  const { error, details = [] } = documentsError.parse(JSON.parse(data))
  return new ApiError(STATUS[error] ?? 500, error, 'the analysis failed', { answerer: 'documents', details })
}

const STATUS: Partial<Record<DocumentsErrorCode, number>> = {
  invalid_file_format: 400,
  unprocessable_document: 422,
  password_required: 422,
  password_wrong: 422,
  rate_limited: 429,
}

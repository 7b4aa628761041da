import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { strangerHints } from '../explain.ts'
import { Failure } from '../failure.ts'
import { NO_DOCUMENTS_SERVER, RIGHT_DOCUMENTS_ADDRESS, retryHint, WRONG_DOCUMENTS_SERVER } from '../words/hints.ts'

/** What a refusal of the documents service means and what to do; other errors pass as they are. */
export function explainDocuments(error: unknown): unknown {
  if (error instanceof UnreachableError) {
    const hint = error.addressAtFault ? RIGHT_DOCUMENTS_ADDRESS : NO_DOCUMENTS_SERVER
    return new Failure('unreachable', error.message, [hint])
  }
  if (!(error instanceof ApiError)) return error
  if (error.answerer === 'market') {
    return new Failure('unreachable', 'this is a marketplace and no documents service', [WRONG_DOCUMENTS_SERVER])
  }
  if (error.answerer === 'stranger') {
    return new Failure('unreachable', error.message, strangerHints(error, WRONG_DOCUMENTS_SERVER))
  }
  switch (error.code) {
    case 'unauthorized':
      return new Failure('unauthorized', 'the documents service does not accept this key', [
        'It may be revoked, or its account disabled. Keep another one with `mkt docs login`, or set MKT_DOCS_KEY.',
      ])
    case 'not_found':
      return new Failure('notFound', 'there is no such document', ['`mkt docs list` shows yours.'])
    case 'invalid_file_format':
      return new Failure('usage', 'this is not a PDF', ['The service reads PDF files only.'])
    case 'payload_too_large':
      return new Failure('usage', 'the file is larger than 50 MB (52,428,800 bytes)', [
        'Split it, or save its scans in a lower resolution.',
      ])
    case 'unprocessable_document':
      return new Failure('failed', 'the PDF cannot be analysed', [
        'It is damaged, asks for a password, has no pages, or is too much work. Open it in a viewer and save it anew.',
      ])
    case 'rate_limited':
      return new Failure('busy', 'the documents service has too much to do now', [retryHint(error.retryAfterS)])
    default:
      return error
  }
}

/** Runs an operation on the documents service and explains how it failed. */
export async function onDocuments<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainDocuments(error)
  }
}

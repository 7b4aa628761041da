import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { strangerHints } from '../explain.ts'
import { Failure } from '../failure.ts'
import { documentWords } from '../words/documents.ts'
import { NO_DOCUMENTS_SERVER, RIGHT_DOCUMENTS_ADDRESS, retryHint, WRONG_DOCUMENTS_SERVER } from '../words/hints.ts'

/** What a refusal of the documents service means and what to do; other errors pass as they are. */
export function explainDocuments(error: unknown): unknown {
  if (error instanceof UnreachableError) {
    const hint = error.addressAtFault ? RIGHT_DOCUMENTS_ADDRESS : NO_DOCUMENTS_SERVER
    return new Failure('unreachable', error.message, [hint])
  }
  if (!(error instanceof ApiError)) return error
  if (error.answerer === 'market') {
    return new Failure('unreachable', documentWords.otherService, [WRONG_DOCUMENTS_SERVER])
  }
  if (error.answerer === 'stranger') {
    return new Failure('unreachable', error.message, strangerHints(error, WRONG_DOCUMENTS_SERVER))
  }
  switch (error.code) {
    case 'unauthorized':
      return new Failure('unauthorized', documentWords.keyRefused, [documentWords.otherKey])
    case 'not_found':
      return new Failure('notFound', documentWords.noDocument, [documentWords.list])
    case 'invalid_file_format':
      return notTaken(error)
    case 'payload_too_large':
      return new Failure('usage', documentWords.tooLarge('the file'), [documentWords.split])
    case 'password_required':
      return new Failure('usage', documentWords.locked, [documentWords.givePassword])
    case 'password_wrong':
      return new Failure('usage', documentWords.wrongPassword, [documentWords.otherPassword])
    case 'unprocessable_document':
      if (error.details.length > 0) return new Failure('failed', detailsOf(error).join(' '))
      return new Failure('failed', documentWords.unusable, [documentWords.whyUnusable])
    case 'rate_limited':
      return new Failure('busy', documentWords.busy, [retryHint(error.retryAfterS)])
    default:
      return error
  }
}

/** Why a file is none that is read the details say, if there is more to say; others are of parameters. */
function notTaken(error: ApiError): Failure {
  const ofFile = error.details.length === 0 || error.details.some(({ path }) => path === 'body.file')
  if (!ofFile) return wrongParameter(error)
  return new Failure('usage', documentWords.noDocumentFile, [...detailsOf(error), documentWords.onlyThese].slice(0, 1))
}

function wrongParameter({ details }: ApiError): Failure {
  const lines = details.map(({ path, message }) => `  ${path.replace(/^(body|query)\./, '')}: ${message}`)
  return new Failure('usage', documentWords.wrongParameter, lines)
}

const detailsOf = ({ details }: ApiError) => details.map(({ message }) => message)

/** Runs an operation on the documents service and explains how it failed. */
export async function onDocuments<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainDocuments(error)
  }
}

import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { systemSentence } from '@mkt/schemas/process/system-fault'
import { Failure } from './failure.ts'
import { Interrupted } from './interrupt.ts'
import { HINTS, NO_SERVER, RIGHT_ADDRESS, retryHint, WRONG_SERVER } from './words/hints.ts'
import { called } from './words/members.ts'
import { outputWords } from './words/output.ts'

/** Any error as a Failure: the kind, the sentence and the next step that a person needs. */
export function explain(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ApiError) return explainAnswer(error)
  if (error instanceof UnreachableError) {
    return new Failure('unreachable', error.message, [error.addressAtFault ? RIGHT_ADDRESS : NO_SERVER])
  }
  // @inquirer/prompts has its own error for Ctrl-C at a question.
  if (error instanceof Interrupted || (error instanceof Error && error.name === 'ExitPromptError')) {
    return new Failure('interrupted', 'interrupted')
  }
  if (!(error instanceof Error)) return new Failure('failed', String(error))
  return new Failure('failed', systemSentence(error) ?? error.message)
}

function explainAnswer(error: ApiError): Failure {
  if (error.answerer === 'documents') {
    return new Failure('unreachable', outputWords.otherService, [outputWords.setServer])
  }
  if (error.answerer === 'stranger')
    return new Failure('unreachable', error.message, strangerHints(error, WRONG_SERVER))
  const kind = kindOf(error.status)
  const hints = HINTS[error.code] ?? []
  if (kind === 'busy') return new Failure(kind, error.message, [retryHint(error.retryAfterS), ...hints])
  return new Failure(kind, error.message, [...detailLines(error), ...hints])
}

/** What answers in the place of our server: a proxy whose server is away, or something else altogether. */
export function strangerHints({ status, retryAfterS }: ApiError, wrongServer: string): string[] {
  const proxy = status >= 502 && status <= 504
  return proxy ? [outputWords.proxy(retryHint(retryAfterS))] : [wrongServer]
}

function kindOf(status: number): Failure['kind'] {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 402) return 'insufficientCredits'
  if (status === 404) return 'notFound'
  if (status === 429 || status === 503) return 'busy'
  return status >= 400 && status < 500 ? 'usage' : 'failed'
}

function detailLines({ details }: ApiError): string[] {
  return details.map(({ path, message }) => `  ${called(path.replace(/^(body|query|params)\./, ''))}: ${message}`)
}

import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { Failure } from './failure.ts'
import { Interrupted } from './interrupt.ts'

/** Any error as a Failure: the kind, the sentence and the next step that a person needs. */
export function explain(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ApiError) return explainAnswer(error)
  if (error instanceof UnreachableError) {
    return new Failure('unreachable', error.message, [
      'Is the server running at this address? Set another one with MKT_SERVER or --server.',
    ])
  }
  // @inquirer/prompts has its own error for Ctrl-C at a question.
  if (error instanceof Interrupted || (error instanceof Error && error.name === 'ExitPromptError')) {
    return new Failure('interrupted', 'interrupted')
  }
  return new Failure('failed', error instanceof Error ? error.message : String(error))
}

function explainAnswer(error: ApiError): Failure {
  const details = error.details.map(
    ({ path, message }) => `  ${path.replace(/^(body|query|params)\./, '')}: ${message}`,
  )
  switch (error.status) {
    case 401:
      return new Failure('unauthorized', error.message, [
        'Log in with `mkt login`. If MKT_TOKEN is set, its token is unknown here, expired or revoked.',
      ])
    case 402:
      return new Failure('insufficientCredits', error.message, [
        'See the balance with `mkt whoami`; a smaller --max-tokens reserves less.',
      ])
    case 403:
      return new Failure('unauthorized', error.message, [
        'This credential may not do that: `mkt` wants the token of a user (mkt_u_...), not the key of a host.',
      ])
    case 404:
      return new Failure('notFound', error.message, notFoundHints(error))
    case 429:
    case 503:
      return new Failure('busy', error.message, [retryHint(error), ...busyHints(error)])
    default:
      return error.status >= 500 || error.status < 300
        ? new Failure('failed', error.message, [
            'The server is in trouble, or MKT_SERVER names another kind of server.',
          ])
        : new Failure('usage', error.message, details)
  }
}

function notFoundHints(error: ApiError): string[] {
  if (error.code === 'model_not_found') return ['`mkt models` lists the models on offer.']
  if (error.code === 'not_found') return ['`mkt jobs` lists your jobs, `mkt tokens` your tokens.']
  return ['Is this a marketplace? Check MKT_SERVER or --server.']
}

function retryHint(error: ApiError): string {
  return error.retryAfterS === undefined ? 'Try again later.' : `Try again in ${error.retryAfterS} s.`
}

function busyHints(error: ApiError): string[] {
  if (error.code === 'no_host_available') return ['`mkt models` shows how many hosts each model has.']
  if (error.code === 'too_many_queued')
    return ['`mkt jobs --status queued` lists what waits, `mkt cancel ID` takes one back.']
  return []
}

import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { systemSentence } from '@mkt/schemas/process/system-fault'
import { ConfigError } from './config.ts'
import { RefusedError } from './connection.ts'
import { RegistrationError } from './enlist.ts'
import { StateInUseError } from './lock.ts'
import { StateFileError } from './state.ts'
import { CONFIG_FAULTS, isDisabled, KEY_ADVICE, NO_SERVER, RIGHT_ADDRESS, SHUT_OUT_ADVICE } from './words/advice.ts'
import { flagFor } from './words/flags.ts'
import { refusals } from './words/refusal.ts'

/** How the program ends: done, failed, wrong usage or configuration, refused by the server, another agent has the state. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, inUse: 4 } as const

/** What a person is told where a command cannot do its work: the sentence, and what to do. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: number
  readonly hints: readonly string[]

  constructor(code: keyof typeof EXIT, message: string, hints: readonly string[] = []) {
    super(message)
    this.code = EXIT[code]
    this.hints = hints
  }
}

/** Any error as a Failure. */
export function explain(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ConfigError) {
    return new Failure(
      'usage',
      CONFIG_FAULTS,
      error.faults.map((fault) => `- ${fault}`),
    )
  }
  if (error instanceof StateInUseError) return new Failure('inUse', error.message)
  if (error instanceof RefusedError) return new Failure('refused', error.message)
  if (error instanceof RegistrationError) return new Failure('usage', error.message)
  if (error instanceof StateFileError) return new Failure('failed', error.message)
  if (error instanceof ApiError) return explainAnswer(error)
  if (error instanceof UnreachableError) {
    return new Failure('failed', error.message, [error.addressAtFault ? RIGHT_ADDRESS : NO_SERVER])
  }
  if (isFileError(error)) {
    return new Failure('failed', refusals.stateUnusable(systemSentence(error) ?? error.message), [refusals.otherState])
  }
  return new Failure('failed', `failed: ${error instanceof Error ? error.message : String(error)}`)
}

function explainAnswer(error: ApiError): Failure {
  const details = error.details.map(({ path, message }) => `${flagFor(path)} ${message}`)
  switch (error.status) {
    case 401:
      return new Failure('refused', refusals.keyRefused(error.message), KEY_ADVICE)
    case 403:
      return new Failure('refused', error.message, isDisabled(error) ? [SHUT_OUT_ADVICE] : [])
    case 400:
      return new Failure('usage', error.message, details)
    case 429:
    case 503:
      return new Failure('failed', error.message, [refusals.tryIn(error.retryAfterS ?? 10)])
    default:
      return new Failure('failed', error.message)
  }
}

export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC', 'EEXIST', 'ENOENT'].includes(
      String((error as NodeJS.ErrnoException).code),
    )
  )
}

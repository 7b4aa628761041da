import { styleText } from 'node:util'
import { CommanderError } from 'commander'
import { exitCode } from './exit-code.ts'
import { tell } from './output.ts'
import { safeText } from './safe-text.ts'

/** An end of a command that is not success: what happened, what to do, and the exit code by its kind. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: keyof typeof exitCode
  readonly hints: readonly string[]

  constructor(kind: keyof typeof exitCode, message: string, hints: readonly string[] = []) {
    super(message)
    this.kind = kind
    this.hints = hints
  }
}

/** Says on standard error what went wrong and what to do; returns the exit code. */
export async function reportFailure(error: unknown): Promise<number> {
  // The parser has written its own message or the help already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage
  const failure = error instanceof Failure ? error : (await import('./explain.ts')).explain(error)
  const label = failure.kind === 'interrupted' ? [] : [styleText('red', 'error:', { stream: process.stderr })]
  tell([...label, safeText(failure.message)].join(' '))
  for (const hint of failure.hints) tell(safeText(hint))
  return exitCode[failure.kind]
}

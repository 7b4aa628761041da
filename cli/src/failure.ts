import type { exitCode } from './exit-code.ts'

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

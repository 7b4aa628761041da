import { styleText } from 'node:util'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { CommanderError } from 'commander'
import { exitCode } from './exit-code.ts'
import { Failure } from './failure.ts'
import { tell } from './output.ts'
import { talkRoom } from './room.ts'
import { talkLines } from './talk-lines.ts'

/** Says on standard error what went wrong and what to do; returns the exit code. */
export async function reportFailure(error: unknown): Promise<number> {
  // The parser has written its own message or the help already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage
  // What knows the API's errors loads the whole client, which a wrong option need not wait for.
  const failure = error instanceof Failure ? error : (await import('./explain.ts')).explain(error)
  const label = failure.kind === 'interrupted' ? '' : 'error:'
  const lines = talkLines(`${label} ${safeLine(failure.message)}`.trimStart(), talkRoom())
  const red = label && styleText('red', label, { stream: process.stderr })
  process.stderr.write(`${red}${lines.join('\n').slice(label.length)}\n`)
  for (const hint of failure.hints) tell(safeLine(hint))
  return exitCode[failure.kind]
}

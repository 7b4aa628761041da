import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '../compile-cache.ts'

/** One command: its arguments, all of its environment, and what comes on its standard input. */
export interface Command {
  args: string[]
  env: Record<string, string>
  stdin: string
}

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

const PROGRAM = fileURLToPath(new URL('warm-mkt-process.ts', import.meta.url))
const idle: ChildProcess[] = []

/**
 * Runs a command in a process that has run others: to start Node and to load the client anew for each of some three
 * hundred commands took a tenth of the time of all tests. The command has modules of its own; what it shares is what it
 * loads from packages. What only a process shows (signals, terminals, broken output) is tested with `startMkt`.
 */
export async function runWarm(command: Command): Promise<Outcome> {
  const child = idle.pop() ?? warmProcess()
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const lost = (code: number | null) => reject(new Error(`mkt ${command.args.join(' ')} ended its process: ${code}`))
  child.once('message', (outcome) => resolve(outcome as Outcome)).once('exit', lost)
  child.send(command)
  const outcome = await promise
  child.off('exit', lost)
  idle.push(child)
  return outcome
}

function warmProcess(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: ['--conditions=mkt-source', '--no-warnings'],
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE },
  })
  // It ends with this process, whose end closes the channel, and keeps it from ending no longer than a command takes.
  child.unref()
  child.channel?.unref()
  return child
}

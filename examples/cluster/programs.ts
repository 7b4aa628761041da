import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'

/** A program of the system that runs beside this one and ends with it. */
export interface Program {
  name: string
  ended: Promise<number>
  stop(): Promise<void>
}

export const isInstalled = (program: string) =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** Starts it in the foreground; all that it says is kept in a file. */
export function startProgram(name: string, command: readonly [string, ...string[]], log: string): Program {
  const [program, ...args] = command
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const file = createWriteStream(log, { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false })
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  // kill -9 of this program is the one end that it cannot pass on.
  process.on('exit', () => {
    // With its workers: it has a process group of its own.
    if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, 'SIGKILL')
  })
  return {
    name,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What installing a service needs of the machine. Tests give their own. */
export interface Machine {
  systemd: boolean
  /** What absolute paths stand under; '' on a real machine. */
  root: string
  /** How the server is started: Node and the bin. */
  program: readonly string[]
  /** Runs a program on this terminal; the answer is its exit code. */
  run(program: string, args: readonly string[]): Promise<number>
}

export function thisMachine(): Machine {
  return {
    systemd: existsSync('/run/systemd/system'),
    root: '',
    program: [process.execPath, fileURLToPath(new URL('../../bin/mkt-server.js', import.meta.url))],
    run: (program, args) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, [...args], { stdio: 'inherit' })
        child.on('error', reject)
        child.on('exit', (code) => resolve(code ?? 1))
      }),
  }
}

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { programOf } from '../programs/programs.ts'
import { runWarm } from './warm-mkt.ts'

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string>
  /** What comes on standard input, which then ends. */
  stdin?: string
  /** Under a pseudo-terminal: standard output and error are one, and in `stdout`. */
  terminal?: boolean
  /** How wide that terminal is; 80 unless told. */
  columns?: number
  /** What a shell does with the output: `> /dev/full`, `| head -1`. */
  redirect?: string
}

/** A running mkt: what it wrote so far, and its end. */
export interface Running {
  process: ChildProcessWithoutNullStreams
  /** Resolves when `text` has appeared on the output; rejects when the process ends before. */
  until(text: string, from?: 'stdout' | 'stderr'): Promise<void>
  type(text: string): void
  ended: Promise<Ended>
}

/** Starts the command line as a process of its own. */
export function startMkt(
  args: string[],
  { env = {}, stdin, terminal = false, columns = 80, redirect }: RunOptions = {},
): Running {
  const command = [process.execPath, ...programOf('mkt'), ...args]
  const line = command.map(quote).join(' ')
  const [file = '', ...parameters] = terminal
    ? ['script', '-qefc', `stty cols ${columns}; exec ${line}`, '/dev/null']
    : redirect === undefined
      ? command
      : ['bash', '-o', 'pipefail', '-c', `${line} ${redirect}`]
  const child = spawn(file, parameters, {
    env: environment({ NODE_COMPILE_CACHE: COMPILE_CACHE, ...env }),
  })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      ended[name] += text
      for (const check of listeners) check()
    })
  }
  // A process that ends without reading its input closes it; that is no fault of the test.
  child.stdin.on('error', () => undefined)
  if (stdin !== undefined || !terminal) child.stdin.end(stdin ?? '')
  const end = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...ended, code }))
  })
  return {
    process: child,
    type: (text) => void child.stdin.write(text),
    ended: end,
    until(text, from = 'stdout') {
      return new Promise((resolve, reject) => {
        const check = () => {
          if (!ended[from].includes(text)) return
          listeners.delete(check)
          resolve()
        }
        listeners.add(check)
        check()
        end.then((last) => reject(new Error(`ended without ${JSON.stringify(text)}: ${JSON.stringify(last)}`)), reject)
      })
    },
  }
}

/** In a process of its own only where the terminal or the shell is the subject. */
export async function runMkt(args: string[], options: RunOptions = {}): Promise<Ended> {
  const { env, stdin = '', terminal, redirect } = options
  if (terminal || redirect !== undefined) return await startMkt(args, options).ended
  return await runWarm({ args, stdin, env: environment(env) })
}

/** Nothing of this environment but the PATH. */
function environment(more: RunOptions['env']): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: '/nonexistent', TERM: 'xterm', SHELL: '/bin/sh', ...more }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

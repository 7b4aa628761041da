import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, type WriteStream } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const LAST_LINES = 6

export interface ChildOptions {
  /** For messages. */
  name: string
  /** The script, from the repository's root, and its arguments; it must end when its channel to this program closes. */
  command: readonly [script: string, ...args: string[]]
  /** Where all that it says is kept. */
  log: string
  env?: Record<string, string>
  /** Written to its standard input, which then ends. */
  stdin?: string
}

/** A program that did not do what it should: what happened, its last words, and where the rest of them is. */
export class ChildError extends Error {
  override name = 'ChildError'
}

/** A program of this repository that runs beside this one and ends with it, kill -9 included. */
export class Child {
  readonly name: string
  readonly ended: Promise<number>
  readonly #log: string
  readonly #process: ChildProcess
  readonly #lines: string[] = []
  readonly #listeners = new Set<() => void>()
  #code: number | undefined

  constructor({ name, command, log, env = {}, stdin }: ChildOptions) {
    this.name = name
    this.#log = log
    const [script, ...args] = command
    // In a process group of its own: a Ctrl-C is then this program's to handle, which ends the others in good order.
    this.#process = spawn(process.execPath, [script, ...args], {
      cwd: REPOSITORY,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    const file = createWriteStream(log, { flags: 'a' })
    for (const stream of [this.#process.stdout, this.#process.stderr]) if (stream) this.#follow(stream, file)
    this.#process.stdin?.on('error', () => undefined).end(stdin ?? '')
    this.ended = new Promise((resolve) => {
      this.#process.on('error', (error) => this.#lines.push(String(error)))
      this.#process.on('close', (code) => {
        this.#code = code ?? 1
        file.end()
        for (const check of this.#listeners) check()
        resolve(this.#code)
      })
    })
  }

  /** The standard output as it comes. */
  onOutput(listener: (text: string) => void): void {
    this.#process.stdout?.setEncoding('utf8').on('data', listener)
  }

  /** The first match on any line it has said or will say. Throws ChildError when it ends first or the time is over. */
  async says(pattern: RegExp, limit_ms: number): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
    let read = 0
    const check = () => {
      while (read < this.#lines.length) {
        const match = pattern.exec(this.#lines[read++] ?? '')
        if (match) return resolve(match)
      }
      if (this.#code !== undefined) reject(this.failure(`ended with exit code ${this.#code}`))
    }
    const timer = setTimeout(() => reject(this.failure(`did not answer within ${limit_ms / 1000} s`)), limit_ms)
    this.#listeners.add(check)
    check()
    return await promise.finally(() => {
      clearTimeout(timer)
      this.#listeners.delete(check)
    })
  }

  /** Resolves when it has ended well. Throws ChildError otherwise, and when the time is over. */
  async succeeds(limit_ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.failure(`took longer than ${limit_ms / 1000} s`)), limit_ms)
    })
    const code = await Promise.race([this.ended, late]).finally(() => clearTimeout(timer))
    if (code !== 0) throw this.failure(`ended with exit code ${code}`)
  }

  failure(what: string): ChildError {
    const said = this.#lines.slice(-LAST_LINES).map((line) => `    ${line}`)
    const where = `  All that it said: ${relative(process.cwd(), this.#log)}`
    return new ChildError([`the ${this.name} ${what}`, ...said, where].join('\n'))
  }

  /** Asks it to end, and makes it end when the time is over. */
  async stop(limit_ms: number): Promise<void> {
    this.#process.kill('SIGTERM')
    const timer = setTimeout(() => this.kill(), limit_ms)
    await this.ended
    clearTimeout(timer)
  }

  /** Ends it at once. The bins run their program in a further process, which ends when its channel to them closes. */
  kill(): void {
    this.#process.kill('SIGKILL')
  }

  #follow(stream: Readable, file: WriteStream): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.#lines.push(line)
      file.write(`${line}\n`)
      for (const check of this.#listeners) check()
    })
  }
}

/** The person's own MKT_* variables are for their own servers. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MKT_')))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { type Bin, heldProgramOf } from '../programs/programs.ts'

export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
export const BINS = join(REPOSITORY, 'node_modules/.bin')

/** Two busy cores take their time; what takes longer than this hangs. */
const LIMIT_MS = 120_000
// Long runs start their programs from here too, outside of vitest.
if (process.env.VITEST) vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 })

export interface RunOptions {
  env?: Record<string, string>
  /** Written to standard input, which then ends. */
  stdin?: string
  cwd?: string
  /** Of a process group of its own, as a shell starts a command: a terminal's Ctrl-C goes to the group. */
  group?: boolean
  uid?: number
}

export interface BinOptions extends RunOptions {
  /** Through the bin, as a person starts it, and not the program alone. */
  launched?: boolean
}

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Program {
  pid: number
  process: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves with the first match on standard output and error; rejects when it ends before, or late. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<Ended>
  /** Sends a signal (SIGTERM) and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

const started: Program[] = []
const folders: string[] = []

/** Starts a program with nothing of this environment but the PATH. It ends with `cleanUp` at the latest. */
export function start(command: string, args: readonly string[], options: RunOptions = {}): Program {
  const { env = {}, stdin, cwd, group = false, uid } = options
  const child = spawn(command, args, {
    cwd: cwd ?? REPOSITORY,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: '/nonexistent',
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    detached: group,
    ...(uid === undefined ? {} : { uid }),
  })
  const said = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      for (const check of listeners) check()
    })
  }
  child.stdin?.on('error', () => undefined).end(stdin ?? '')
  // Not its 'close', which Node never emits after a disconnect of the channel.
  const silent = [child.stdout, child.stderr].map((stream) => stream && new Promise((end) => stream.on('close', end)))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => Promise.all(silent).then(() => resolve({ code, signal, ...said }), reject))
  })
  const program: Program = {
    pid: child.pid ?? 0,
    process: child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    says(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
      const fail = (why: string) => reject(new Error(`${command} ${args[0]} ${why}: ${said.stdout}${said.stderr}`))
      const check = () => {
        const match = pattern.exec(said.stdout) ?? pattern.exec(said.stderr)
        if (match) resolve(match)
      }
      listeners.add(check)
      check()
      const timer = setTimeout(() => fail(`did not say ${pattern} in time`), LIMIT_MS)
      ended.then(() => fail(`ended without ${pattern}`), reject)
      return promise.finally(() => {
        clearTimeout(timer)
        listeners.delete(check)
      })
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
  started.push(program)
  return program
}

export type { Bin }

export function startBin(bin: Bin, args: readonly string[], options: BinOptions = {}): Program {
  if (options.launched) return start(join(BINS, bin), args, options)
  return start(process.execPath, [...heldProgramOf(bin), ...args], options)
}

export const runBin = (bin: Bin, args: readonly string[], options?: BinOptions): Promise<Ended> =>
  startBin(bin, args, options).ended

/** Kills what still runs and removes the temporary folders. */
export async function cleanUp(): Promise<void> {
  await Promise.all(started.splice(0).map((program) => program.stop('SIGKILL').catch(() => undefined)))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** `inside`: where, if not where all tests have their files. */
export function tempFolder(inside = tmpdir()): string {
  const folder = mkdtempSync(join(inside, 'mkt-e2e-'))
  folders.push(folder)
  return folder
}

/** A port that is free now, for a server that must come back at the same address. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Waits for a condition that nothing announces, such as the end of a process that is not a child. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`it did not happen: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** On Linux: the command lines of the running processes that mention `text`. */
export function processesOf(text: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      // Of a process that has ended and waits for its parent to notice, it is empty.
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return line.includes(text) ? [line] : []
    } catch {
      return []
    }
  })
}

/** Waits until nobody answers at the URL, and (on Linux) no process mentions `text` on its command line. */
export async function untilGone(url: string, text: string): Promise<void> {
  const refused = () =>
    fetch(url).then(
      () => false,
      () => true,
    )
  await until('the port is closed', refused)
  if (process.platform === 'linux') await until('all processes ended', () => processesOf(text).length === 0)
}

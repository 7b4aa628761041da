import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const CHECKOUT = join(import.meta.dirname, '../..')
const runOf = (checkout = CHECKOUT) => ['--conditions=mkt-source', join(checkout, 'server/src/main.ts')]

export interface ServerOptions {
  /** Flags of `serve` beside the data directory and the ports. */
  flags?: string[]
  env?: Record<string, string>
  /** Where the data directory is made; the system's temporary folder by default. */
  under?: string
  /** A data directory that is there; by default a fresh one is made. */
  data?: string
  /** Flags of node itself, such as --cpu-prof. */
  node?: string[]
  /** The folder of another checkout whose server it is, with its dependencies; by default this one. */
  checkout?: string | undefined
}

export interface ServerProcess {
  url: string
  /** Of the documents service; empty where it is off. */
  documentsUrl: string
  pid: number
  /** Warnings and errors that the server logged. */
  complaints: string[]
  /** Runs `mkt-server audit` beside the running server. */
  audit(): Promise<{ code: number; report: string }>
  /** A key of the documents service, of a user made for it. */
  documentsKey(): Promise<string>
  /** SIGTERM, then the data directory is removed. */
  stop(): Promise<void>
}

/** A marketplace server as a process of its own on a fresh data directory. */
export async function startServer({ flags = [], env = {}, under = tmpdir(), node = [], ...given }: ServerOptions = {}) {
  const data = given.data ?? mkdtempSync(join(under, 'mkt-load-'))
  const args = ['serve', '--data', data, '--market-port', '0', '--documents-port', '0', ...flags]
  const child = spawn(process.execPath, [...node, ...runOf(given.checkout), ...args], {
    env: { ...process.env, MKT_LIMIT_SUBMISSION_BURST: '1000000000', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints: string[] = []
  let stopping = false
  const { market: url, documents: documentsUrl } = await readLog(child, complaints)
  child.once('exit', (code, signal) => {
    if (!stopping) console.error(`the server ended unasked with ${code ?? signal}: ${complaints.join('\n')}`)
  })
  const server: ServerProcess = {
    url,
    documentsUrl,
    pid: child.pid as number,
    complaints,
    audit: () => audit(data, runOf(given.checkout)),
    documentsKey: () => makeKey(data, runOf(given.checkout)),
    async stop() {
      stopping = true
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
  return server
}

const COMPLAINTS = new Set(['warn', 'error', 'fatal'])

/** Resolves with the base URLs once the server says that it is up; what it complains about is kept. */
function readLog(child: ChildProcess, complaints: string[]): Promise<{ market: string; documents: string }> {
  return new Promise((resolve, reject) => {
    const lines: string[] = []
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      lines.push(line)
      const entry = parse(line)
      if (entry?.market) resolve({ market: entry.market, documents: entry.documents ?? '' })
      if (!entry || COMPLAINTS.has(entry.level ?? '') || entry.signal) complaints.push(line)
    })
    child.once('exit', (code, signal) => {
      reject(new Error(`the server ended with ${code ?? signal}:\n${lines.slice(-20).join('\n')}`))
    })
  })
}

function parse(line: string): { level?: string; market?: string; documents?: string; signal?: string } | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function audit(data: string, run: string[]): Promise<{ code: number; report: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...run, 'audit', '--data', data, '--json'])
    return { code: 0, report: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, report: stdout + stderr }
  }
}

async function makeKey(data: string, run: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...run,
    'keys',
    'create',
    '--data',
    data,
    '--user',
    'reader',
  ])
  return stdout.trim()
}

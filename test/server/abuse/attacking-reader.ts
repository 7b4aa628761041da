import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import os from 'node:os'
import { threadId, Worker } from 'node:worker_threads'
import type { DrawWork, Judged, Reported, SummaryWork, Work } from '../../../server/src/documents/threads/work.ts'

/** What an attacker wants who has taken over what reads documents, and where it lies. */
export interface Attack {
  way: 'look-around' | 'wait' | 'wait-in-report' | 'talk-nonsense' | 'tell-much' | 'none'
  database: string
  data: string
  port: number
  server: number
}

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text))

/** A worker thread in place of the pipeline, in a process with the same rights. */
export default async function attack({ bytes: file, port }: Work): Promise<Reported> {
  const given = JSON.parse(new TextDecoder().decode(file)) as Attack
  port.postMessage({ thread: threadId })
  port.postMessage({ progress: { stage: 'text', pages: 1 } })
  if (given.way === 'wait') await new Promise((resolve) => setTimeout(resolve, 60_000))
  if (given.way === 'talk-nonsense') {
    // Once it was answered, the server knows that the work has begun.
    port.postMessage({ subjects: [] })
    await once(port, 'message')
    writeSync(3, Buffer.from([0, 0, 0, 2, 0, 123, 125]))
  }
  port.postMessage({ judged: JUDGED })
  if (given.way === 'wait-in-report') await new Promise((resolve) => setTimeout(resolve, 60_000))
  const report = given.way === 'look-around' ? await lookAround(given) : {}
  port.close()
  if (given.way === 'tell-much') return { report: new Uint8Array(64 * 1024 * 1024 + 1), issues: [] }
  return { report: bytes(JSON.stringify(report)), issues: [] }
}

export async function summarise(work: SummaryWork): Promise<Reported> {
  return {
    report: bytes(`summary of ${'facts' in work ? work.facts.documentId : new TextDecoder().decode(work.packed)}`),
    issues: [{ stage: 'annotate', code: 'report_without_pages' }],
  }
}

/** Draws the text of the file, unless that says how it ends. */
export async function draw({ bytes: file, packed }: DrawWork): Promise<Reported> {
  const said = new TextDecoder().decode(file)
  if (said === 'wait') await new Promise((resolve) => setTimeout(resolve, 60_000))
  return {
    report: bytes(`${said.repeat(said === 'much' ? 2_000_000 : 1)} of ${new TextDecoder().decode(packed)}`),
    issues: [],
  }
}

/** What came of each: a code of refusal, or what was got. */
async function lookAround({ database, data, port, server }: Attack): Promise<Record<string, unknown>> {
  const require = createRequire(import.meta.url)
  const ways: Record<string, () => unknown> = {
    environment: () => process.env,
    'read the database': () => readFileSync(database).length,
    'open the database': async () => {
      const { DatabaseSync } = await import('node:sqlite')
      return new DatabaseSync(database).prepare('select * from users').all()
    },
    'open it by native code': () => new (require('better-sqlite3'))(database).prepare('select * from users').all(),
    'list the data directory': () => readdirSync(data),
    'read a password file': () => readFileSync('/etc/passwd').length,
    write: () => writeFileSync(`${data}/mine`, 'x'),
    'start a program': async () => (await import('node:child_process')).execFileSync('/bin/true'),
    'start another': async () => (await import('node:child_process')).spawn('/bin/true').pid,
    connect: async () => once((await import('node:net')).connect(port, '127.0.0.1'), 'connect').then(() => 'connected'),
    fetch: () => fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status),
    listen: async () => once((await import('node:net')).createServer().listen(0), 'listening').then(() => 'listening'),
    'send a packet': async () => (await import('node:dgram')).createSocket('udp4').send('x', port, '127.0.0.1'),
    'ask the DNS': async () => (await import('node:dns/promises')).lookup('localhost'),
    'end the server': () => process.kill(server, 0),
    'slow the server down': () => os.setPriority(server, 19),
    'use inner parts': () => typeof (process as unknown as Inner).binding('tcp_wrap'),
    'read in a thread without limits': () => readInThread(database, Worker),
    'and by its prototype': () => readInThread(database, Worker.prototype.constructor as typeof Worker),
    ...byChangedNames(database, require),
    ...byLoading(port),
  }
  const found: Record<string, unknown> = {}
  for (const [way, attempt] of Object.entries(ways)) {
    try {
      found[way] = await attempt()
    } catch (error) {
      const { code, cause, message } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }
      found[way] = code ?? cause?.code ?? message
    }
  }
  return found
}

/** What this thread's names mean is the attacker's to change, after the lock-down. */
function byChangedNames(database: string, require: NodeJS.Require): Record<string, () => unknown> {
  return {
    'take the maker of threads from a changed Reflect': async () => {
      const { construct } = Reflect
      let free = Worker
      Reflect.construct = ((maker: never, given: never, by: never) => {
        free = maker as never
        return construct(maker, given, by)
      }) as never
      const bound = new Worker('', { eval: true })
      Reflect.construct = construct
      await bound.terminate()
      return readInThread(database, free)
    },
    'give options by the prototype of all objects': async () => {
      Object.assign(Object.prototype, { execArgv: [], env: {} })
      const said = readInThread(database, Worker)
      for (const name of ['execArgv', 'env']) Reflect.deleteProperty(Object.prototype, name)
      return said
    },
    'make a thread by what is behind one': async () => {
      const bound = new Worker('', { eval: true }) as unknown as Record<symbol, { constructor: typeof Native }>
      const [made] = Object.getOwnPropertySymbols(bound).flatMap((symbol) => {
        const native = bound[symbol]
        return native && 'startThread' in native
          ? [new native.constructor(null, {}, [], undefined, true, false, '')]
          : []
      })
      return made
    },
    'give another environment': () => Object.defineProperty(process, 'env', { get: () => ({}) }),
    'load native code by a changed pattern': () => {
      const { exec, test } = RegExp.prototype
      Object.assign(RegExp.prototype, { exec: () => [], test: () => true })
      try {
        return new (require('better-sqlite3'))(database).name
      } finally {
        Object.assign(RegExp.prototype, { exec, test })
      }
    },
  }
}

const NO_HOOKS = ['data:text/javascript', 'export{}'].join()

declare class Native {
  constructor(...given: unknown[])
}

/** Modules that are not to be had. */
function byLoading(port: number): Record<string, () => unknown> {
  const { _load: load } = module as unknown as { _load: (...given: unknown[]) => typeof import('node:net') }
  const connected = (net: typeof import('node:net')) => once(net.connect(port, '127.0.0.1'), 'connect')
  return {
    'load a module past hooks': () => connected(load('net', null, false, { shouldSkipModuleHooks: true })),
    'load a module as if it were found': () => {
      const resolved = { filename: 'net', url: 'net', format: 'builtin' }
      return connected(load('net', null, false, { resolved }))
    },
    'load a module by name': () => connected(process.getBuiltinModule('node:net')),
    'put hooks before those of the lock-down': () => module.registerHooks({}),
    'run hooks in a thread without limits': () => module.register(NO_HOOKS),
    'change the engine': async () => (await import('node:v8')).setFlagsFromString('--allow-natives-syntax'),
    'look at the engine from outside': async () => new (await import('node:inspector')).Session().connect(),
    'see what natively stands behind objects': async () => (await import('node:async_hooks')).createHook({}).enable(),
  }
}

interface Inner {
  binding(name: string): unknown
}

async function readInThread(database: string, Thread: typeof Worker): Promise<unknown> {
  const code = `require('node:worker_threads').parentPort.postMessage(require('node:fs').readFileSync(${JSON.stringify(database)}).length)`
  const thread = new Thread(code, { eval: true, execArgv: [], env: {} })
  const [said] = await Promise.race([once(thread, 'message'), once(thread, 'error').then(([error]) => [error.code])])
  return said
}

const JUDGED: Judged = {
  sha256: '0'.repeat(64),
  pageCount: 1,
  recognised: 0,
  parts: [],
  assessment: { score: 0, level: 'LOW', flags: [], confidence: 1, policy: 'standard-1' },
  subjects: [],
  issues: [],
}

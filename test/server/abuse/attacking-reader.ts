import { execFileSync, spawn } from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import { threadId, Worker } from 'node:worker_threads'
import type { Judged, Reported, SummaryWork, Work } from '../../../server/src/documents/threads/work.ts'

/** What an attacker wants who has taken over what reads documents, and where it lies. */
export interface Attack {
  way: 'look-around' | 'wait' | 'wait-in-report' | 'talk-nonsense' | 'none'
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
  return { report: bytes(JSON.stringify(report)), issues: [] }
}

export async function summarise({ facts }: SummaryWork): Promise<Reported> {
  return {
    report: bytes(`summary of ${facts.documentId}`),
    issues: [{ stage: 'annotate', code: 'report_without_pages' }],
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
    'start a program': () => String(execFileSync('/bin/true')),
    'start another': () => spawn('/bin/true').pid,
    connect: () => once(net.connect(port, '127.0.0.1'), 'connect').then(() => 'connected'),
    fetch: () => fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status),
    listen: () => once(net.createServer().listen(0), 'listening').then(() => 'listening'),
    'send a packet': () => dgram.createSocket('udp4').send('x', port, '127.0.0.1'),
    'ask the DNS': () => dns.lookup('localhost'),
    'end the server': () => process.kill(server, 0),
    'use inner parts': () => typeof (process as unknown as Inner).binding('tcp_wrap'),
    'read in a thread without limits': () => readInThread(database, Worker),
    'and by its prototype': () => readInThread(database, Worker.prototype.constructor as typeof Worker),
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

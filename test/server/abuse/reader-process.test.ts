import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../../server/src/base/clock.ts'
import { createLog } from '../../../server/src/base/log.ts'
import type { Orders } from '../../../server/src/documents/analyst.ts'
import { unpackFacts } from '../../../server/src/documents/annotate/packed-facts.ts'
import { ReaderProcesses } from '../../../server/src/documents/process/reader-processes.ts'
import { STANDARD_POLICY } from '../../../server/src/documents/risk/policy/policy.ts'
import { migrate } from '../../../server/src/storage/migrate.ts'
import { until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import type { Attack } from './attacking-reader.ts'

vi.setConfig({ testTimeout: 60_000 })

const ATTACK = new URL('./attacking-reader.ts', import.meta.url)
const data = mkdtempSync(join(tmpdir(), 'mkt-reader-'))
const database = join(data, 'mkt.db')
const listening = createServer((socket) => socket.destroy())
let readers: ReaderProcesses

beforeAll(async () => {
  await migrate({ sqlite: database })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
})
afterEach(() => readers.stop())
afterAll(() => {
  listening.close()
  rmSync(data, { recursive: true })
})

function start({ clock = systemClock } = {}): void {
  const settings = { seconds: 60, msOfPage: 0, secondsOfPage: 0, memory: 256, worker: ATTACK.href }
  readers = new ReaderProcesses({ clock, log: createLog('silent'), settings, files: [fileURLToPath(ATTACK)] })
}

let files = 0

/** One document; what it does is what an attacker has it do. */
function read(way: Attack['way'], orders: Partial<Orders> = {}, { draw = true } = {}) {
  const path = join(data, `upload-${files++}`)
  const address = listening.address() as { port: number }
  writeFileSync(path, JSON.stringify({ way, database, data, port: address.port, server: process.pid } satisfies Attack))
  const reportPath = `${path}.report`
  const begun = Promise.withResolvers<void>()
  const done = readers.run({
    work: {
      path,
      reportPath,
      documentId: 'doc_1',
      createdAt: '',
      mostPages: 1,
      compare: false,
      draw,
      policy: STANDARD_POLICY,
    },
    observe: () => begun.resolve(),
    earlier: async () => [],
    signal: new AbortController().signal,
    ...orders,
  })
  return { done, begun: begun.promise, report: () => readFileSync(reportPath, 'utf8') }
}

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const onlyPid = () => {
  expect(readers.pids).toHaveLength(1)
  return readers.pids[0] as number
}

test('whoever takes over what reads documents reaches no file, database, network, program or secret', async () => {
  process.env.MKT_STRIPE_SECRET_KEY = 'sk_secret'
  start()
  const { done, report } = read('look-around')
  await done
  delete process.env.MKT_STRIPE_SECRET_KEY
  const { environment, ...found } = JSON.parse(report())
  expect(environment).toEqual({})
  expect(Object.keys(found)).toHaveLength(31)
  const refusals = ['ERR_ACCESS_DENIED', 'Cannot redefine property: env']
  expect(Object.entries(found).filter(([, code]) => !refusals.includes(code as string))).toEqual([])
})

test('a crash costs its document; those in work beside it are finished, and the next one is read', async () => {
  start()
  const crashing = read('wait')
  await crashing.begun
  const pid = onlyPid()
  const beside = read('none')
  const ended = expect(crashing.done).rejects.toMatchObject({ code: 'unprocessable_document' })
  process.kill(pid, 'SIGSEGV')
  await ended
  expect(await beside.done).toMatchObject({ pageCount: 1, issues: [] })
  expect(isThere(pid)).toBe(false)
  expect(await read('none').done).toMatchObject({ issues: [] })
})

test('a crash while the report is drawn costs the pages of the report', async () => {
  start()
  const told = Promise.withResolvers<void>()
  const { done, report } = read('wait-in-report', { judged: () => told.resolve() })
  await told.promise
  process.kill(onlyPid(), 'SIGSEGV')
  expect(await done).toMatchObject({ issues: [{ stage: 'annotate', code: 'report_without_pages' }] })
  expect(report()).toBe('summary of doc_1')
})

test('a crash after the analysis costs the pages of a report that is drawn later', async () => {
  start()
  const told = Promise.withResolvers<void>()
  const { done } = read('wait-in-report', { judged: () => told.resolve() }, { draw: false })
  await told.promise
  process.kill(onlyPid(), 'SIGSEGV')
  const { issues, facts } = await done
  expect(issues).toEqual([{ stage: 'annotate', code: 'report_without_pages' }])
  expect(unpackFacts(facts as Buffer)).toMatchObject({ summary: { documentId: 'doc_1', frames: [] } })
})

test('more than may be kept of a document is no report of it: what its summary is made of is kept', async () => {
  start()
  const { issues, facts } = await read('tell-much', {}, { draw: false }).done
  expect(issues).toEqual([{ stage: 'annotate', code: 'report_without_pages' }])
  expect(unpackFacts(facts as Buffer)).toMatchObject({ summary: { documentId: 'doc_1', frames: [] } })
})

/** Has a report drawn of a file with this text. */
function drawn(text: string, signal = new AbortController().signal, small?: true) {
  const reportPath = join(data, `report-${files++}`)
  const original = async () => Readable.from([Buffer.from(text)])
  const orders = { packed: Buffer.from('facts'), original, pages: 1, mostPages: 1, small, signal, reportPath }
  const done = readers.draw(orders)
  return { done, file: () => readFileSync(reportPath, 'utf8') }
}

test('a report that is asked for comes by memory while it is small, and by a file where it is large', async () => {
  start()
  expect(String(await drawn('file').done)).toBe('file of facts')
  const large = drawn('much')
  expect(await large.done).toBeUndefined()
  expect(large.file()).toBe(`${'much'.repeat(2_000_000)} of facts`)
})

test('a crash over a report that is asked for costs its pages; who leaves is not worked for', async () => {
  start()
  const { done } = drawn('wait')
  await until(() => readers.pids.length === 1, 'a process')
  const pid = onlyPid()
  // It has to have begun: what ends sooner is begun again, in summary all the same.
  process.kill(pid, 'SIGSEGV')
  expect(String(await done)).toBe('summary of facts')
  const leaving = new AbortController()
  const left = drawn('wait', leaving.signal)
  leaving.abort()
  await expect(left.done).rejects.toMatchObject({ name: 'AbortError' })
  expect(String(await drawn('next').done)).toBe('next of facts')
})

test('a crash over a first page that is drawn small costs that, and no summary stands for it', async () => {
  start()
  const { done } = drawn('wait', undefined, true)
  await until(() => readers.pids.length === 1, 'a process')
  process.kill(onlyPid(), 'SIGSEGV')
  await expect(done).rejects.toMatchObject({ code: 'unprocessable_document' })
  expect(String(await drawn('next').done)).toBe('next of facts')
})

/** Ends the process that is there beside this one. */
async function endOther(than?: number): Promise<number> {
  const other = () => readers.pids.find((pid) => pid !== than)
  await until(() => other() !== undefined, 'a process')
  const pid = other() as number
  process.kill(pid, 'SIGKILL')
  return pid
}

test('reports that end a process each do not hold up the next one', async () => {
  // Nobody advances it, so that whoever is made to wait waits for ever.
  start({ clock: new ManualClock() })
  for (const _ of [1, 2]) {
    const { done } = drawn('wait')
    await endOther()
    expect(String(await done)).toBe('summary of facts')
  }
  expect(String(await drawn('next').done)).toBe('next of facts')
})

test('a report over whose summary a process ends too cannot be drawn', async () => {
  start()
  const failed = expect(drawn('wait').done).rejects.toMatchObject({ code: 'unprocessable_document' })
  await endOther(await endOther())
  await failed
  expect(String(await drawn('next').done)).toBe('next of facts')
})

test('who leaves while the original is opened is not worked for', async () => {
  start()
  const leaving = new AbortController()
  const file = Readable.from([Buffer.from('left')])
  const original = async () => {
    leaving.abort()
    return file
  }
  const orders = { packed: Buffer.from('facts'), pages: 1, mostPages: 1, reportPath: join(data, 'r') }
  const left = readers.draw({ ...orders, original, signal: leaving.signal })
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  expect(file.destroyed).toBe(true)
  expect(String(await drawn('next').done)).toBe('next of facts')
})

test('an original that cannot be read fails the report, and the next one is drawn', async () => {
  start()
  const signal = new AbortController().signal
  const orders = { packed: Buffer.from('facts'), pages: 1, mostPages: 1, signal, reportPath: join(data, 'r') }
  const away = async () => Promise.reject(new Error('the store is away'))
  await expect(readers.draw({ ...orders, original: away })).rejects.toThrow('the store is away')
  async function* broken() {
    yield Buffer.from('wa')
    throw new Error('the store went away')
  }
  const breaking = async () => Readable.from(broken())
  await expect(readers.draw({ ...orders, original: breaking })).rejects.toThrow('the upload could not be read')
  expect(String(await drawn('next').done)).toBe('next of facts')
})

test('a process that ends before it has begun says nothing of the document, which another one gets', async () => {
  start()
  const { done } = read('none')
  await until(() => readers.pids.length === 1, 'a process')
  process.kill(onlyPid(), 'SIGKILL')
  expect(await done).toMatchObject({ pageCount: 1 })
})

test('a process that says what none says is ended, at the cost of its document', async () => {
  start()
  const { done, begun } = read('talk-nonsense')
  await begun
  const pid = onlyPid()
  await expect(done).rejects.toMatchObject({ code: 'unprocessable_document' })
  await until(() => !isThere(pid), 'its end')
  expect(await read('none').done).toMatchObject({ pageCount: 1 })
})

test('who leaves is not worked for, and the process reads the next one', async () => {
  start()
  const leaving = new AbortController()
  const left = read('wait', { signal: leaving.signal })
  await left.begun
  const pid = onlyPid()
  leaving.abort()
  await expect(left.done).rejects.toMatchObject({ name: 'AbortError' })
  expect(await read('none').done).toMatchObject({ pageCount: 1 })
  expect(onlyPid()).toBe(pid)
})

test('a report that cannot be written is a fault of the server, not of the document', async () => {
  start()
  const path = join(data, 'upload')
  writeFileSync(path, JSON.stringify({ way: 'none' }))
  const work = {
    path,
    reportPath: join(data, 'nowhere/report'),
    documentId: '',
    createdAt: '',
    mostPages: 1,
    compare: false,
    draw: true,
    policy: STANDARD_POLICY,
  }
  await expect(read('none', { work }).done).rejects.toThrow('the report could not be written')
  expect(await read('none').done).toMatchObject({ pageCount: 1 })
})

test('a process is started with the first document, kept warm, and ended after a pause', async () => {
  const clock = new ManualClock()
  start({ clock })
  expect(readers.pids).toEqual([])
  await read('none').done
  const pid = onlyPid()
  await read('none').done
  expect(onlyPid()).toBe(pid)
  clock.advance(299_000)
  expect(isThere(pid)).toBe(true)
  clock.advance(2000)
  await until(() => !isThere(pid), 'its end')
  expect(readers.pids).toEqual([])
})

import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import { unpackFacts } from '../../server/src/documents/annotate/packed-facts.ts'
import { STANDARD_POLICY } from '../../server/src/documents/risk/policy/policy.ts'
import { Pool, type PoolOrders } from '../../server/src/documents/threads/pool.ts'

let pool: Pool
afterEach(() => pool.stop())

function start({
  seconds = 20,
  secondsOfPage = 0,
  secondsToBegin = 20,
  secondsOfReport = 20,
  secondsOfStep = 20,
} = {}) {
  const worker = new URL('./misbehaving-worker.ts', import.meta.url)
  const log = createLog('silent')
  const times = { seconds, msOfPage: 0, secondsOfPage, secondsToBegin, secondsOfReport, secondsOfStep }
  pool = new Pool({ clock: systemClock, log, threads: 1, ...times, memory: 64, niceness: 0, worker })
}

type Given = Partial<Omit<PoolOrders, 'work'>> & { work?: Partial<PoolOrders['work']> }

/** What a file of this text is judged to be, with the text of its report. */
async function run(text: string, { work, ...orders }: Given = {}) {
  const bytes = new TextEncoder().encode(text)
  const { judged, report } = await pool.run({
    work: {
      ...{
        bytes,
        documentId: 'doc_1',
        createdAt: '',
        mostPages: 1,
        compare: true,
        draw: true,
        policy: STANDARD_POLICY,
      },
      ...work,
    },
    observe: () => undefined,
    earlier: async () => [],
    signal: new AbortController().signal,
    ...orders,
  })
  return { ...judged, report: new TextDecoder().decode(report) }
}

describe.each(['memory', 'exit', 'throw'])('a document that ends its thread by %s', (way) => {
  test('cannot be processed; the next one can', async () => {
    start()
    await expect(run(way)).rejects.toMatchObject({ code: 'unprocessable_document' })
    expect(await run('next')).toMatchObject({ done: 'next' })
  })
})

test('a thread that holds too much outside its heap is ended long before the limit of time', async () => {
  start({ seconds: 20 })
  await expect(run('buffers')).rejects.toMatchObject({
    code: 'unprocessable_document',
    message: 'The document cannot be analysed.',
  })
  expect(await run('next')).toMatchObject({ done: 'next' })
})

test('a thread that never comes back is ended at the limit of time', async () => {
  start({ seconds: 0.5 })
  await expect(run('loop')).rejects.toMatchObject({
    code: 'unprocessable_document',
    message: 'Reading it took too long, and it was given up. Send its pages in several files.',
  })
  expect(await run('next')).toMatchObject({ done: 'next' })
})

test('a thread that is lost in one step is ended long before the limit of time', async () => {
  start({ seconds: 600, secondsOfStep: 0.5 })
  await expect(run('loop')).rejects.toMatchObject({
    code: 'unprocessable_document',
    message: 'Reading it took too long, and it was given up. Send its pages in several files.',
  })
  expect(await run('next')).toMatchObject({ done: 'next' })
})

test('a thread that does not begin in time says nothing of the document: it may come again', async () => {
  start({ secondsToBegin: 0.5 })
  await expect(run('mute')).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 30 })
})

test('a thread that ends before it begins is a fault of the server, not of the document', async () => {
  start()
  await expect(run('unborn')).rejects.toThrow('no thread has taken the document')
})

test('a thread that fails while this one is busy has begun all the same', async () => {
  start()
  await run('warm')
  const failed = expect(run('throw')).rejects.toMatchObject({ code: 'unprocessable_document' })
  await new Promise(setImmediate)
  const from = performance.now()
  while (performance.now() - from < 200);
  await failed
})

test('pages that need recognition have time of their own', async () => {
  start({ seconds: 0.3, secondsOfPage: 10 })
  // The thread has to load within the limit too: what it does after that is what counts.
  await run('warm').catch(() => undefined)
  expect(await run('recognition')).toMatchObject({ done: 'recognition' })
  await pool.stop()
  start({ seconds: 0.3, secondsOfPage: 0 })
  await expect(run('recognition')).rejects.toMatchObject({ code: 'unprocessable_document' })
})

test('a caller that leaves ends the thread at once', async () => {
  start()
  const leaving = new AbortController()
  const left = run('loop', { signal: leaving.signal })
  setTimeout(() => leaving.abort(), 100)
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  await expect(run('loop', { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(await run('next')).toMatchObject({ done: 'next' })
})

test('a question of a thread is answered from the main one, whose failure is its own', async () => {
  start()
  const earlier = [{ document_id: 'doc_0', type: 'INVOICE' as const, created_at: '', sha256: '', fields: {} }]
  const asked: string[][] = []
  const answer = async (subjects: string[]) => {
    asked.push(subjects)
    return earlier
  }
  expect(await run('ask', { earlier: answer })).toMatchObject({ earlier })
  expect(asked).toEqual([['person:ada']])
  const failing = async () => Promise.reject(new Error('the database is away'))
  await expect(run('ask', { earlier: failing })).rejects.toThrow('the database is away')
})

describe.each(['loop', 'exit', 'throw'])('a report whose drawing ends its thread by %s', (way) => {
  test('is a summary; the analysis is answered with an issue that says so', async () => {
    start({ secondsOfReport: 0.5 })
    const judged = await run(`report-${way}`)
    expect(judged).toMatchObject({
      done: `report-${way}`,
      issues: [
        { stage: 'text', code: 'found' },
        { stage: 'annotate', code: 'report_without_pages' },
      ],
    })
    expect(judged.report).toBe('summary of doc_1, 1 page')
    expect(await run('next')).toMatchObject({ issues: [{ code: 'found' }], report: 'drawn' })
  })
})

test('where the report is drawn later, an end of the thread leaves what its summary is made of', async () => {
  start()
  const bytes = new TextEncoder().encode('report-exit')
  const { judged, report } = await pool.run({
    work: {
      ...{
        bytes,
        documentId: 'doc_1',
        createdAt: '',
        mostPages: 1,
        compare: true,
        draw: false,
        policy: STANDARD_POLICY,
      },
    },
    observe: () => undefined,
    earlier: async () => [],
    signal: new AbortController().signal,
  })
  expect(judged.issues.at(-1)).toEqual({ stage: 'annotate', code: 'report_without_pages' })
  expect(unpackFacts(report)).toMatchObject({ summary: { documentId: 'doc_1', pageCount: 1, frames: [] } })
})

describe.each(['loop', 'exit', 'throw'])('a report that is asked for and ends its thread by %s', (way) => {
  test('is a summary; the next one is drawn', async () => {
    start({ secondsOfReport: 0.5, secondsToBegin: 1 })
    const { signal } = new AbortController()
    const draw = async (text: string) => {
      const bytes = new TextEncoder().encode(text)
      const packed = new TextEncoder().encode('facts')
      return String(Buffer.from((await pool.draw({ bytes, packed, pages: 1, mostPages: 1 }, signal)).report))
    }
    expect(await draw(`report-${way}`)).toBe('summary of facts')
    expect(await draw('next')).toBe('drawn')
  })
})

test('a document whose summary cannot be made either cannot be processed', async () => {
  start()
  const work = { documentId: 'doc_defect' }
  await expect(run('report-exit', { work })).rejects.toMatchObject({ code: 'unprocessable_document' })
})

test('a caller that leaves while the report is drawn is not worked for', async () => {
  start()
  const leaving = new AbortController()
  const leave = ({ stage }: { stage: string }) => stage === 'annotate' && leaving.abort()
  const left = run('report-loop', { signal: leaving.signal, observe: leave })
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  expect(await run('next')).toMatchObject({ done: 'next' })
})

import { analysisProgress } from '@mkt/schemas'
import { afterEach, describe, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { until } from './contract/until.ts'
import {
  analyzed,
  type DocumentEvent,
  type DocumentsService,
  type DocumentsServiceOptions,
  events,
  post,
  startDocuments,
} from './documents-service.ts'
import { madePdf } from './made-pdf.ts'

let place: DocumentsService
afterEach(() => place.stop())

async function start(options: DocumentsServiceOptions = {}) {
  place = await startDocuments({ threads: 1, ...options })
  return await place.user('ada')
}

const LINES = Array(40).fill('Page # has many lines of text which all have to be read')
let made: Promise<Uint8Array> | undefined
/** Takes a second or more. */
function slow(): Promise<Uint8Array> {
  made ??= madePdf({ pages: 400, lines: LINES })
  return made
}
const total = async (authorization: string) =>
  ((await ask(place.url, 'GET /documents', { as: authorization })).body as { pagination: { total: number } }).pagination
    .total
const idle = () => place.documents.seats.working === 0 && place.documents.seats.waiting === 0
const read = async (response: Response) => {
  const found: DocumentEvent[] = []
  for await (const event of events(response)) found.push(event)
  return found
}
const STREAM = { accept: 'text/event-stream' }

test('a document over its time is 422, its thread is replaced and the next one is analysed', async () => {
  // A thread's first document also takes the time in which its code is compiled.
  const { authorization: as } = await start({ limits: { document_seconds: 2, document_page_ms: 0 } })
  const response = await post(place.url, await madePdf({ pages: 1200, lines: LINES }), { as })
  expect([response.status, await response.text()]).toEqual([
    422,
    expect.stringMatching(/"unprocessable_document".*took too long.*in several files/),
  ])
  await until(async () => (await post(place.url, await madePdf(), { as })).status === 200, 'a new thread')
  expect(place.uploads()).toEqual([])
})

test('a document of too many pages is 422', async () => {
  const { authorization: as } = await start({ limits: { document_pages: 3 } })
  expect((await post(place.url, await madePdf({ pages: 3 }), { as })).status).toBe(200)
  expect((await post(place.url, await madePdf({ pages: 4 }), { as })).status).toBe(422)
})

test('a caller that leaves stops the work, and nothing is kept', async () => {
  const { authorization: as } = await start()
  const leaving = new AbortController()
  const response = await post(place.url, await slow(), { as, headers: STREAM, signal: leaving.signal })
  for await (const { event, data } of events(response)) {
    if (event === 'progress' && data.stage === 'text') break
  }
  leaving.abort()
  await until(idle)
  await until(() => place.uploads().length === 0)
  expect(await total(as)).toBe(0)
})

test('a caller that leaves while it waits is taken out of the queue', async () => {
  const { authorization: as } = await start()
  const [first, leaving] = [new AbortController(), new AbortController()]
  const file = await madePdf({ pages: 60, lines: Array(40).fill('Page # of a report') })
  const one = post(place.url, file, { as, signal: first.signal }).catch(() => undefined)
  await until(() => place.documents.seats.working === 1)
  const two = post(place.url, file, { as, signal: leaving.signal }).catch(() => undefined)
  await until(() => place.uploads().length === 2)
  leaving.abort()
  await until(() => place.documents.seats.waiting === 0)
  expect(place.documents.seats.working).toBe(1)
  first.abort()
  await Promise.all([one, two])
  await until(idle)
  await until(() => place.uploads().length === 0)
})

describe('a full house is 429 with Retry-After', () => {
  test('for everybody when the queue is full', async () => {
    const { authorization: as } = await start({ limits: { documents_queued: 2 } })
    const other = await place.user('other')
    const leaving = new AbortController()
    const file = await slow()
    const waiting = [1, 2, 3].map(() => post(place.url, file, { as, signal: leaving.signal }).catch(() => undefined))
    await until(() => place.documents.seats.waiting + place.documents.seats.working === 3)
    const refused = await post(place.url, await madePdf(), { as: other.authorization })
    expect([refused.status, await refused.text()]).toEqual([429, '{"error":"rate_limited"}'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    leaving.abort()
    await Promise.all(waiting)
    await until(idle)
    expect((await post(place.url, await madePdf(), { as: other.authorization })).status).toBe(200)
  })

  test('for one user who has too much in work', async () => {
    const { authorization: as } = await start({ limits: { documents_at_once: 1 } })
    const other = await place.user('other')
    const leaving = new AbortController()
    const first = post(place.url, await slow(), { as, signal: leaving.signal }).catch(() => undefined)
    await until(() => place.documents.seats.working === 1)
    expect((await post(place.url, await madePdf(), { as })).status).toBe(429)
    const theirs = post(place.url, await madePdf(), { as: other.authorization })
    await until(() => place.documents.seats.waiting === 1)
    leaving.abort()
    expect((await theirs).status).toBe(200)
    await first
  })

  test('for one user who had too many in the hour', async () => {
    const { authorization: as } = await start({ limits: { documents_per_hour: 10 } })
    const file = await madePdf()
    const statuses: number[] = []
    for (let count = 0; count < 3; count++) statuses.push((await post(place.url, file, { as })).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await post(place.url, file, { as: (await place.user('other')).authorization })).status).toBe(200)
  })

  test('for one user who tries types on more than may be sent in the hour', async () => {
    const { authorization: as } = await start({ limits: { documents_per_hour: 15 } })
    const { document_id } = await analyzed(place.url, await madePdf(), { as })
    const type = { name: 'LEASE', fields: [{ name: 'rent', kind: 'amount', labels: ['rent'] }] }
    const tryOn = async (document_ids: string[]) =>
      (await ask(place.url, 'POST /document-types/try', { as, json: { type, document_ids } })).status
    expect(await tryOn([document_id])).toBe(200)
    expect(await tryOn([document_id, document_id])).toBe(429)
    expect((await post(place.url, await madePdf(), { as })).status).toBe(429)
  })
})

test('twenty at once are all analysed, and a user with one is not behind all of another', async () => {
  const { authorization: as } = await start({ threads: 2 })
  const other = await place.user('other')
  const file = await madePdf({ pages: 20, lines: Array(30).fill('Page # of a report') })
  const order: string[] = []
  const many = Array.from({ length: 20 }, async () => {
    const { document_id } = await analyzed(place.url, file, { as })
    order.push('ada')
    return document_id
  })
  await until(() => place.documents.seats.waiting === 18)
  const one = analyzed(place.url, file, { as: other.authorization }).then(() => order.push('other'))
  expect(new Set(await Promise.all(many)).size).toBe(20)
  await one
  expect(order.indexOf('other')).toBeLessThan(10)
  expect(await total(as)).toBe(20)
  expect(place.uploads()).toEqual([])
})

describe('as a stream of events', () => {
  test('an analysis is told of by stage, then answered as it is kept', async () => {
    const { authorization: as } = await start()
    const response = await post(place.url, await madePdf({ pages: 2 }), { as, headers: STREAM })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const found = await read(response)
    const stages = found.flatMap(({ event, data }) => (event === 'progress' ? [data.stage] : []))
    expect(stages[0]).toBe('queued')
    expect(stages).toEqual(expect.arrayContaining(['queued', 'text', 'annotate', 'store']))
    expect(found).toContainEqual({ event: 'progress', data: { stage: 'text', pages: 2 } })
    const last = found.at(-1)
    if (last?.event !== 'result') throw new Error(`the last event is ${last?.event}`)
    const { body } = await ask(place.url, `GET /documents/${last.data.document_id}`, { as })
    expect(body).toEqual(last.data)
  })

  test('a document that cannot be read is an error event', async () => {
    const { authorization: as } = await start()
    const found = await read(await post(place.url, Buffer.from('%PDF-1.7\n'), { as, headers: STREAM }))
    expect(found.at(-1)).toEqual({ event: 'error', data: { error: 'unprocessable_document' } })
  })

  test('a document without pages is an error event, and no progress over none', async () => {
    const { authorization: as } = await start()
    const empty = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj'
    const file = Buffer.from(`%PDF-1.4\n${empty}\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF`)
    const found = await read(await post(place.url, file, { as, headers: STREAM }))
    for (const { event, data } of found) if (event === 'progress') expect(analysisProgress.parse(data)).toEqual(data)
    expect(found.at(-1)).toEqual({ event: 'error', data: { error: 'unprocessable_document' } })
  })

  test('what is wrong with the request itself is an ordinary answer', async () => {
    const { authorization: as } = await start()
    const response = await post(place.url, Buffer.from('hello'), { as, headers: STREAM })
    expect([response.status, await response.text()]).toEqual([400, '{"error":"invalid_file_format"}'])
  })

  test('who takes JSON as well gets JSON', async () => {
    const { authorization: as } = await start()
    const response = await post(place.url, await madePdf(), {
      as,
      headers: { accept: 'application/json, text/event-stream' },
    })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    await response.text()
  })
})

test('a stop lets a document in work end, and tells who waits to come again', async () => {
  const { authorization: as } = await start()
  const file = await madePdf({ pages: 60, lines: Array(40).fill('Page # of a report') })
  const one = post(place.url, file, { as })
  await until(() => place.documents.seats.working === 1)
  const two = post(place.url, file, { as })
  await until(() => place.documents.seats.waiting === 1)
  const stopped = place.stop({ keep: true })
  expect((await one).status).toBe(200)
  expect((await two).status).toBe(429)
  await stopped
  place = await startDocuments({ data: place.data })
  expect(await total(as)).toBe(1)
})

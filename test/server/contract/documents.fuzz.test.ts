import { documentsError, type Endpoint, documents as endpoints, isSchema } from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gateOrWide } from '../../gate-or-wide.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from '../documents-service.ts'
import { madePdf } from '../made-pdf.ts'
import { mutatedPlans, type Plan, validPlans } from './fuzz.requests.ts'

/** Of each kind and endpoint; `npm run test:long` sends 300 (documents.fuzz.long.test.ts). */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? gateOrWide(20, 60))
/** FUZZ_SEED=n replays what a failure names, or tries others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)

let place: DocumentsService
let ada: DocumentsUser
let pdf: Buffer
let statuses: Record<string, Set<number>>
let ids: string[]
beforeAll(async () => {
  place = await startDocuments({ threads: 2, limits: { documents_per_hour: 1_000_000 } })
  ada = await place.user('ada')
  pdf = Buffer.from(await madePdf())
  ids = []
  for (let count = 0; count < Math.min(60, REQUESTS); count++)
    ids.push((await analyzed(place.url, pdf, { as: ada.authorization })).document_id)
  const { paths } = (await (await fetch(`${place.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  statuses = Object.fromEntries(
    operations.map(({ operationId, responses }) => [operationId, new Set(Object.keys(responses).map(Number))]),
  )
})
afterAll(() => place.stop())

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const sendable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '?')]))

/** What is wrong with an answer, or undefined. */
function faultOf(endpoint: Endpoint, status: number, type: string, text: string): string | undefined {
  if (!statuses[endpoint.name]?.has(status)) return `the document does not declare ${status}`
  if (status >= 500) return 'a fault of the server'
  if (status >= 400)
    return documentsError.strict().safeParse(JSON.parse(text)).success ? undefined : `not an error body: ${text}`
  const answer = endpoint.answers[status]
  if (answer === null) return text === '' ? undefined : 'a body where none is declared'
  if (!isSchema(answer)) return answer && type.startsWith(answer.contentType) ? undefined : `of the type ${type}`
  const parsed = answer.safeParse(JSON.parse(text))
  return parsed.success ? undefined : parsed.error.message
}

async function fuzz(endpoint: Endpoint, plans: Plan[]): Promise<number> {
  let successes = 0
  for (const [index, { params, query, headers, json, raw }] of plans.entries()) {
    // These are another address, before any server sees them.
    if (Object.values(params).some((param) => ['', '.', '..'].includes(String(param)))) continue
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => encoded(String(params[name])))
    const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
    const said = raw ?? (json === undefined ? undefined : JSON.stringify(json))
    // What is no request of this method is another test's.
    const body = said === undefined || endpoint.method === 'GET' ? {} : { body: said }
    const type = 'body' in body ? { 'content-type': 'application/json' } : {}
    const all = { authorization: ada.authorization, ...type, ...sendable(headers) }
    const request = { method: endpoint.method, headers: all, ...body }
    const response = await fetch(`${place.url}${path}?${search}`, request).catch((error) => error)
    // What no client can send.
    if (response instanceof TypeError) continue
    const text = await response.text()
    const fault = faultOf(endpoint, response.status, response.headers.get('content-type') ?? '', text)
    expect([fault, `FUZZ_SEED=${SEED} request ${index}: ${path}?${search} ${text.slice(0, 200)}`]).toEqual([
      undefined,
      expect.any(String),
    ])
    if (response.status < 300) successes++
  }
  return successes
}

// What erases them comes last.
const plain = (Object.values(endpoints) as Endpoint[])
  .filter(({ multipart }) => !multipart)
  .toSorted((a, b) => Number(a.name === 'deleteDocument') - Number(b.name === 'deleteDocument'))

/** Of so many valid requests so many succeed at the least. */
const LEAST: Record<string, number> = {
  // A document can be erased once.
  deleteDocument: REQUESTS / 5,
  // There is one slip, and what was not corrected cannot be taken back.
  correctField: REQUESTS / 20,
  uncorrectField: 0,
  // Their ids and names are the sample's own: what there is, is asked for in documents.tasks and documents.types.
  getAnalysis: 0,
  deleteAnalysis: 0,
  tryType: 0,
  getType: 0,
  deleteType: 0,
}

describe.each(plain)('$name', (endpoint) => {
  const sample = (make: typeof validPlans) =>
    fc.sample(
      make(endpoint, { document_id: fc.constantFrom(...ids), field: fc.constant('note'), slip: fc.constant(1) }),
      { seed: SEED, numRuns: REQUESTS },
    )

  test('requests of its schemas are answered as it declares', async () => {
    // Nearly all documents are there.
    expect(await fuzz(endpoint, sample(validPlans))).toBeGreaterThanOrEqual(LEAST[endpoint.name] ?? REQUESTS / 2)
    for (let count = ids.length; endpoint.name === 'deleteDocument' && count > 0; count--)
      ids[count - 1] = (await analyzed(place.url, pdf, { as: ada.authorization })).document_id
  })

  test('requests with something wrong are answered as it declares', async () => {
    await fuzz(endpoint, sample(mutatedPlans))
  })
})

describe('analyzeTaxSlip', () => {
  const BOUNDARY = 'bound'
  const whole = () =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="reference_count"\r\n\r\n2\r\n`),
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`),
      pdf,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ])
  const send = (body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
    fetch(`${place.url}/analyze-tax-slip`, {
      method: 'POST',
      body: body as unknown as Blob,
      headers: { authorization: ada.authorization, 'content-type': type },
    })
  const piece = fc.constantFrom(
    '\r\n',
    '\r',
    '--',
    `--${BOUNDARY}`,
    `\r\n--${BOUNDARY}\r\n`,
    `\r\n--${BOUNDARY}--`,
    '\r\n\r\n',
    '"',
    ';',
    'name="file"',
    '\0',
    'é',
    '%PDF-',
  )
  const somewhere = fc.oneof(fc.nat(300), fc.nat(2000))
  const change = fc.oneof(
    fc.record({ at: somewhere, cut: fc.nat(40), put: fc.string({ maxLength: 6 }) }),
    fc.record({ at: somewhere, cut: fc.nat(3), put: piece }),
    fc.record({ at: somewhere, cut: fc.constant(100_000), put: fc.constant('') }),
  )

  test('a form with anything changed in it is answered as it declares, and leaves no file behind', async () => {
    const changes = fc.sample(fc.array(change, { minLength: 1, maxLength: 3 }), { seed: SEED, numRuns: REQUESTS })
    const counts = new Map<number, number>()
    for (const [index, edits] of changes.entries()) {
      let body = whole()
      for (const { at, cut, put } of edits)
        body = Buffer.concat([body.subarray(0, at), Buffer.from(put), body.subarray(Math.min(body.length, at + cut))])
      const response = await send(body)
      const text = await response.text()
      const fault = faultOf(endpoints.analyzeTaxSlip, response.status, response.headers.get('content-type') ?? '', text)
      expect([fault, `FUZZ_SEED=${SEED} form ${index}: ${JSON.stringify(edits)} ${text.slice(0, 200)}`]).toEqual([
        undefined,
        expect.any(String),
      ])
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1)
    }
    expect(counts.get(200) ?? 0).toBeGreaterThan(0)
    expect(counts.get(400) ?? 0).toBeGreaterThan(REQUESTS / 5)
    expect(place.uploads()).toEqual([])
  })

  test('a form in chunks of any size is the same form', async () => {
    const body = whole()
    const sizes = fc.sample(fc.integer({ min: 1, max: 300 }), { seed: SEED, numRuns: 15 })
    for (const size of sizes) {
      async function* pieces() {
        for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
      }
      const response = await fetch(`${place.url}/analyze-tax-slip`, {
        method: 'POST',
        body: ReadableStream.from(pieces()),
        duplex: 'half',
        headers: { authorization: ada.authorization, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      } as RequestInit)
      expect([size, response.status, (await response.text()).slice(0, 9)]).toEqual([size, 200, '{"status"'])
    }
  })
})

import { documentsErrorCode, type Endpoint, documents as endpoints, FIELDS } from '@mkt/schemas'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEDIA_TYPES } from '../../../server/src/documents/intake/file-kind.ts'
import { type DocumentsService, startDocuments } from '../documents-service.ts'
import { ask } from './ask.ts'

interface Operation {
  operationId: string
  security: object[]
  responses: Record<string, { description: string; content?: Record<string, { schema: { $ref?: string } }> }>
  requestBody?: { required: boolean; content: Record<string, { schema: { properties: object; required: string[] } }> }
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
}
interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, unknown> }>; securitySchemes: object }
}

let place: DocumentsService
let document: Document
beforeAll(async () => {
  place = await startDocuments({ threads: 1 })
  document = (await ask(place.url, 'GET /openapi.json')).body as Document
})
afterAll(() => place.stop())

const operationOf = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()] as Operation

test('GET /openapi.json is a valid OpenAPI 3.1 document of whatever server it came from', async () => {
  const report = await new Validator().validate(structuredClone(document) as never)
  expect(report.errors ?? []).toEqual([])
  expect(report.valid).toBe(true)
  expect([document.openapi, document.servers]).toEqual(['3.1.1', [{ url: './' }]])
  expect(Object.keys(document.components.securitySchemes)).toEqual(['documentsKey'])
})

test('the original of a document is of any kind that is kept', () => {
  const { content = {} } = operationOf(endpoints.getOriginal).responses[200] ?? {}
  expect(Object.keys(content).sort()).toEqual(Object.values(MEDIA_TYPES).sort())
})

test('it has every endpoint once, with its answers, its own errors and nothing else', () => {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  expect(found.sort()).toEqual(
    Object.values(endpoints)
      .map(({ name, method, path }) => `${name} ${method} ${path}`)
      .sort(),
  )
  const statuses = Object.fromEntries(
    (Object.values(endpoints) as Endpoint[]).map((endpoint) => [
      endpoint.name,
      Object.keys(operationOf(endpoint).responses).join(' '),
    ]),
  )
  expect(statuses).toEqual({
    analyzeTaxSlip: '200 202 400 401 413 422 429 500',
    getAnalysis: '200 400 401 404 500',
    deleteAnalysis: '204 400 401 404 500',
    listDocuments: '200 400 401 500',
    metrics: '200 500',
    getDocument: '200 400 401 404 500',
    getReport: '200 400 401 404 422 429 500',
    getThumbnail: '200 400 401 404 429 500',
    getWorkbook: '200 400 401 404 500',
    getOriginal: '200 400 401 404 500',
    declareType: '201 400 401 413 500',
    tryType: '200 400 401 404 413 429 500',
    listTypes: '200 400 401 500',
    getType: '200 400 401 404 500',
    deleteType: '204 400 401 404 500',
    getReview: '200 400 401 404 500',
    changeReview: '200 400 401 404 413 500',
    correctField: '200 400 401 404 413 500',
    uncorrectField: '200 400 401 404 500',
    deleteDocument: '204 400 401 404 500',
    health: '200 500',
    openapi: '200 500',
    docs: '200 500',
  })
})

test('every error has the body of this service, with codes of its union', () => {
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    for (const [status, { description, content }] of Object.entries(operationOf(endpoint).responses)) {
      if (Number(status) < 400) continue
      expect(content?.['application/json']?.schema.$ref).toBe('#/components/schemas/DocumentsError')
      for (const code of description.split(', ')) expect(documentsErrorCode.options).toContain(code)
    }
  }
  expect(document.components.schemas.DocumentsError).toMatchObject({
    properties: { error: { enum: documentsErrorCode.options } },
    required: ['error'],
  })
})

test('the upload is a form with a required file and a bounded count, its answer JSON or a stream', () => {
  const { requestBody, responses, security } = operationOf(endpoints.analyzeTaxSlip)
  expect(security).toEqual([{ documentsKey: [] }])
  expect(requestBody?.required).toBe(true)
  const { schema } = requestBody?.content['multipart/form-data'] ?? { schema: undefined }
  expect(schema?.required).toEqual(['file'])
  expect(schema?.properties).toMatchObject({
    file: { type: 'string', contentMediaType: 'application/pdf' },
    reference_count: { type: 'integer', minimum: 0, maximum: 20, default: 1 },
  })
  expect(Object.keys(responses['200']?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
})

test('the report is a PDF', () => {
  expect(Object.keys(operationOf(endpoints.getReport).responses['200']?.content ?? {})).toEqual(['application/pdf'])
})

test('it names every field of every type', () => {
  const names = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)))
  expect(Object.keys(document.components.schemas.Fields?.properties ?? {}).sort()).toEqual([...names].sort())
})

test('a name means the same kind of value in every type', () => {
  const kinds = new Map<string, Set<string>>()
  for (const fields of Object.values(FIELDS)) {
    for (const [name, kind] of Object.entries(fields)) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
  }
  expect([...kinds].filter(([, found]) => found.size > 1)).toEqual([])
})

test('every reference in it leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] as string)
  expect(references.length).toBeGreaterThan(5)
  for (const reference of references) {
    const target = reference.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document)
    expect([reference, target]).toEqual([reference, expect.any(Object)])
  }
})

test('GET /docs and what it loads come from this server', async () => {
  const page = await ask(place.url, 'GET /docs')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const [, path] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const { origin, pathname } = new URL(path as string, `${place.url}/docs`)
    expect(origin).toBe(place.url)
    expect((await ask(place.url, `GET ${pathname}`)).status).toBe(200)
  }
})

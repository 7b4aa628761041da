import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Endpoint, market as endpoints } from '@mkt/schemas'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { ask } from './ask.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
})
afterAll(() => place.stop())

interface Operation {
  operationId: string
  security: object[]
  responses: Record<string, { content?: Record<string, unknown> }>
  requestBody?: object
  parameters?: { name: string; in: string }[]
}
interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

const load = async () => (await ask(place.url, 'GET /openapi.json')).body as Document

test('GET /openapi.json is a valid OpenAPI 3.1 document of whatever server it came from', async () => {
  const document = await load()
  const report = await new Validator().validate(document as never)
  expect(report.errors ?? []).toEqual([])
  expect(report.valid).toBe(true)
  expect([document.openapi, document.servers]).toEqual(['3.1.1', [{ url: './' }]])
})

test.each(['', '/deep/market'])(
  'the page under the prefix "%s" finds its files, its contract and the server',
  async (prefix) => {
    // A proxy that is called by another name than the server knows, and takes its prefix off.
    const proxy = createServer((request, response) => {
      const path = (request.url ?? '').slice(prefix.length)
      void fetch(place.url + path).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const base = `http://localhost:${(proxy.address() as AddressInfo).port}${prefix}`
      for (const page of [`${base}/docs`, `${base}/docs/`]) {
        const html = await (await fetch(page)).text()
        const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
          ([, path]) => new URL(path as string, page).href,
        )
        expect(files).toContain(`${base}/docs/start.js`)
        for (const file of files) expect([file, (await fetch(file)).status]).toEqual([file, 200])
      }
      const start = await (await fetch(`${base}/docs/start.js`)).text()
      const contract = new URL(/new URL\('([^']+)'/.exec(start)?.[1] as string, `${base}/docs/start.js`).href
      const { servers } = (await (await fetch(contract)).json()) as Document
      expect(new URL(servers[0]?.url as string, contract).href).toBe(`${base}/`)
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
  },
)

test('it has every endpoint, once, with its success and its errors', async () => {
  const { paths } = await load()
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  const declared = Object.values(endpoints).map(({ name, method, path }) => `${name} ${method} ${path}`)
  expect(found.sort()).toEqual(declared.sort())
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation
    const statuses = Object.keys(operation.responses)
    expect(statuses).toEqual(expect.arrayContaining([...Object.keys(endpoint.answers), '500']))
    const takesPassword = endpoint.errors.includes('unauthorized' as never)
    expect(statuses.includes('401')).toBe(endpoint.credential !== 'none' || takesPassword)
    expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.multipart !== undefined)
    const members = [...Object.keys(endpoint.params?.shape ?? {}), ...Object.keys(endpoint.query?.shape ?? {})]
    const named = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header').map(({ name }) => name)
    expect(named.sort()).toEqual(members.sort())
  }
})

test('credits are decimal numbers in it, which code generators must not take for integers', async () => {
  const { body } = await ask(place.url, 'GET /openapi.json')
  const { Job, NewUser, Model } = (body as { components: { schemas: Record<string, { properties: object }> } })
    .components.schemas
  expect(Job?.properties).toMatchObject({
    credits_used: { type: 'number', format: 'double' },
    max_tokens: { type: 'integer' },
  })
  expect(NewUser?.properties).toMatchObject({ credits: { type: 'number', format: 'double' } })
  expect(Model?.properties).toMatchObject({ min_price_per_token: { type: 'number', format: 'double' } })
})

test('every reference in it leads somewhere', async () => {
  const { text, body } = await ask(place.url, 'GET /openapi.json')
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] as string)
  expect(references.length).toBeGreaterThan(5)
  for (const reference of references) {
    const target = reference.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], body)
    expect([reference, target]).toEqual([reference, expect.any(Object)])
  }
})

test('GET /docs and all that it loads come from this server', async () => {
  const page = await ask(place.url, 'GET /docs')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).not.toMatch(/https?:\/\//)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    (match) => new URL(match[1] as string, `${place.url}/docs`),
  )
  expect(files.length).toBeGreaterThanOrEqual(4)
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', png: 'image/png' }
  for (const { origin, pathname } of files) {
    expect(origin).toBe(place.url)
    const file = await ask(place.url, `GET ${pathname}`)
    expect([pathname, file.status, file.text.length > 0]).toEqual([pathname, 200, true])
    expect(file.headers.get('content-type')).toContain(types[pathname.split('.').at(-1) as string])
  }
})

import { cpSync, existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../server/contract/until.ts'
import { analyzed, post } from '../server/documents-service.ts'
import { madePdf } from '../server/made-pdf.ts'
import { cleanUp, runBin, startBin, tempFolder } from './bins.ts'
import { type Server, serve } from './market.ts'

let pdf: Uint8Array
beforeAll(async () => {
  pdf = await madePdf()
})
afterAll(cleanUp)

async function json(data: string, args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runBin('mkt-server', [...args, '--data', data, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}
const keyOf = async (server: Server, user: string) =>
  `Bearer ${(await json(server.data, ['keys', 'create', '--user', user])).key}`
const get = (url: string, authorization: string) => fetch(url, { headers: { authorization } })
const folders = (data: string) => (existsSync(join(data, 'documents')) ? readdirSync(join(data, 'documents')) : [])

describe('--services', () => {
  const args = (services: string) => [
    'serve',
    '--data',
    tempFolder(),
    '--market-port',
    '0',
    '--documents-port',
    '0',
    '--services',
    services,
  ]

  test.each([
    ['documents', '/jobs'],
    ['market', '/documents'],
  ])('%s starts that one and opens no other port', async (service, foreign) => {
    const program = startBin('mkt-server', args(service))
    const [line] = await program.says(/\{[^\n]*mkt-server is up[^\n]*\}/)
    const { market: marketUrl, documents: documentsUrl } = JSON.parse(line)
    expect([typeof marketUrl, typeof documentsUrl].filter((type) => type === 'string')).toHaveLength(1)
    const url = marketUrl ?? documentsUrl
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect((await fetch(url + foreign)).status).toBe(404)
    expect((await program.stop()).code).toBe(0)
  })

  test.each(['', 'both', 'market,x', ','])('"%s" is refused in words', async (services) => {
    const { code, stderr } = await runBin('mkt-server', args(services || ' '))
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/--services.*must be market, documents or market,documents/),
    ])
  })

  test('a place for files that is none is refused, with everything else that is wrong', async () => {
    const wrong = ['--blobs', 'ftp://x', '--documents-threads', '0']
    const { code, stderr } = await runBin('mkt-server', [...args('documents'), ...wrong])
    expect(code).toBe(2)
    expect(stderr).toMatch(/--blobs \(MKT_BLOBS\) is "ftp:\/\/x": must be s3:\/\/bucket/)
    expect(stderr).toMatch(/--documents-threads/)
  })
})

test('a key is made, listed, used, revoked, and opens nothing then', async () => {
  const server = await serve()
  const as = await keyOf(server, 'ada')
  const { document_id } = await analyzed(server.documentsUrl, pdf, { as })
  const { keys } = (await json(server.data, ['keys', 'list', '--user', 'ada'])) as { keys: { key_id: string }[] }
  expect(keys).toHaveLength(1)
  await json(server.data, ['keys', 'revoke', keys[0]?.key_id as string, '--user', 'ada'])
  expect((await get(`${server.documentsUrl}/documents/${document_id}`, as)).status).toBe(401)
  expect((await post(server.documentsUrl, pdf, { as })).status).toBe(401)
  await server.program.stop()
})

test('a backup has the files of the documents that it has, and serves them when restored', async () => {
  const server = await serve()
  const as = await keyOf(server, 'ada')
  const { document_id } = await analyzed(server.documentsUrl, pdf, { as })
  const file = join(tempFolder(), 'copy.db')
  expect(await json(server.data, ['backup', '--to', file])).toMatchObject({ file, documents: 1 })
  expect(readdirSync(`${file}-documents`)).toEqual([document_id])
  const restored = tempFolder()
  cpSync(file, join(restored, 'mkt.db'))
  cpSync(`${file}-documents`, join(restored, 'documents'), { recursive: true })
  const second = await serve({ data: restored })
  const report = await get(`${second.documentsUrl}/documents/${document_id}/annotated.pdf`, as)
  expect([report.status, (await report.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
  const bucket = await json(server.data, ['backup', '--to', join(tempFolder(), 'copy.db'), '--blobs', 's3://papers'])
  expect(bucket.documents).toBeNull()
  await Promise.all([server.program.stop(), second.program.stop()])
})

test('a purge erases what is old, of one user or of all, beside the running server', async () => {
  const server = await serve()
  const [ada, bob] = [await keyOf(server, 'ada'), await keyOf(server, 'bob')]
  for (const as of [ada, bob]) await analyzed(server.documentsUrl, pdf, { as })
  const purge = (...more: string[]) => json(server.data, ['documents', 'purge', '--yes', ...more])
  expect(await purge('--older-than', '1')).toEqual({ erased: 0 })
  expect(await purge('--older-than', '0', '--user', 'ada')).toEqual({ erased: 1 })
  expect(folders(server.data)).toHaveLength(1)
  expect(await (await get(`${server.documentsUrl}/documents`, ada)).json()).toMatchObject({ pagination: { total: 0 } })
  expect(await (await get(`${server.documentsUrl}/documents`, bob)).json()).toMatchObject({ pagination: { total: 1 } })
  expect(await purge('--older-than', '0')).toEqual({ erased: 1 })
  expect(folders(server.data)).toEqual([])
  for (const [exit, ...flags] of [
    [2, '--older-than', ''],
    [1, '--older-than', '0', '--user', 'nobody'],
  ] as const) {
    const { code, stderr } = await runBin('mkt-server', ['documents', 'purge', '--data', server.data, ...flags])
    expect([code, stderr.split('\n').length]).toEqual([exit, 2])
  }
  await server.program.stop()
})

test('an account that ends in the marketplace takes its documents along', async () => {
  const server = await serve()
  const [username, password] = ['leaver', 'correct horse']
  const authorization = () => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const client = createClient({ baseUrl: server.url, authorization })
  await client.call(market.createUser, { body: { username, email: 'leaver@example.com', password } })
  const { key_id } = await json(server.data, ['keys', 'create', '--user', 'leaver'])
  const { key } = await client.call(market.claimDocumentsKey, { params: { key_id: String(key_id) } })
  const as = `Bearer ${key}`
  await analyzed(server.documentsUrl, pdf, { as })
  expect(folders(server.data)).toHaveLength(1)
  await client.call(market.closeAccount, { body: { password } })
  expect((await get(`${server.documentsUrl}/documents`, as)).status).toBe(401)
  expect(folders(server.data)).toEqual([])
  await server.program.stop()
})

test('a server that is killed in the middle of an upload leaves nothing when it starts again', async () => {
  const server = await serve()
  const as = await keyOf(server, 'ada')
  const { host, hostname, port } = new URL(server.documentsUrl)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  const head = ['POST /analyze-tax-slip HTTP/1.1', `host: ${host}`, `authorization: ${as}`, 'content-length: 100000']
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-1.7\n'
  socket.write(
    `${[...head, 'content-type: multipart/form-data; boundary=b'].join('\r\n')}\r\n\r\n${part}${'x'.repeat(2000)}`,
  )
  const uploads = () => readdirSync(join(server.data, 'uploads'))
  await until(() => uploads().length === 1)
  await server.program.stop('SIGKILL')
  expect(uploads()).toHaveLength(1)
  const again = await serve({ data: server.data })
  expect(uploads()).toEqual([])
  await again.program.stop()
})

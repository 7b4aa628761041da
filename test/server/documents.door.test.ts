import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENTS_PATH, documents, market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueSecret } from '../../server/src/accounts/issue-secret.ts'
import { userByName } from '../../server/src/accounts/user-store.ts'
import { systemClock } from '../../server/src/base/clock.ts'
import { createIds } from '../../server/src/base/ids.ts'
import { type RunningServer, startServer } from '../../server/src/index.ts'
import { Chance } from '../documents/chance.ts'
import { t4 } from '../documents/t4.generator.ts'
import { openTestDatabase } from './open-test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-door-'))
const OURS = { 'sec-fetch-site': 'same-origin' }
let server: RunningServer
let url: string
beforeAll(async () => {
  server = await startServer({ data: folder, marketPort: 0, documentsPort: 0, documentsThreads: 1, logLevel: 'silent' })
  url = server.marketUrl ?? ''
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(username: string, at = url): Promise<string> {
  const person = { username, password: 'correct horse' }
  const client = createClient({ baseUrl: at })
  await client.call(market.createUser, { body: { ...person, email: `${username}@example.com` } }).catch(() => undefined)
  const answer = await fetch(`${at}/session`, {
    method: 'POST',
    body: JSON.stringify(person),
    headers: { 'content-type': 'application/json', ...OURS },
  })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const answer = await fetch(`${url}${DOCUMENTS_PATH}${path}`, { ...init, headers })
  return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as never }
}

async function slip(): Promise<FormData> {
  const form = new FormData()
  form.append('file', new Blob([(await t4(new Chance(3))).bytes as Uint8Array<ArrayBuffer>]), 'slip.pdf')
  return form
}

test('who is signed in has their documents under the address of the market, and nobody else has', async () => {
  const [ada, bob] = [await signIn('ada'), await signIn('bob')]
  const made = await ask('/analyze-tax-slip', { cookie: ada, ...OURS }, { method: 'POST', body: await slip() })
  expect(made.status).toBe(200)
  const { document_id } = made.body as { document_id: string }
  const listed = documents.listDocuments.answers[200].parse((await ask('/documents', { cookie: ada })).body)
  expect(listed.documents.map((one) => one.document_id)).toEqual([document_id])
  expect((await ask(`/documents/${document_id}`, { cookie: bob })).status).toBe(404)
  expect((await ask('/documents', { cookie: bob })).body).toMatchObject({ documents: [] })
  for (const headers of [{}, { cookie: 'mkt_session=mkt_s_nobody' }] as Record<string, string>[])
    expect(await ask('/documents', headers)).toEqual({
      status: 401,
      body: expect.objectContaining({ error: expect.any(String) }),
    })
  // The documents service has one word for all who may not.
  expect((await ask(`/documents/${document_id}`, { cookie: ada }, { method: 'DELETE' })).status).toBe(401)
  const theirs = { cookie: ada, 'sec-fetch-site': 'cross-site' }
  expect((await ask('/analyze-tax-slip', theirs, { method: 'POST', body: await slip() })).status).toBe(401)
  expect((await ask(`/documents/${document_id}`, { cookie: ada, ...OURS }, { method: 'DELETE' })).status).toBe(204)
})

test('a key does not open the door, and does not change who comes in by it', async () => {
  const [ada, bob] = [await signIn('ada'), await signIn('bob')]
  const key = await documentsKeyOf('bob')
  const authorization = `Bearer ${key}`
  expect((await ask('/documents', { authorization })).status).toBe(401)
  const direct = await fetch(`${server.documentsUrl}/documents`, { headers: { authorization } })
  expect(direct.status).toBe(200)
  const made = await ask('/analyze-tax-slip', { cookie: bob, ...OURS }, { method: 'POST', body: await slip() })
  expect(made.status).toBe(200)
  expect((await ask('/documents', { authorization, cookie: ada })).body).toMatchObject({ documents: [] })
  // And the cookie opens nothing at the service's own port.
  expect((await fetch(`${server.documentsUrl}/documents`, { headers: { cookie: bob } })).status).toBe(401)
})

/** As an operator's command would make it. */
async function documentsKeyOf(username: string): Promise<string> {
  const database = openTestDatabase({ sqlite: join(folder, 'mkt.db') })
  const deps = { clock: systemClock, ids: createIds(systemClock) }
  const { secret } = await database.transaction(async (tx) => {
    const user = await userByName(tx, username)
    return await issueSecret(tx, deps, { kind: 'documents', subject_id: user?.user_id ?? '', name: 'test' })
  })
  await database.close()
  return secret
}

test('a market without the documents service says so', async () => {
  const data = mkdtempSync(join(tmpdir(), 'mkt-door-'))
  const market = await startServer({ data, services: ['market'], marketPort: 0, logLevel: 'silent' })
  const cookie = await signIn('ada', market.marketUrl)
  const answer = await fetch(`${market.marketUrl}${DOCUMENTS_PATH}/documents`, { headers: { cookie } })
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('not_found')])
  await market.stop()
  rmSync(data, { recursive: true, force: true })
})

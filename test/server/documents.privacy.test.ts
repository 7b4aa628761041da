import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Endpoint, documents as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeAll } from '../../server/src/accounts/credential-store.ts'
import { issueSecret, WHOLE } from '../../server/src/accounts/issue-secret.ts'
import { disableUser } from '../../server/src/accounts/user-store.ts'
import { ask } from './contract/ask.ts'
import { analyzed, type DocumentsService, type DocumentsUser, post, startDocuments } from './documents-service.ts'
import { madePdf } from './made-pdf.ts'

const NONE = 'doc_01k9zq4v7m3x8e2r5t6y7u8w9a'
let place: DocumentsService
let owner: DocumentsUser
let spy: DocumentsUser
let credentials: Record<string, string | undefined>
beforeAll(async () => {
  place = await startDocuments({ threads: 1 })
  owner = await place.user('owner')
  spy = await place.user('spy')
  const secretOf = async (kind: 'user' | 'host' | 'documents', expires_at: number | null = null) =>
    (
      await place.database.transaction((tx) =>
        issueSecret(tx, place, { kind, subject_id: owner.user_id, name: 'x', rights: { ...WHOLE, expires_at } }),
      )
    ).secret
  const revoked = await place.user('revoked')
  const disabled = await place.user('disabled')
  await place.database.transaction(async (tx) => {
    await revokeAll(tx, revoked.user_id, 'documents', place.clock.now())
    await disableUser(tx, disabled.user_id, true, 1)
  })
  credentials = {
    nothing: undefined,
    rubbish: 'what is this',
    'an unknown key': `Bearer mkt_d_${'A'.repeat(43)}`,
    'a key without its prefix': `Bearer ${owner.key.replace('mkt_d_', '')}`,
    'a bearer token': `Bearer ${await secretOf('user')}`,
    'a host key': `Bearer ${await secretOf('host')}`,
    'an expired key': `Bearer ${await secretOf('documents', place.clock.now() - 1)}`,
    'a revoked key': revoked.authorization,
    'a key of a disabled user': disabled.authorization,
    'username and password': `Basic ${Buffer.from('owner:none').toString('base64')}`,
    'a key as a password': `Basic ${Buffer.from(`owner:${owner.key}`).toString('base64')}`,
  }
})
afterAll(() => place.stop())

const addressOf = ({ method, path }: Endpoint, id: string) =>
  `${method} ${path.replace('{document_id}', id).replace('{field}', 'tax_year')}`
/** What is said where something has to be. */
const bodyOf = ({ name, body }: Endpoint) => (body ? { json: name === 'correctField' ? { value: null } : {} } : {})

const guarded = (Object.values(endpoints) as Endpoint[]).filter(({ credential }) => credential === 'documents')

describe.each(guarded)('$method $path', (endpoint) => {
  test('is 401 for whoever has no key of this service, whether the document exists or not', async () => {
    const { document_id } = await analyzed(place.url, await madePdf(), { as: owner.authorization })
    for (const [what, as] of Object.entries(credentials)) {
      for (const id of [document_id, NONE]) {
        const { status, text } = await ask(place.url, addressOf(endpoint, id), { as })
        expect([what, status, text]).toEqual([what, 401, '{"error":"unauthorized"}'])
      }
    }
  })
})

describe.each(guarded.filter(({ params }) => params))('$method $path', (endpoint) => {
  test('is byte for byte 404 for another user, as for a document that does not exist', async () => {
    const { document_id } = await analyzed(place.url, await madePdf(), { as: owner.authorization })
    const other = await ask(place.url, addressOf(endpoint, document_id), { as: spy.authorization, ...bodyOf(endpoint) })
    const none = await ask(place.url, addressOf(endpoint, NONE), { as: spy.authorization, ...bodyOf(endpoint) })
    expect([other.status, other.text]).toEqual([404, '{"error":"not_found"}'])
    expect(none.text).toBe(other.text)
    const shown = (headers: Headers) => [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
    expect(shown(other.headers)).toEqual(shown(none.headers))
    expect((await ask(place.url, `GET /documents/${document_id}`, { as: owner.authorization })).status).toBe(200)
  })
})

test('an open endpoint asks for nothing', async () => {
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    if (endpoint.credential !== 'none') continue
    expect((await ask(place.url, addressOf(endpoint, NONE), { as: 'rubbish' })).status).toBe(200)
  }
})

test('a list holds own documents only', async () => {
  await analyzed(place.url, await madePdf(), { as: owner.authorization })
  expect((await ask(place.url, 'GET /documents', { as: spy.authorization })).body).toMatchObject({
    documents: [],
    pagination: { total: 0 },
  })
})

test('two keys of one user open the same documents', async () => {
  const { document_id } = await analyzed(place.url, await madePdf(), { as: owner.authorization })
  const again = await place.user('owner')
  expect(again.key).not.toBe(owner.key)
  expect((await ask(place.url, `GET /documents/${document_id}`, { as: again.authorization })).status).toBe(200)
})

test('errors tell nothing of the inside', async () => {
  const { text } = await ask(place.url, 'GET /documents?limit=101', { as: owner.authorization })
  expect(text).toBe(
    '{"error":"invalid_file_format","details":[{"path":"query.limit","message":"must be 100 or less"}]}',
  )
})

test('keys are not in the database', async () => {
  const { document_id } = await analyzed(place.url, await madePdf(), { as: owner.authorization })
  const file = join(place.data, 'mkt.db')
  const bytes = Buffer.concat(
    [file, `${file}-wal`].filter((path) => existsSync(path)).map((path) => readFileSync(path)),
  )
  expect(bytes.includes(document_id)).toBe(true)
  expect(bytes.includes(owner.key)).toBe(false)
})

describe('the address of the report', () => {
  const urlOf = async (options: Parameters<typeof startDocuments>[0], headers: Record<string, string>) => {
    const other = await startDocuments({ threads: 1, ...options })
    const user = await other.user('ada')
    const text = await (await post(other.url, await madePdf(), { as: user.authorization, headers })).text()
    await other.stop()
    return (JSON.parse(text).annotated_pdf_url as string).replace(/\/documents\/.*/, '').replace(other.url, 'listening')
  }
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }

  test('is that of the socket, whatever a caller writes', async () => expect(await urlOf({}, forged)).toBe('listening'))
  test('is the configured one', async () =>
    expect(await urlOf({ configuredUrl: 'https://docs.example', trustedProxies: 1 }, forged)).toBe(
      'https://docs.example',
    ))
  test('is what a trusted proxy says, and not what stands before it', async () => {
    const headers = { 'x-forwarded-host': 'evil.example, docs.example:8443', 'x-forwarded-proto': 'http, https' }
    expect(await urlOf({ trustedProxies: 1 }, headers)).toBe('https://docs.example:8443')
  })
  test.each(['a b', 'x/y', '"', 'user@host', ''])('is that of the socket where the proxy says "%s"', async (host) =>
    expect(await urlOf({ trustedProxies: 1 }, { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' })).toBe(
      'listening',
    ),
  )
})

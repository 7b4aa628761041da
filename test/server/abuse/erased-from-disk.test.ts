import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDocument, UNREVIEWED } from '../../../server/src/documents/store/document-store.ts'
import { ask } from '../contract/ask.ts'
import { until } from '../contract/until.ts'
import { type DocumentsService, startDocuments } from '../documents-service.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

let documents: DocumentsService
let place: Marketplace
beforeAll(async () => {
  documents = await startDocuments({ threads: 1 })
})
afterAll(async () => {
  await place.stop()
  await documents.stop()
})

const SECRET = 'Ada Lovelace earned 81,342.17'
/** Files of the database, its log included, in which the secret stands. */
const files = () =>
  readdirSync(documents.data)
    .filter((name) => name.startsWith('mkt.db'))
    .filter((name) => readFileSync(join(documents.data, name)).includes(SECRET))

async function keep(user_id: string, serial: number): Promise<string> {
  const document_id = documents.ids.next('doc')
  const analysis_json = JSON.stringify({ text: SECRET.repeat(500), serial })
  const row = { document_id, user_id, document_type: 'T4', created_at: documents.clock.now(), sha256: '0', pages: 1 }
  const risk = { risk_level: 'LOW', risk_score: 0, file_name: 'a.pdf', fields_json: '{}' }
  await documents.database.transaction((tx) =>
    insertDocument(tx, { ...UNREVIEWED, ...row, ...risk, analysis_json, detail_json: analysis_json }),
  )
  return document_id
}

test('the text of a deleted document is neither in the database file nor in its log', async () => {
  const user = await documents.user('ada')
  const kept = [await keep(user.user_id, 1), await keep(user.user_id, 2)]
  expect(files()).not.toEqual([])
  for (const id of kept) {
    const options = { method: 'DELETE', headers: { authorization: user.authorization } }
    expect((await fetch(`${documents.url}/documents/${id}`, options)).status).toBe(204)
  }
  await until(() => files().length === 0)
})

test('the prompt of an ended account is not either, also where somebody reads old pages meanwhile', async () => {
  place = await startMarketplace({ location: { sqlite: join(documents.data, 'mkt.db') } })
  const leaver: TestUser = await place.user('leaver')
  const host = await place.host()
  const body = { model: 'm', input_text: SECRET.repeat(500) }
  const { job_id } = await leaver.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, tokens: [SECRET], finish_reason: 'stop' }])
  await place.database.snapshot(async (reader) => {
    await reader.all({ compile: () => ({ sql: 'select 1 from users', bindings: [] }) }, {})
    await leaver.client.call(endpoints.closeAccount, { body: { password: leaver.password } })
    expect(files()).not.toEqual([])
  })
  // A later commit finds nobody in the way.
  await until(async () => {
    await host.heartbeat()
    return files().length === 0
  })
})

test('an export has all that is held about its person, and nothing of others or secret', async () => {
  const [user, other] = [await place.user('grace'), await place.user('other')]
  const host = await place.host({ owner: user.authorization, models: ['x'] })
  for (const one of [user, other])
    await one.client.call(endpoints.runModel, { body: { model: 'x', input_text: `prompt of ${one.username}` } })
  const offer = await host.next()
  await host.results([{ job_id: offer?.job_id ?? '', tokens: ['an', 'swer'], finish_reason: 'stop' }])
  await keep(user.user_id, 3)
  const { status, text, headers } = await ask(place.url, 'GET /users/me/export', { as: user.authorization })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('content-disposition')).toBe('attachment; filename="mkt-export.json"')
  const held = JSON.parse(text)
  expect(held.account).toMatchObject({ username: 'grace', email: 'grace@example.com' })
  expect(held.jobs).toEqual([expect.objectContaining({ input_text: 'prompt of grace', output_text: 'answer' })])
  expect(held.hosts).toEqual([expect.objectContaining({ host_id: host.host_id })])
  expect(held.tokens_and_keys).toEqual([expect.objectContaining({ kind: 'user', name: 'test' })])
  expect(held.credits.length).toBeGreaterThan(1)
  for (const secret of ['prompt of other', user.token, host.api_key, 'secret_hash', 'argon2'])
    expect(text).not.toContain(secret)
  expect(Object.keys(held)).toEqual(
    expect.arrayContaining(['withdrawals', 'purchases', 'webhooks', 'acts_of_operators']),
  )
})

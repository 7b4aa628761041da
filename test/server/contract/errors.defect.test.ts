import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../server/src/base/clock.ts'
import { createIds } from '../../../server/src/base/ids.ts'
import { createLog } from '../../../server/src/base/log.ts'
import { Meter } from '../../../server/src/base/meter.ts'
import { createApp } from '../../../server/src/http/app.ts'
import { documentsErrorForm, type ErrorForm, marketErrorForm } from '../../../server/src/http/error-form.ts'

const SECRET = 'select * from users at /srv/mkt/data'
const servers = new Map<ErrorForm, { url: string; close: () => Promise<void> }>()

/** A service whose every route has a defect. */
async function broken(form: ErrorForm) {
  const defect = () => {
    throw Object.assign(new Error(SECRET), { code: 'SQLITE_ERROR', detail: SECRET })
  }
  const app = createApp({
    log: createLog('silent'),
    ids: createIds(systemClock),
    meter: new Meter(),
    bodies: [],
    errorForm: form,
    trustedProxies: 0,
    routes: (router) => void router.get('/{*any}', defect),
  })
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

beforeAll(async () => {
  for (const form of [marketErrorForm, documentsErrorForm]) servers.set(form, await broken(form))
})
afterAll(async () => {
  for (const { close } of servers.values()) await close()
})

async function answer(form: ErrorForm, path: string) {
  const response = await fetch(`${servers.get(form)?.url}${path}`)
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(text).not.toContain('users')
  expect(text).not.toContain('SQLITE')
  return JSON.parse(text)
}

test('a defect of ours is answered without a word of what it was', async () => {
  const body = await answer(marketErrorForm, '/jobs')
  expect(body).toEqual({ error: 'internal_error', message: 'Something went wrong on our side; try again later.' })
})

test('also at the door of OpenAI, in its form', async () => {
  expect(Object.keys(await answer(marketErrorForm, '/v1/chat/completions'))).toEqual(['error'])
})

test('and in the documents service', async () => {
  expect(await answer(documentsErrorForm, '/documents')).toEqual({ error: 'internal_error' })
})

import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, freePort, REPOSITORY, start, until } from '../e2e/bins.ts'
import { audit, type Server, serveAtFixedPort, signUp, type User } from '../e2e/market.ts'

const FILE = 'examples/webhook-receiver/receiver.ts'

let fixed: Awaited<ReturnType<typeof serveAtFixedPort>>
let server: Server
let user: User
beforeAll(async () => {
  fixed = await serveAtFixedPort()
  server = fixed
  user = await signUp(fixed)
})
afterAll(async () => {
  expect((await audit(server)).code).toBe(0)
  await cleanUp()
})

const receive = (secret: string, port: number) =>
  start(process.execPath, [FILE], { env: { SECRET: secret, PORT: String(port) } })

async function addWebhook(port: number, events: string) {
  const args = ['webhooks', 'add', `http://127.0.0.1:${port}/`, '--events', events, '--json']
  const added = await user.mkt(...args).ended
  expect(added).toMatchObject({ code: 0 })
  return JSON.parse(added.stdout) as { webhook_id: string; secret: string }
}

test('the receiver imports nothing but Node', () => {
  const text = readFileSync(join(REPOSITORY, FILE), 'utf8')
  const imports = [...text.matchAll(/\b(?:from|import|require)\b\s*\(?\s*'([^']+)'/g)].map(([, name]) => name)
  expect(imports).toEqual(['node:crypto', 'node:http'])
})

test('without a secret it says what it wants', async () => {
  const ended = await start(process.execPath, [FILE], {}).ended
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('mkt webhooks add') })
})

test('a job that ended while the receiver was away is told after a kill of the server, and verified', async () => {
  const port = await freePort()
  const { webhook_id, secret } = await addWebhook(port, 'job.ended')
  const host = start(process.execPath, ['examples/minimal-host/host.ts'], {
    env: { MKT_SERVER: fixed.url, MODEL: 'echo', PACE_MS: '1' },
  })
  await host.says(/sells echo/)
  const job_id = await user.submit({ model: 'echo', input_text: 'To be' })
  expect(await user.end(job_id)).toMatchObject({ status: 'completed' })
  const params = { webhook_id }
  const kept = async () => (await user.client.call(market.listDeliveries, { params, query: {} })).deliveries[0]
  await until('it was tried in vain', async () => (await kept())?.error === 'the connection was refused')
  await fixed.program.stop('SIGKILL')
  const receiver = receive(secret, port)
  await receiver.says(/listening/)
  server = await fixed.again()
  // It waits for its next attempt; a person need not, unless that attempt is under way.
  const delivery_id = (await kept())?.delivery_id as string
  await user.client.call(market.retryDelivery, { params: { webhook_id, delivery_id } }).catch(() => undefined)
  const [, id] = await receiver.says(new RegExp(`(msg_\\w+) job\\.ended .*"job_id":"${job_id}"`))
  expect(receiver.stdout()).not.toContain('To be')
  const shown = await user.mkt('webhooks', 'deliveries', webhook_id).ended
  expect(shown.stdout).toMatch(new RegExp(`${id} +job\\.ended +(delivered|pending)`))
  const tested = await user.mkt('webhooks', 'test', webhook_id).ended
  expect(tested).toMatchObject({ code: 0, stderr: expect.stringContaining('answered 204') })
  await host.stop()
  await receiver.stop()
})

test('it takes what is signed once, and nothing else', async () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const port = await freePort()
  const receiver = receive(secret, port)
  await receiver.says(/listening/)
  const sign = (id: string, at: number, body: string, key = secret) =>
    `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
      .update(`${id}.${at}.${body}`)
      .digest('base64')}`
  const body = '{"type":"host.up","data":{"host_id":"host_1"}}'
  const post = async (signature: string, at: number, text = body) => {
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': signature }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers })).status
  }
  const now = Math.floor(Date.now() / 1000)
  const right = sign('msg_1', now, body)
  expect(await post(right, now, `${body} `)).toBe(401)
  expect(await post(sign('msg_2', now, body), now)).toBe(401)
  expect(await post(sign('msg_1', now - 600, body), now - 600)).toBe(401)
  expect(await post(sign('msg_1', now, body, `whsec_${'A'.repeat(43)}=`), now)).toBe(401)
  expect(await post('', now)).toBe(401)
  expect(await post(`v1,AAAA ${right}`, now)).toBe(204)
  expect(await post(right, now)).toBe(204)
  expect(await post('v1,AAAA', now, 'x'.repeat(70_000))).toBe(413)
  expect(receiver.stdout().match(/host\.up/g)).toHaveLength(1)
  await receiver.stop()
})

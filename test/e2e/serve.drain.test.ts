import { once } from 'node:events'
import { request } from 'node:http'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, runBin } from './bins.ts'
import { serve, signUp } from './market.ts'

afterAll(cleanUp)

test('SIGTERM answers who waits, ends the streams without an end of the job, and exits with 0', async () => {
  const server = await serve()
  const user = await signUp(server)
  const body = { gpu: 'none', models: ['m'], price_per_token: 1n, backend: 'huggingface' as const }
  const { host_id, api_key } = await user.client.call(market.registerHost, { body })
  const host = createClient({ baseUrl: server.url, authorization: () => `Bearer ${api_key}` })
  const poll = () => host.call(market.nextJob, { body: { host_id, wait_seconds: 30 } })
  const job_id = await user.submit({ model: 'm' })
  expect(await poll()).toMatchObject({ job_id })
  await host.call(market.results, { body: { host_id, results: [{ job_id, offset: 0, tokens: ['one'] }] } })

  const events = user.client.events(market.streamJob, { params: { job_id } })
  expect((await events.next()).value).toMatchObject({ data: '{"token":"one"}' })
  const waiting = Promise.all([user.job(job_id, 60), poll(), events.next()])
  // They are with the server once what is asked after them, on connections of their own, is answered.
  for (let at = 0; at < 3; at++) await fetch(server.url, { headers: { connection: 'close' } })
  const { code, stderr } = await server.program.stop()
  expect(code).toBe(0)
  expect(stderr).toContain('mkt-server stops')
  expect(stderr).not.toMatch(/"level":"(error|fatal)"/)

  const [job, offer, rest] = await waiting
  expect(job).toMatchObject({ job_id, status: 'running' })
  expect(offer).toBeNull()
  expect(rest).toEqual({ done: true, value: undefined })
  expect((await runBin('mkt-server', ['audit', '--data', server.data])).code).toBe(0)
})

test('a second SIGTERM during the drain ends it at once', async () => {
  const server = await serve()
  // A request whose body never comes is one in progress, and the 100 says that the server has begun with it.
  const headers = { 'content-type': 'application/json', 'content-length': '100', expect: '100-continue' }
  const unfinished = request(`${server.url}/users`, { method: 'POST', headers }).on('error', () => undefined)
  unfinished.flushHeaders()
  await once(unfinished, 'continue')
  server.program.process.kill('SIGTERM')
  await server.program.says(/mkt-server stops/)
  const { code } = await server.program.stop('SIGTERM')
  expect(code).not.toBe(0)
})

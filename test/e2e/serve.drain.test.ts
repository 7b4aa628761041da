import { once } from 'node:events'
import { request } from 'node:http'
import { CHANNEL_CLOSE, market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, expect, test } from 'vitest'
import { bareChannel, isAnswer, isPong } from '../server/host-line.ts'
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

test('SIGTERM answers what waits on a channel, closes it with a word, and exits', async () => {
  const server = await serve()
  const user = await signUp(server)
  const body = { gpu: 'none', models: ['m'], price_per_token: 1n, backend: 'huggingface' as const }
  const { host_id, api_key } = await user.client.call(market.registerHost, { body })
  const channel = await bareChannel(server.url, api_key)
  channel.send({ type: 'call', id: 1, call: 'next-job', body: { host_id, wait_seconds: 30 } })
  channel.send({ type: 'ping' })
  await channel.next(isPong)
  const stopped = server.program.stop()
  expect((await channel.next(isAnswer(1))).status).toBe(204)
  expect(await channel.closed).toEqual({ code: CHANNEL_CLOSE.stopping, reason: 'the server is stopping' })
  const { code, stderr } = await stopped
  expect(code).toBe(0)
  expect(stderr).not.toMatch(/"level":"(error|fatal)"/)
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

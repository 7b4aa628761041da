import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, REPOSITORY, start, until } from '../e2e/bins.ts'
import { audit, type Server, serve, serveAtFixedPort, signUp, type User } from '../e2e/market.ts'

const FILE = 'examples/minimal-host/host.ts'

let server: Server
let buyer: User

beforeAll(async () => {
  server = await serve()
  buyer = await signUp(server)
})

afterAll(async () => {
  expect((await audit(server)).code).toBe(0)
  await cleanUp()
})

async function startHost(model: string, env: Record<string, string> = {}) {
  const program = start(process.execPath, [FILE], {
    env: { MKT_SERVER: server.url, MODEL: model, PACE_MS: '1', ...env },
  })
  const [, host_id = ''] = await program.says(/(host_\w+) sells/)
  return { ...program, host_id }
}

const untilRunning = (user: User, job_id: string) =>
  until('the job runs', async () => (await user.job(job_id)).status === 'running')

test('the minimal host is at most 60 lines and imports nothing of ours', () => {
  const text = readFileSync(join(REPOSITORY, FILE), 'utf8')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const imports = [...text.matchAll(/\b(?:from|import|require)\b\s*\(?\s*'([^']+)'/g)].map(([, name]) => name)
  expect(imports).toEqual(['node:timers/promises'])
})

test('the minimal host sells whole answers, cuts them at max_tokens, and ends at once when idle', async () => {
  const host = await startHost('echo')
  const whole = await buyer.end(await buyer.submit({ model: 'echo', input_text: 'To be\nor  not.' }))
  expect(whole).toMatchObject({
    status: 'completed',
    host_id: host.host_id,
    output_text: 'To be\nor  not.',
    tokens_generated: 4,
    finish_reason: 'stop',
  })
  const cut = await buyer.end(await buyer.submit({ model: 'echo', input_text: 'a b c d', max_tokens: 2 }))
  expect(cut).toMatchObject({ output_text: 'a b ', tokens_generated: 2, finish_reason: 'length' })
  await host.says(new RegExp(`${cut.job_id} completed`))
  expect(await host.stop()).toMatchObject({ code: 0, stderr: '' })
})

test('a cancelled job ends the work of the minimal host, which then takes the next', async () => {
  const host = await startHost('slow', { PACE_MS: '5' })
  const job_id = await buyer.submit({ model: 'slow', input_text: 'word '.repeat(4000), max_tokens: 4000 })
  await untilRunning(buyer, job_id)
  expect(await buyer.mkt('cancel', job_id).ended).toMatchObject({ code: 0 })
  await host.says(new RegExp(`${job_id} cancelled`))
  expect(await buyer.end(job_id)).toMatchObject({ status: 'failed', error: 'cancelled', host_id: host.host_id })
  expect(await buyer.end(await buyer.submit({ model: 'slow', input_text: 'next' }))).toMatchObject({
    output_text: 'next',
  })
  await host.stop()
})

test('on SIGTERM the minimal host hands its job back, and another host runs it', async () => {
  const leaving = await startHost('kept', { PACE_MS: '3600000' })
  const job_id = await buyer.submit({ model: 'kept', input_text: 'over to you' })
  await untilRunning(buyer, job_id)
  // A job runs from its commit on, which is before its host has read of it, and that nobody can see.
  await pause(250)
  expect(await leaving.stop()).toMatchObject({ code: 0, stdout: expect.stringContaining(`${job_id} handed back`) })
  const next = await startHost('kept')
  expect(await buyer.end(job_id)).toMatchObject({
    status: 'completed',
    host_id: next.host_id,
    output_text: 'over to you',
  })
  await next.stop()
})

test('when the server is killed and comes back, the minimal host goes on and no word is missing', async () => {
  const fixed = await serveAtFixedPort()
  const host = await startHost('echo', { MKT_SERVER: fixed.url, PACE_MS: '20' })
  const user = await signUp(fixed)
  const input_text = Array.from({ length: 100 }, (_, index) => `word${index} `).join('')
  const job_id = await user.submit({ model: 'echo', input_text, max_tokens: 200 })
  await untilRunning(user, job_id)
  await fixed.program.stop('SIGKILL')
  const again = await fixed.again()
  const job = await user.end(job_id)
  expect(job).toMatchObject({ status: 'completed', output_text: input_text, tokens_generated: 100, attempts: 1 })
  expect((await audit(again)).code).toBe(0)
  await host.stop()
})

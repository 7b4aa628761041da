import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, runBin, tempFolder } from './bins.ts'
import { type Server, serve, signUp } from './market.ts'

let server: Server
beforeAll(async () => {
  // Signup credits cannot be withdrawn, and one of these does.
  server = await serve({ env: { MKT_SIGNUP_CREDITS: '0' } })
})
afterAll(cleanUp)

const operate = (args: string[]) => runBin('mkt-server', [...args, '--data', server.data])

async function json(args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await operate([...args, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('documents keys are listed and revoked', async () => {
  await json(['keys', 'create', '--user', 'reader'])
  const { keys } = (await json(['keys', 'list', '--user', 'reader'])) as { keys: { key_id: string }[] }
  const id = keys[0]?.key_id as string
  expect(await json(['keys', 'revoke', id, '--user', 'reader'])).toEqual({ key_id: id, revoked: true })
  expect(await json(['keys', 'list', '--user', 'reader'])).toEqual({ keys: [] })
  const again = await operate(['keys', 'revoke', id, '--user', 'reader'])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has no key')])
})

test('a user and a host are shut out and let in again', async () => {
  const user = await signUp(server, 'shut')
  const me = () => user.client.call(market.me, {})
  await json(['users', 'disable', 'shut'])
  await expect(me()).rejects.toMatchObject({ status: 403 })
  await json(['users', 'enable', 'shut'])
  expect(await me()).toMatchObject({ username: 'shut' })

  const body = { gpu: 'g', models: ['m'], price_per_token: 1_000_000n, backend: 'huggingface' as const }
  const open = createClient({ baseUrl: server.url })
  const { host_id, api_key } = await open.call(market.registerHost, { body })
  const host = createClient({ baseUrl: server.url, authorization: () => `Bearer ${api_key}` })
  await json(['hosts', 'disable', host_id])
  await expect(host.call(market.hostMe, {})).rejects.toMatchObject({ status: 403 })
  await json(['hosts', 'enable', host_id])

  await json(['credits', 'grant', '--user', 'shut', '--amount', '1', '--reason', 'paid for'])
  const { job_id } = await user.client.call(market.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 10 } })
  await host.call(market.nextJob, { body: { host_id } })
  const results = [{ job_id, tokens: ['a', 'b'], finish_reason: 'stop' as const }]
  await host.call(market.results, { body: { host_id, results } })
  for (const status of ['paid', 'rejected'] as const) {
    const wanted = { body: { amount: 500_000n, destination: 'bank' } }
    const { withdrawal_id } = await host.call(market.createWithdrawal, wanted)
    const verb = status === 'paid' ? 'pay' : 'reject'
    expect(await json(['withdrawals', verb, withdrawal_id, '--reference', 'r'])).toMatchObject({
      status,
      reference: 'r',
    })
    expect((await operate(['withdrawals', verb, withdrawal_id])).stderr).toContain(`is ${status} already`)
  }
  expect(await host.call(market.hostMe, {})).toMatchObject({ balance: 1_760_000n - 500_000n })
  expect(await json(['withdrawals', 'list', '--status', 'paid'])).toMatchObject({ total: 1 })
})

test('prompts are purged, a backup is taken while the server runs and restored, and all leaves the books right', async () => {
  const unasked = await operate(['jobs', 'purge', '--older-than', '0'])
  expect([unasked.code, unasked.stdout]).toEqual([2, ''])
  expect(unasked.stderr).toMatch(
    /erases prompts and texts of 1 job, and nobody is there .* nothing was done: add --yes/,
  )
  expect(await json(['jobs', 'purge', '--older-than', '0', '--yes'])).toEqual({ erased: 1 })
  // Nothing is left that anybody would have to be asked about.
  expect(await json(['jobs', 'purge', '--older-than', '0'])).toEqual({ erased: 0 })
  const file = join(tempFolder(), 'copy.db')
  expect(await json(['backup', '--to', file])).toMatchObject({ file })
  expect(existsSync(file) && (statSync(file).mode & 0o777) === 0o600).toBe(true)
  const restored = tempFolder()
  expect((await operate(['restore', '--from', file, '--replace'])).stderr).toContain('another mkt-server serves')
  expect((await runBin('mkt-server', ['restore', '--from', file, '--data', restored])).stdout).toContain('restored and')
  const second = await serve({ data: restored })
  const before = await createClient({ baseUrl: server.url }).call(market.metrics, {})
  expect(await createClient({ baseUrl: second.url }).call(market.metrics, {})).toEqual(before)
  const again = await operate(['backup', '--to', file])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists')])
  expect(await json(['audit'])).toMatchObject({ ok: true })
})

test('a purge of no age, and an admin of a name that somebody else holds, are refused', async () => {
  const purge = await operate(['jobs', 'purge', '--older-than', ''])
  expect([purge.code, purge.stderr]).toEqual([2, expect.stringContaining('--older-than')])
  const stranger = await signUp(server, 'taken')
  const make = [
    'admin',
    'create',
    '--username',
    'taken',
    '--email',
    'ops@example.com',
    '--password',
    'the operator one',
  ]
  const refused = await operate(make)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('another password')])
  await expect(stranger.client.call(market.adminUsers, { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('a request at the OpenAI door is told that the server stops, and its job is cancelled', async () => {
  const other = await serve()
  const user = await signUp(other, 'caller')
  const body = { gpu: 'g', models: ['m'], price_per_token: 1_000_000n, backend: 'huggingface' as const }
  const { host_id, api_key } = await createClient({ baseUrl: other.url }).call(market.registerHost, { body })
  const host = createClient({ baseUrl: other.url, authorization: () => `Bearer ${api_key}` })
  const ask = (stream: boolean) =>
    fetch(`${other.url}/v1/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', prompt: 'x', max_tokens: 5, stream }),
    })
  const [whole, streamed] = [ask(false), ask(true)]
  for (let job = 0; job < 2; job++) {
    expect(await host.call(market.nextJob, { body: { host_id, wait_seconds: 10 } })).not.toBeNull()
  }
  const reading = streamed.then((answer) => answer.text())
  const stopping = other.program.stop()
  const answer = await whole
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await reading).toContain('The server is stopping')
  expect((await stopping).code).toBe(0)
})

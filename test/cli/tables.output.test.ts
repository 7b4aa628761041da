import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { eventStream, refusal, type Scripted } from './fake-market.ts'
import { AT, completed, failed, JOB_ID, models } from './samples.ts'

describe.concurrent('lists', () => {
  test('models as a table with numbers on the right, and as JSON', async ({ market, cli }) => {
    market.script(endpoints.models, { status: 200, body: models })
    const table = await cli.runLoggedOut(['models'])
    expect(table).toMatchObject({ code: 0, stderr: '' })
    expect(table.stdout.split('\n')).toEqual([
      'MODEL         HOSTS  CREDITS/TOKEN FROM  MAX TOKENS',
      'tiny              2            0.000001        4096',
      'a-larger-one     12                0.02      128000',
      '',
    ])
    const full = {
      market_price_per_token: 0.002,
      price_limit_per_token: null,
      proven_hosts: 3,
      tokens_per_second: 41.25,
    }
    const body = { models: models.models.map((model) => ({ ...model, ...full, verified_hosts: 0 })) }
    market.script(endpoints.models, { status: 200, body })
    const detail = await cli.runLoggedOut(['models', '--detail'])
    expect(detail.stdout.split('\n')[0]).toMatch(/PAID +AT MOST +PROVEN +TOKENS\/S$/)
    expect(detail.stdout.split('\n')[1]).toMatch(/ 0\.002 +- +3 +41\.3$/)
    expect(market.to(endpoints.models).at(-1)?.query).toEqual({ detail: 'full', limit: '1000' })
    market.script(endpoints.models, { status: 200, body: models })
    const json = await cli.runLoggedOut(['models', '--json'])
    expect(JSON.parse(json.stdout)).toEqual(models)
    expect(json.stdout).toContain('"min_price_per_token":0.000001')
  })

  test('hosts with what a buyer goes by beside the price', async ({ market, cli }) => {
    const host = {
      ...{ host_id: 'host_1', gpu: 'H100', status: 'active', models: ['tiny', 'big'], price_per_token: 0.01 },
      ...{ backend: 'worker', verified_models: ['tiny'], success_rate: 0.95, uptime: 0.998, disputes_lost: 1 },
      ...{ jobs_completed: 1200, tokens_per_second: 41.25 },
    }
    const before = {
      ...host,
      host_id: 'host_2',
      uptime: undefined,
      verified_models: undefined,
      jobs_completed: undefined,
    }
    market.script(endpoints.hosts, { status: 200, body: { hosts: [host, before] } })
    const [head, one, other] = (await cli.runLoggedOut(['hosts', '--detail'])).stdout.split('\n')
    expect(head).toMatch(/BACKEND +UPTIME +COMPLETES +JOBS +REFUNDED +TOKENS\/S +MODELS$/)
    expect(one).toMatch(/ worker +99\.8 % +95 % +1200 +1 +41\.3 +tiny \(verified\), big$/)
    expect(other).toMatch(/ worker +- +95 % +- +1 +41\.3 +tiny, big$/)
    expect(market.to(endpoints.hosts).at(-1)?.query).toEqual({ detail: 'full', limit: '1000' })
  })

  test('a name from a host cannot harm a terminal or pass for another', async ({ market, cli }) => {
    const gpu = 'H100\u001b]52;c;aGk=\u0007\u009b1A\n\u202efake'
    const host = { host_id: 'host_1', gpu, status: 'active', models: ['tiny'], price_per_token: 0, backend: 'worker' }
    market.script(endpoints.hosts, { status: 200, body: { hosts: [host] } })
    const table = await cli.runLoggedOut(['hosts'])
    expect(table.stdout.split('\n')[1]).toBe('host_1  H100 fake  active              0  worker   tiny')
    market.script(
      endpoints.hosts,
      { status: 200, body: { hosts: [host], next_cursor: 'host_1' } },
      { status: 200, body: { hosts: [host], next_cursor: null } },
    )
    const json = await cli.runLoggedOut(['hosts', '--json'])
    expect(JSON.parse(json.stdout)).toEqual({ hosts: [host, host] })
    expect(market.to(endpoints.hosts).at(-1)?.query).toEqual({ limit: '1000', cursor: 'host_1' })
    for (const control of '\u001b\u009b') expect(json.stdout).not.toContain(control)
  })

  test('jobs: filters are passed on, and what is left out is said', async ({ market, cli }) => {
    const job = { job_id: JOB_ID, model: 'tiny', status: 'completed', credits_used: 0.5, created_at: AT }
    market.script(endpoints.listJobs, { status: 200, body: { jobs: [job], total: 7 } })
    const list = await cli.run(['jobs', '--status', 'completed', '--limit', '1', '--offset', '2'])
    expect(list.code).toBe(0)
    expect(list.stdout).toMatch(new RegExp(`\n${JOB_ID}  tiny   completed      0.5  ${AT}\n$`))
    expect(list.stderr).toContain('--offset 3')
    expect(market.to(endpoints.listJobs)[0]?.query).toEqual({
      status: 'completed',
      detail: 'full',
      limit: '1',
      offset: '2',
    })
    expect((await cli.run(['jobs', '--status', 'done'])).code).toBe(2)
  })

  test('jobs: cancelled and expired ones have not failed, and a failed one says why', async ({ market, cli }) => {
    const job = { job_id: JOB_ID, model: 'tiny', status: 'failed', credits_used: 0, created_at: AT }
    const jobs = ['cancelled', 'expired', 'engine_error', null].map((error) => ({ ...job, error }))
    market.script(endpoints.listJobs, { status: 200, body: { jobs, total: 4 } })
    const { stdout } = await cli.run(['jobs'])
    const states = stdout
      .split('\n')
      .slice(1, 5)
      .map((line) => /tiny +(\S+( \S+)?) {2}/.exec(line)?.[1])
    expect(states).toEqual(['cancelled', 'expired', 'failed (engine_error)', 'failed'])
  })

  test('a job says what it waits for and until when, or what its host said', async ({ market, cli }) => {
    const queued = { ...completed, status: 'queued', output_text: null, finished_at: null, queue_position: 0 }
    const waits = { waiting_for: 'a host: none offers "tiny" at present', waiting_until: '2026-11-20T12:10:00.000Z' }
    const broken = { ...failed, error: 'engine_error', error_message: 'CUDA out of memory' }
    market.script(endpoints.getJob, { status: 200, body: { ...queued, ...waits } }, { status: 200, body: broken })
    const waiting = await cli.run(['job', JOB_ID])
    expect(waiting.stdout).toMatch(/^waits for +a host: none offers "tiny" at present$/m)
    expect(waiting.stdout).toMatch(/^expires +2026-11-20 12:10 UTC$/m)
    expect(waiting.stdout).not.toMatch(/^place/m)
    expect((await cli.run(['job', JOB_ID])).stdout).toMatch(/^reason +CUDA out of memory$/m)
    market.script(endpoints.streamJob, eventStream({ error: 'engine_error' }, 'done'))
    const streamed = await cli.run(['stream', JOB_ID])
    expect(streamed).toMatchObject({ code: 1, stderr: expect.stringContaining('(engine_error): CUDA out of memory\n') })
  })

  test('times are relative for a person, and colours follow NO_COLOR', async ({ market, cli }) => {
    const created = new Date(Date.now() - 150_000).toISOString()
    const job = { job_id: JOB_ID, model: 'tiny', status: 'running', credits_used: 0, created_at: created }
    market.script(endpoints.listJobs, { status: 200, body: { jobs: [job], total: 1 } })
    const coloured = await cli.run(['jobs'], { terminal: true })
    expect(coloured.stdout).toContain('2 minutes ago')
    expect(coloured.stdout).toContain('\u001b[1mJOB')
    const plain = await cli.run(['jobs'], { terminal: true, env: { NO_COLOR: '1' } })
    expect(plain.stdout).not.toContain('\u001b')
  })

  test('one job in full, and its cancelling', async ({ market, cli }) => {
    market.script(endpoints.getJob, { status: 200, body: failed }, { status: 200, body: completed })
    const cancelled = { ...failed, error: 'cancelled', credits_used: 0.000001 }
    market.script(endpoints.cancelJob, { status: 200, body: cancelled }, { status: 200, body: completed })
    const shown = await cli.run(['job', JOB_ID])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/^status +failed \(host_lost\)$/m)
    expect(shown.stdout).toContain('\nprompt:\nSay hi\n\ntext:\nhi \n')
    expect(JSON.parse((await cli.run(['job', JOB_ID, '--json'])).stdout)).toEqual(completed)
    expect((await cli.run(['cancel', JOB_ID])).stderr).toContain(`job ${JOB_ID} cancelled: 2 tokens · 0.000001 credits`)
    expect((await cli.run(['cancel', JOB_ID])).stderr).toContain('had ended before: completed')
  })
})

describe.concurrent('errors', () => {
  test('a server that is not there is exit 6, and says where to look', async ({ market, cli }) => {
    await market.close()
    const ended = await cli.runLoggedOut(['models'])
    expect(ended).toMatchObject({ code: 6, stdout: '' })
    expect(ended.stderr).toContain(`cannot reach ${market.url}`)
    expect(ended.stderr).toContain('MKT_SERVER')
  })

  test('hints add to the sentence above them, and say nothing twice', async ({ market, cli }) => {
    market.script(endpoints.models, { status: 200, body: { models: [] } })
    const none = 'No host offers a model now; `mkt hosts` lists the hosts that are here.\n'
    expect((await cli.run(['models'])).stderr).toBe(none)
    const blocked = await cli.run(['models', '--server', 'http://127.0.0.1:9'])
    expect(blocked.stderr).toMatch(/not allowed for http\nSet the right address with MKT_SERVER or --server\.\n$/)
    market.script(endpoints.adminUsers, refusal(403, 'forbidden', 'This needs the admin role.'))
    const refused = await cli.run(['admin', 'users'])
    expect(refused.stderr).toMatch(
      /admin role\.\nOn the machine of the server, `mkt-server admin create` gives it\.\n$/,
    )
  })

  test('--server goes before MKT_SERVER, and must be a URL', async ({ market, cli }) => {
    market.script(endpoints.models, { status: 200, body: models })
    const env = { MKT_SERVER: 'http://127.0.0.1:1' }
    expect((await cli.runLoggedOut(['models', '--server', `${market.url}/`], { env })).code).toBe(0)
    const wrong = await cli.runLoggedOut(['--server', 'localhost:8080', 'models'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('http or https URL')
  })

  test('a token that no header can carry is wrong usage, not an unreachable server', async ({ cli }) => {
    const ended = await cli.run(['jobs'], { env: { MKT_TOKEN: 'mkt_u_a\nmkt_u_b' } })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('MKT_TOKEN')
  })

  test('the 400 of a list names its faults; a 403 is exit 3', async ({ market, cli }) => {
    const details = [{ path: 'query.limit', message: 'must be at most 100\u001b[2J' }]
    market.script(
      endpoints.listJobs,
      refusal(400, 'invalid_request', 'the request is not valid', { details }),
      refusal(403, 'forbidden', 'this is the key of a host'),
    )
    const invalid = await cli.run(['jobs'])
    expect(invalid).toMatchObject({
      code: 2,
      stderr: 'error: the request is not valid\n  --limit: must be at most 100\n',
    })
    expect((await cli.run(['jobs'])).code).toBe(3)
  })

  test('a disabled account reads what the server says of it, and no guess', async ({ market, cli }) => {
    market.script(endpoints.me, refusal(403, 'forbidden', 'This account was disabled by the operator.'))
    const ended = await cli.run(['whoami'])
    expect(ended).toEqual({ code: 3, stdout: '', stderr: 'error: This account was disabled by the operator.\n' })
  })

  test('another kind of server is told from a marketplace that has no such thing', async ({ market, cli }) => {
    const by = (status: number, body: string): Scripted => {
      return (_seen, response) => void response.writeHead(status).end(body)
    }
    market.script(
      endpoints.listJobs,
      by(404, '{"error":"not_found"}'),
      by(404, '<h1>nginx</h1>'),
      by(502, '<h1>nginx</h1>'),
      by(200, '<h1>Welcome</h1>'),
      refusal(404, 'not_found', 'No such page.'),
    )
    const said = [
      [6, 'this is a documents service and no marketplace\nSet the address of a marketplace with MKT_SERVER'],
      [6, 'the server answered 404 in a way that is none of ours\nIs this a marketplace?'],
      [6, 'none of ours\nThe server behind it seems to be away.'],
      [6, "not in the contract's form\nIs this a marketplace?"],
      [4, 'No such page.'],
    ] as const
    for (const [code, sentence] of said) {
      expect(await cli.run(['jobs'])).toMatchObject({ code, stderr: expect.stringContaining(sentence) })
    }
  })

  test('an unknown command or option is exit 2, help and version are 0', async ({ cli }) => {
    for (const args of [
      [],
      ['account'],
      ['admin'],
      ['sumbit'],
      ['tokens', 'bogus'],
      ['models', '--jsn'],
      ['submit', 'x'],
      ['job'],
    ]) {
      const ended = await cli.runLoggedOut(args)
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).not.toBe('')
    }
    expect((await cli.runLoggedOut(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await cli.runLoggedOut(['--help'])).stdout).toContain('Exit codes:')
  })
})

import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
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
    const json = await cli.runLoggedOut(['models', '--json'])
    expect(JSON.parse(json.stdout)).toEqual(models)
    expect(json.stdout).toContain('"min_price_per_token":0.000001')
  })

  test('a name from a host cannot harm a terminal or pass for another', async ({ market, cli }) => {
    const gpu = 'H100\u001b]52;c;aGk=\u0007\u009b1A\n\u202efake'
    const host = { host_id: 'host_1', gpu, status: 'active', models: ['tiny'], price_per_token: 0, backend: 'worker' }
    market.script(endpoints.hosts, { status: 200, body: { hosts: [host] } })
    const table = await cli.runLoggedOut(['hosts'])
    expect(table.stdout.split('\n')[1]).toBe('host_1  H100 fake  active              0  worker   tiny')
    const json = await cli.runLoggedOut(['hosts', '--json'])
    expect(JSON.parse(json.stdout).hosts).toEqual([host])
    for (const control of '\u001b\u009b') expect(json.stdout).not.toContain(control)
  })

  test('jobs: filters are passed on, and what is left out is said', async ({ market, cli }) => {
    const job = { job_id: JOB_ID, model: 'tiny', status: 'completed', credits_used: 0.5, created_at: AT }
    market.script(endpoints.listJobs, { status: 200, body: { jobs: [job], total: 7 } })
    const list = await cli.run(['jobs', '--status', 'completed', '--limit', '1', '--offset', '2'])
    expect(list.code).toBe(0)
    expect(list.stdout).toMatch(new RegExp(`\n${JOB_ID}  tiny   completed      0.5  ${AT}\n$`))
    expect(list.stderr).toContain('--offset 3')
    expect(market.to(endpoints.listJobs)[0]?.query).toEqual({ status: 'completed', limit: '1', offset: '2' })
    expect((await cli.run(['jobs', '--status', 'done'])).code).toBe(2)
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
      stderr: 'error: the request is not valid\n  limit: must be at most 100\n',
    })
    expect((await cli.run(['jobs'])).code).toBe(3)
  })

  test('an unknown command or option is exit 2, help and version are 0', async ({ cli }) => {
    for (const args of [[], ['sumbit'], ['models', '--jsn'], ['submit', 'x'], ['job']]) {
      const ended = await cli.runLoggedOut(args)
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).not.toBe('')
    }
    expect((await cli.runLoggedOut(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await cli.runLoggedOut(['--help'])).stdout).toContain('Exit codes:')
  })
})

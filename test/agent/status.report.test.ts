import type { OwnHost } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import { lockState } from '../../agent/src/lock.ts'
import { status } from '../../agent/src/operations/status.ts'
import { whyNoJobs } from '../../agent/src/words/why-no-jobs.ts'
import { HostAccount } from './host-account.ts'
import { ioUnderTest } from './io-under-test.ts'

const NANO = 1_000_000_000n

describe('mkt-agent status', () => {
  test('says how the host stands', async () => {
    const { run, market, register, effects, out } = ioUnderTest()
    register()
    Object.assign(market.account.host, {
      ...{ gpu: '2 x NVIDIA H100', gpu_utilization: 0.4, price_per_token: 1_000_000n, balance: 5n * NANO },
      ...{ total_earnings: 7n * NANO + 1n, total_jobs_completed: 12, total_jobs_failed: 1, total_tokens: 3400 },
      ...{ uptime: 0.998, tokens_per_second: 41.25, last_heartbeat: new Date(effects.now() - 9000).toISOString() },
    })
    expect(await run(status)).toBe(0)
    const text = out.join('\n')
    for (const said of [
      ...[
        'host_01 at http://market.test',
        'active; last heartbeat 9 s ago',
        'on sale  tiny',
        'not running with this state directory',
      ],
      ...['2 x NVIDIA H100, 40 % busy', '0.001 credits per token', '5 credits; earned in all 7.000000001'],
      'uptime   99.8 % of the last month, about',
      ...['12 completed, 1 failed, 3400 tokens, 41.3 tokens/s', 'No job is waiting'],
    ]) {
      expect(text).toContain(said)
    }
  })

  test('says what is proven, and what is missing of what is not', async () => {
    const { run, market, register, out } = ioUnderTest()
    register()
    const shown = { buyers: 2, too_cheap: 0, longest_tokens: 25, proven_tokens: 100, missing: { jobs: 0, buyers: 0 } }
    const yet = { buyers: 1, too_cheap: 4, longest_tokens: 9, proven_tokens: 0, missing: { jobs: 3, buyers: 1 } }
    const models = [
      { model: 'known', proven: true, jobs: 6, ...shown },
      { model: 'new', proven: false, jobs: 2, ...yet },
    ]
    const said = async (probation: { max_jobs: number; max_tokens: number } | null) => {
      Object.assign(market.account.host, { price_per_token: 1_000_000n, proof: { probation, models } })
      await run(status)
      return out.splice(0).join('\n')
    }
    const text = await said({ max_jobs: 2, max_tokens: 1024 })
    expect(text).toMatch(/proven +known: its price counts/)
    expect(text).toContain(
      '- new is on probation: it needs 3 more jobs that others pay and 1 more buyer within a week. ' +
        '4 jobs paid at less than half of 0.001 a token count for nothing. ' +
        'Until then it holds 2 jobs of it at once, of at most 1024 tokens.',
    )
    expect(text).toContain('No job is waiting')
    expect(await said(null)).not.toContain('probation')
  })

  test('says how long an answer of each model may be', async () => {
    const { run, market, register, out } = ioUnderTest()
    const { registered } = register()
    Object.assign(market.account.host, { models: ['a', 'b'], max_tokens: 4096 })
    const said = async (model_max_tokens: Record<string, number>) => {
      register({ registered: { ...registered, model_max_tokens } })
      await run(status)
      return out.splice(0).join('\n')
    }
    expect(await said({})).toContain('a, b (answers of at most 4096 tokens)')
    expect(await said({ a: 8, b: 8 })).toContain('a, b (answers of at most 8 tokens)')
    expect(await said({ a: 8 })).toContain('a (answers of at most 8 tokens), b (answers of at most 4096 tokens)')
  })

  test('knows whether an agent runs, and which jobs', async () => {
    const { run, market, register, dir, out } = ioUnderTest()
    register()
    Object.assign(market.submit(), { state: 'running', attempt: 2 })
    const lock = await lockState(dir)
    expect(await run(status)).toBe(0)
    await lock.release()
    expect(out.join('\n')).toContain(`running, pid ${process.pid}`)
    expect(out.join('\n')).toMatch(/job_\d+ tiny, attempt 2/)
    expect(out.join('\n')).not.toContain('No job is waiting')
  })

  test('shows each server that the machine has a host at, or the one asked for', async () => {
    const { run, register, out } = ioUnderTest()
    const { api_key } = register()
    register({ server: 'http://other.test', host_id: 'host_02', api_key })
    await run((io, flags) => status(io, { ...flags, json: true }))
    const { hosts } = JSON.parse(out[0] as string)
    expect(hosts.map(({ server }: { server: string }) => server).sort()).toEqual([
      'http://market.test',
      'http://other.test',
    ])
    out.length = 0
    await run((io, flags) => status(io, { ...flags, server: 'http://other.test/', json: true }))
    expect(JSON.parse(out[0] as string).hosts).toMatchObject([
      { server: 'http://other.test', agent_pid: null, balance: 0 },
    ])
  })

  test('of a server that is away says so and ends with 1, of one that refuses the key with 3', async () => {
    const { run, register, market, out } = ioUnderTest()
    register()
    market.away = true
    expect(await run(status)).toBe(1)
    expect(out.join('\n')).toContain('cannot reach http://market.test')
    market.away = false
    market.account.key = 'another'
    expect(await run(status)).toBe(3)
    expect(out.join('\n')).toContain('--register-again')
  })

  test.each([
    [{ paused: true }, 'nothing: it is paused'],
    [{ status: 'inactive' as const }, 'nothing: the server hears nothing of it'],
    [
      { status: 'inactive' as const, last_heartbeat: new Date(1_700_000_000_000).toISOString() },
      'nothing: its agent said that it stops',
    ],
    [{ available_models: [] }, 'nothing: its engine runs none of its models now'],
    [{ models: ['a', 'b'], available_models: ['b'] }, 'on sale  b'],
  ])('of a host with %o says what is on sale', async (changes, says) => {
    const { run, market, register, effects, out } = ioUnderTest()
    register()
    const last_heartbeat = new Date(effects.now() - 100_000).toISOString()
    Object.assign(market.account.host, { last_heartbeat, ...changes })
    expect(await run(status)).toBe(0)
    expect(out.join('\n')).toContain(says)
  })

  test('of a host that is disabled never says to register again', async () => {
    const { run, register, market, out } = ioUnderTest()
    register()
    const message = 'This host was disabled by the operator.'
    market.answerTo = () => ({ status: 403, body: { error: 'forbidden', message } })
    expect(await run(status)).toBe(3)
    expect(out.join('\n')).toMatch(/disabled by the operator\.[\s\S]*Its earnings stay in its balance/)
    expect(out.join('\n')).not.toContain('register-again')
  })

  test('without a host says what to do', async () => {
    const { run, err, register } = ioUnderTest()
    expect(await run(status)).toBe(1)
    expect(err.join('\n')).toMatch(/no host in the state directory[\s\S]*mkt-agent start/)
    register()
    expect(await run((io, flags) => status(io, { ...flags, server: 'http://other.test' }))).toBe(1)
    expect(err.join('\n')).toContain('It has one at http://market.test.')
    expect(await run((io, flags) => status(io, { ...flags, server: 'other' }))).toBe(2)
  })
})

describe('why there are no jobs', () => {
  const reasons = (changes: Partial<OwnHost>, why: Partial<OwnHost['why_no_jobs']> = {}) => {
    const { host } = new HostAccount()
    const here = { agentRuns: false, now_ms: Date.parse('2026-01-01T00:10:00Z'), explained: [] }
    return whyNoJobs({ ...host, ...changes, why_no_jobs: { ...host.why_no_jobs, ...why } }, here)
  }
  test.each([
    [{ paused: true }, {}, /^The host is paused: `mkt-agent resume`/],
    [{ status: 'inactive' as const }, {}, /^The server hears nothing of the host, and no agent runs here/],
    [
      { status: 'inactive' as const, last_heartbeat: '2026-01-01T00:09:00Z' },
      {},
      /^The agent was stopped: run `mkt-agent start`\.$/,
    ],
    [{ available_models: [] }, {}, /^None of its models, tiny, is on sale: the engine does not run it now/],
    [
      { models: ['a', 'b', 'c'], available_models: ['b'] },
      {},
      /^a and c are not on sale: the engine does not run them now/,
    ],
    [{}, { model_not_served: 1 }, /^1 queued job waits for models that this host does not serve/],
    [
      { price_per_token: 2n * NANO },
      { price_above_limit: 3 },
      /^3 queued jobs wait at less than this host's 2 a token/,
    ],
    [{ max_tokens: 64 }, { max_tokens_above_host: 2 }, /longer than this host's 64 tokens/],
    [{}, { excluded_after_failure: 2 }, /after failing here/],
    [{}, { reserved_for_another_host: 2 }, /for another host of its owner/],
  ])('%o %o', (changes, why, says) => {
    expect(reasons(changes, why)).toEqual([expect.stringMatching(says)])
  })
})

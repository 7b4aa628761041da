import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { Patience } from '../../cli/src/batch/patience.ts'
import { batchFiles, prompts } from './batch-files.ts'
import { test } from './cli-test.ts'
import { type Moment, serveJobs } from './fake-queue.ts'

function refuse({ response }: Moment, status: number, error: string, headers = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error, message: `no: ${error}\u001b[2J` }))
  return true
}

describe.concurrent('batch waits', () => {
  test('for servers that break off, gateways and limits; the same key goes out again', async ({ market, cli }) => {
    const troubles = [
      (moment: Moment) => void moment.response.socket?.destroy(),
      (moment: Moment) => void moment.response.writeHead(404).end('<html>no upstream</html>'),
      (moment: Moment) => void refuse(moment, 503, 'no_host_available', { 'retry-after': '0' }),
      (moment: Moment) => void refuse(moment, 429, 'too_many_queued', { 'retry-after': '0' }),
      (moment: Moment) => void refuse(moment, 500, 'internal_error'),
    ]
    const at = (moment: Moment) => {
      const due = moment.what === 'submitted' || moment.what === 'asked'
      const trouble = due ? troubles.shift() : undefined
      trouble?.(moment)
      return trouble !== undefined
    }
    const jobs = serveJobs(market, { at })
    const files = batchFiles(cli, '--concurrency', '1')
    await files.write(prompts(2))
    const ended = await cli.run(files.args)
    expect(ended.code).toBe(0)
    expect(ended.stderr).toMatch(/^waiting: cannot reach /)
    expect(ended.stderr.match(/^waiting: /gm)).toHaveLength(1)
    expect(jobs.length).toBe(2)
    expect((await files.answers()).map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  test('no longer than --patience: then it stops, and the same command goes on', async ({ market, cli }) => {
    const away = { now: true }
    const at = (moment: Moment) => {
      if (!(away.now && moment.what === 'submitted' && moment.input === 'prompt 3')) return undefined
      return refuse(moment, 503, 'no_host_available', { 'retry-after': '30' })
    }
    const jobs = serveJobs(market, { at })
    const files = batchFiles(cli, '--concurrency', '1')
    await files.write(prompts(4))
    const stopped = await cli.run([...files.args, '--patience', '0s'])
    expect(stopped).toMatchObject({ code: 7, stdout: '' })
    expect(stopped.stderr).toContain('It went on for 0 s (--patience).')
    expect(stopped.stderr).toContain('2 of 4 prompts are answered')
    expect(stopped.stderr).not.toContain('\u001b')
    away.now = false
    expect((await cli.run(files.args)).code).toBe(0)
    expect((await files.answers()).length).toBe(4)
    expect(jobs.length).toBe(4)
  })

  test('without credits it waits for the reserves of its own jobs, and stops when there are none', async ({
    market,
    cli,
  }) => {
    const purse = { jobs: 1, running: 0 }
    const at = (moment: Moment) => {
      if (moment.what === 'accepted') purse.running += 1
      if (moment.what === 'ended') purse.running -= 1
      const short = moment.what === 'submitted' && purse.running >= purse.jobs
      return short ? refuse(moment, 402, 'insufficient_credits') : undefined
    }
    const jobs = serveJobs(market, { at })
    const files = batchFiles(cli, '--concurrency', '3')
    await files.write(prompts(6))
    expect((await cli.run(files.args)).code).toBe(0)
    expect((await files.answers()).length).toBe(6)
    expect(jobs.length).toBe(6)

    purse.jobs = 0
    const poor = { ...files, args: files.args.map((word) => word.replace('out.jsonl', 'poor.jsonl')) }
    const stopped = await cli.run(poor.args)
    expect(stopped).toMatchObject({ code: 5, stdout: '' })
    expect(stopped.stderr).toMatch(/0 of 6 prompts are answered.*The same command goes on/)
    purse.jobs = 2
    expect((await cli.run(poor.args)).code).toBe(0)
    expect(jobs.length).toBe(12)
  })

  test('Ctrl-C leaves it at once, exit 130, and it goes on later', async ({ market, cli }) => {
    const hanging = { input: 'prompt 2', asked: () => {} }
    const asked = new Promise<void>((resolve) => {
      hanging.asked = resolve
    })
    const at = ({ what, input }: Moment) => {
      if (what !== 'asked' || input !== hanging.input) return undefined
      hanging.asked()
      return true
    }
    const jobs = serveJobs(market, { at })
    const files = batchFiles(cli, '--concurrency', '1')
    await files.write(prompts(3))
    const running = cli.start(files.args)
    await asked
    running.process.kill('SIGINT')
    const { code, stderr } = await running.ended
    expect(code).toBe(130)
    expect(stderr).toMatch(/^interrupted\n1 of 3 prompts are answered.*The same command goes on from here\.\n$/)
    hanging.input = ''
    expect((await cli.run(files.args)).code).toBe(0)
    expect((await files.answers()).length).toBe(3)
    expect(jobs.length).toBe(3)
  })

  test('a bar on a terminal, drawn over itself and gone at the end', async ({ market, cli }) => {
    let shown = () => {}
    const bar = new Promise<void>((resolve) => {
      shown = resolve
    })
    const at = async ({ what, input }: Moment) => {
      if (what === 'asked' && input === 'prompt 2') await bar
      return undefined
    }
    serveJobs(market, { at })
    const files = batchFiles(cli, '--concurrency', '1')
    await files.write(prompts(2))
    const running = cli.start(files.args, { terminal: true, env: { NO_COLOR: '1' } })
    await running.until('[############------------] 1/2 · 1 running')
    shown()
    const { code, stdout } = await running.ended
    expect(code).toBe(0)
    expect(stdout).toContain('\r\u001b[2K2 completed, 0 failed')
  })
})

describe('patience', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function patience(limit_ms: number, told: (string | undefined)[] = []) {
    const tell = (trouble: string | undefined) => void told.push(trouble)
    return new Patience({
      limit_ms,
      monotonic: () => performance.now(),
      random: () => 1,
      tell,
      signal: new AbortController().signal,
    })
  }
  const unreachable = () => new UnreachableError('http://market', new Error('connection refused'))

  test('tries less and less often, at most every 15 s, until the time is up', async () => {
    const call = vi.fn(async () => Promise.reject(unreachable()))
    const giving = expect(patience(600_000).insist(call)).rejects.toThrow('connection refused')
    await vi.advanceTimersByTimeAsync(599_000)
    expect(call.mock.calls.length).toBe(47)
    await vi.advanceTimersByTimeAsync(1001)
    await giving
    expect(call.mock.calls.length).toBe(48)
  })

  test('waits as long as the server asks, and says so once it is over', async () => {
    const told: (string | undefined)[] = []
    const busy = new ApiError(429, 'rate_limited', 'too many', { retryAfterS: 40 })
    const call = vi.fn(async () => 'answer').mockRejectedValueOnce(busy)
    const answer = patience(600_000, told).insist(call)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(call).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(await answer).toBe('answer')
    expect(told).toEqual(['too many', undefined])
  })

  test('what does not pass is thrown at once', async () => {
    const refused = new ApiError(404, 'model_not_found', 'no such model')
    await expect(patience(600_000).insist(() => Promise.reject(refused))).rejects.toBe(refused)
  })
})

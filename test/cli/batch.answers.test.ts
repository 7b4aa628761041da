import { readFile, writeFile } from 'node:fs/promises'
import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { batchFiles, prompts } from './batch-files.ts'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
import { type FakeJob, type Moment, serveJobs } from './fake-queue.ts'
import { me } from './samples.ts'

const failedWith = (error: string) => ({ status: 'failed', error, output_text: null, credits_used: 0 })

describe.concurrent('batch', () => {
  test('answers stand in the order of the prompts, whatever order they come in', async ({ market, cli }) => {
    const held = new Set<string>()
    let release = () => {}
    const rest = new Promise<void>((resolve) => {
      release = resolve
    })
    const at = async ({ what, input }: Moment) => {
      if (what === 'submitted') held.add(input)
      if (what === 'asked' && input === 'prompt 1') await rest
      if (what === 'ended' && input === 'prompt 6') release()
      return undefined
    }
    const jobs = serveJobs(market, { at })
    const files = batchFiles(cli, '--concurrency', '2', '--max-price', '0.000000001', '--stop', 'END')
    await files.write(prompts(6))
    const ended = await cli.run(files.args)
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '6 completed, 0 failed · 0.000000006 credits\n' })
    const answers = await files.answers()
    expect(answers.map(({ line, id }) => [line, id])).toEqual(prompts(6).map(({ id }, index) => [index + 1, id]))
    expect(answers[0]).toMatchObject({ job_id: 'job_1', status: 'completed', output_text: 're: prompt 1' })
    expect(await readFile(files.output, 'utf8')).toContain('"credits_used":0.000000001,')
    expect(jobs[0]?.body).toEqual({
      model: 'tiny',
      input_text: 'prompt 1',
      stop: ['END'],
      max_price_per_token: 1e-9,
    })
    const again = await cli.run(files.args)
    expect(again).toMatchObject({ code: 0 })
    expect(again.stderr).toContain('6 of 6 prompts are answered already.\n6 completed, 0 failed')
    expect(jobs.length).toBe(6)
  })

  test('lines say more than the options; blank lines count, null members do not', async ({ market, cli }) => {
    const jobs = serveJobs(market)
    const files = batchFiles(cli, '--max-tokens', '7', '--concurrency', '1')
    await files.write([
      { prompt: 'a', model: 'other', max_tokens: 3, temperature: 0, top_p: 0.5, seed: 1, stop: ['.'], note: 1 },
      '',
      { id: 7, prompt: null, input_text: 'b', max_tokens: null },
    ])
    const ended = await cli.run(files.args)
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('ignored: note\n')
    expect(jobs.map(({ body }) => body)).toEqual([
      { model: 'other', input_text: 'a', max_tokens: 3, temperature: 0, top_p: 0.5, seed: 1, stop: ['.'] },
      { model: 'tiny', input_text: 'b', max_tokens: 7 },
    ])
    expect((await files.answers()).map(({ line, id }) => [line, id])).toEqual([
      [1, undefined],
      [3, 7],
    ])
  })

  test('an input with a bad line is refused before anything is sent', async ({ market, cli }) => {
    const files = batchFiles(cli)
    const long = 'x'.repeat(262_145)
    await files.write([
      { prompt: 'a' },
      'nonsense',
      '[]',
      { model: 'tiny' },
      { prompt: 'a', max_tokens: 0 },
      { prompt: long },
      { id: 1.5, prompt: 'a' },
    ])
    const ended = await cli.run(files.args)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('has 6 lines that cannot be submitted; nothing was sent\n  line 2: is not JSON')
    expect(ended.stderr).toContain('\n  line 4: must have either input_text or prompt')
    expect(ended.stderr).toContain('\n  line 5: max_tokens: must be 1 or more\n')
    expect(ended.stderr).toContain('\n  and 1 more\n')
    await writeFile(files.input, Buffer.from([0xff, 0x0a]))
    expect((await cli.run(files.args)).stderr).toContain('line 1: is not UTF-8 text')
    await files.write([])
    expect((await cli.run(files.args)).stderr).toContain('holds no prompts')
    expect((await cli.run(['batch', '/nowhere', files.output])).code).toBe(2)
    expect(market.seen).toEqual([])
  })

  test('a changed input, other options or another account are refused, and nothing is touched', async ({
    market,
    cli,
  }) => {
    const jobs = serveJobs(market)
    const files = batchFiles(cli)
    await files.write(prompts(2))
    expect((await cli.run(files.args)).code).toBe(0)
    const before = await readFile(files.output)
    const options = await cli.run([...files.args, '--temperature', '0'])
    expect(options).toMatchObject({ code: 2 })
    expect(options.stderr).toContain('began with other options: {"model":"tiny"}')
    market.script(endpoints.me, { status: 200, body: { ...me, user_id: 'usr_2' } })
    expect((await cli.run(files.args)).stderr).toContain('another account, usr_1')
    market.script(endpoints.me, { status: 200, body: me })
    await files.write(prompts(3))
    const changed = await cli.run(files.args)
    expect(changed).toMatchObject({ code: 2 })
    expect(changed.stderr).toMatch(/^2 of 3 .*\nerror: the input has changed since this batch began\n.*another output/)
    await writeFile(files.journal, '')
    expect((await cli.run(files.args)).code).toBe(2)
    expect(await readFile(files.output)).toEqual(before)
    expect(jobs.length).toBe(2)
  })

  test('what another program wrote is never written over', async ({ market, cli }) => {
    serveJobs(market)
    const files = batchFiles(cli)
    await files.write(prompts(1))
    for (const text of ['precious', '{"line":1}\n']) {
      await writeFile(files.output, text)
      const ended = await cli.run(files.args)
      expect(ended.code).toBe(2)
      expect(await readFile(files.output, 'utf8')).toBe(text)
    }
  })

  test('a job lost by its host is submitted again, with a new key, up to --retries', async ({ market, cli }) => {
    const end = (input: string, nth: number) => {
      if (input === 'prompt 1' && nth === 1) return failedWith('host_lost')
      if (input === 'prompt 2') return failedWith('expired')
      return input === 'prompt 3' ? failedWith('engine_broke') : undefined
    }
    let forgotten = false
    const at = ({ what, input, response }: Moment) => {
      if (what !== 'asked' || input !== 'prompt 4' || forgotten) return undefined
      forgotten = true
      const body = { error: 'not_found', message: 'no such job, as after a restore' }
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return true
    }
    const jobs = serveJobs(market, { end, at })
    const files = batchFiles(cli, '--retries', '1')
    await files.write(prompts(4))
    const ended = await cli.run(files.args)
    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/^2 completed, 2 failed \((expired 1, engine_broke 1|engine_broke 1, expired 1)\)/)
    expect(ended.stderr).toContain('error: 2 of 4 prompts failed\n')
    expect((await files.answers()).map(({ error }) => error)).toEqual([null, 'expired', 'engine_broke', null])
    const times = (input: string) => jobs.filter((job: FakeJob) => job.input === input).length
    expect(['prompt 1', 'prompt 2', 'prompt 3', 'prompt 4'].map(times)).toEqual([2, 2, 1, 2])
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(7)
    expect((await cli.run(files.args)).code).toBe(1)
    expect(jobs.length).toBe(7)
  })

  test('a refusal is the answer to its prompt', async ({ market, cli }) => {
    const details = [{ path: 'body.max_tokens', message: 'must be at most 4096' }]
    const at = ({ what, input, response }: Moment) => {
      if (what !== 'submitted' || input !== 'prompt 2') return undefined
      const body = { error: 'invalid_request', message: 'The request is not valid.', details }
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return true
    }
    serveJobs(market, { at })
    const files = batchFiles(cli)
    await files.write(prompts(3))
    expect((await cli.run(files.args)).code).toBe(1)
    const [, second, third] = await files.answers()
    const refused = { job_id: null, status: 'failed', error: 'invalid_request', message: 'The request is not valid.' }
    expect(second).toEqual({ line: 2, id: 'p2', ...refused, details })
    expect(third).toMatchObject({ line: 3, status: 'completed' })
  })

  test('a revoked token ends it with exit 3; two runs at once do not meet', async ({ market, cli }) => {
    let second = Promise.resolve({ code: null as number | null, stderr: '' })
    const files = batchFiles(cli)
    const at = async ({ what }: Moment) => {
      if (what !== 'submitted') return undefined
      second = cli.run(files.args)
      await second
      return undefined
    }
    serveJobs(market, { at })
    await files.write(prompts(1))
    expect((await cli.run(files.args)).code).toBe(0)
    expect(await second).toMatchObject({ code: 2 })
    expect((await second).stderr).toMatch(/another `mkt batch` with pid \d+ is writing/)
    market.script(endpoints.me, refusal(401, 'unauthorized', 'unknown token'))
    expect((await cli.run(files.args)).code).toBe(3)
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { eventStream, type FakeMarket, refusal, words } from './fake-market.ts'
import { completed, failed, JOB_ID, me, models, running, submitted } from './samples.ts'

const accept = (market: FakeMarket) => market.script(endpoints.runModel, { status: 202, body: submitted })
const lastInput = (market: FakeMarket) =>
  (market.to(endpoints.runModel).at(-1) as { body: { input_text: string } }).body.input_text

describe.concurrent('submit', () => {
  test('prints the text as it comes and a newline, with the talk on stderr', async ({ market, cli }) => {
    accept(market)
    market.script(endpoints.streamJob, eventStream(...words('the sky is \u{1f535}'), 'done'))
    const args = ['--max-tokens', '9', '--temperature', '0', '--max-price', '0.000000001', 'Why?']
    const ended = await cli.run(['submit', '--model', 'tiny', ...args])
    expect(ended).toEqual({
      code: 0,
      stdout: 'the sky is \u{1f535}\n',
      stderr: `job ${JOB_ID} queued, 0.000128 credits reserved\n`,
    })
    const [request] = market.to(endpoints.runModel)
    expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(request?.body).toEqual({
      model: 'tiny',
      input_text: 'Why?',
      max_tokens: 9,
      temperature: 0,
      max_price_per_token: 1e-9,
    })
  })

  test('takes the prompt from standard input and from a file, byte for byte', async ({ market, cli }) => {
    accept(market)
    market.script(endpoints.streamJob, eventStream('done'))
    const piped = await cli.run(['submit', '--model', 'tiny'], { stdin: 'from a pipe\n' })
    expect(piped).toMatchObject({ code: 0, stdout: '\n' })
    expect(lastInput(market)).toBe('from a pipe\n')
    await cli.run(['submit', '--model', 'tiny', '-'], { stdin: 'from a dash' })
    expect(lastInput(market)).toBe('from a dash')
    const path = join(cli.directory, 'prompt.txt')
    await writeFile(path, 'from a file \u{1f4c4}')
    await cli.run(['submit', '--model', 'tiny', '--file', path])
    expect(lastInput(market)).toBe('from a file \u{1f4c4}')
  })

  test('the hosts that may run a job, and those that may not, travel as lists', async ({ market, cli }) => {
    accept(market)
    market.script(endpoints.streamJob, eventStream('done'))
    const args = ['--only-host', 'host_a', '--only-host', 'host_b', '--not-host', 'host_c', '--verified', 'x']
    expect(await cli.run(['submit', '--model', 'tiny', ...args])).toMatchObject({ code: 0 })
    const [request] = market.to(endpoints.runModel)
    expect(request?.body).toMatchObject({ hosts: { only: ['host_a', 'host_b'], not: ['host_c'] }, verified: true })
  })

  test('stop, top_p and seed travel as the API names them', async ({ market, cli }) => {
    accept(market)
    market.script(endpoints.streamJob, eventStream('done'))
    const args = ['--stop', '.', '--stop', '\n', '--top-p', '0.9', '--seed', '-7', 'x']
    expect((await cli.run(['submit', '--model', 'tiny', ...args])).code).toBe(0)
    expect(market.to(endpoints.runModel)[0]?.body).toEqual({
      model: 'tiny',
      input_text: 'x',
      stop: ['.', '\n'],
      top_p: 0.9,
      seed: -7,
    })
  })

  test('refuses no prompt, two prompts, a missing file and bad numbers as wrong usage', async ({ market, cli }) => {
    const wrong = [
      [],
      ['--file', '/nowhere', 'and an argument'],
      ['--file', '/nowhere'],
      ['two', 'words'],
      ['--max-tokens', '1.5', 'x'],
      ['--temperature', '3', 'x'],
      ['--max-price', '0.0000000001', 'x'],
    ]
    for (const args of wrong) {
      const ended = await cli.run(['submit', '--model', 'tiny', ...args])
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).toMatch(/^error: /)
    }
    expect(market.seen).toEqual([])
  })

  test('--json waits for the end and prints the job with exact credits', async ({ market, cli }) => {
    accept(market)
    market.script(endpoints.getJob, { status: 200, body: running }, { status: 200, body: completed })
    const ended = await cli.run(['submit', '--model', 'tiny', '--json', 'Say hi'])
    expect(ended.code).toBe(0)
    expect(JSON.parse(ended.stdout)).toEqual(completed)
    expect(ended.stdout).toContain('"credits_used":0.000000001')
    expect(market.to(endpoints.getJob)[0]?.query.wait).toBe('30')
    expect(market.to(endpoints.streamJob)).toEqual([])
  })

  test('--no-stream waits for the end and prints the text', async ({ market, cli }) => {
    accept(market)
    market.script(endpoints.getJob, { status: 200, body: completed })
    const ended = await cli.run(['submit', '--model', 'tiny', '--no-stream', 'Say hi'])
    expect(ended).toMatchObject({ code: 0, stdout: 'hi there\n' })
  })

  test('a 429 is waited out as the server asks, by who reads the text and by who waits for the end', async ({
    market,
    cli,
  }) => {
    accept(market)
    const busy = refusal(429, 'rate_limited', 'Too many requests.', { retryAfter: 1 })
    market.script(endpoints.getJob, busy, { status: 200, body: completed })
    market.script(endpoints.streamJob, busy, eventStream(...words('hi there'), 'done'))
    for (const args of [['--no-stream'], []]) {
      const ended = await cli.run(['submit', '--model', 'tiny', ...args, 'Say hi'])
      expect(ended).toMatchObject({ code: 0, stdout: 'hi there\n' })
    }
  })

  test('a failed job: what came, the reason, exit 1', async ({ market, cli }) => {
    accept(market)
    market.script(endpoints.streamJob, eventStream(...words('half a'), { error: 'host_lost' }, 'done'))
    market.script(endpoints.getJob, { status: 200, body: failed })
    const streamed = await cli.run(['submit', '--model', 'tiny', 'x'])
    expect(streamed).toMatchObject({ code: 1, stdout: 'half a\n' })
    expect(streamed.stderr).toContain(
      'its host went away while it ran (host_lost)\nNothing is charged. Submit it again.',
    )
    const whole = await cli.run(['submit', '--model', 'tiny', '--no-stream', 'x'])
    expect(whole).toMatchObject({ code: 1, stdout: 'hi \n' })
    const json = await cli.run(['submit', '--model', 'tiny', '--json', 'x'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toEqual(failed)
  })

  test('what a job waits for is said without a terminal; a higher --max-price helps only where one was given', async ({
    market,
    cli,
  }) => {
    accept(market)
    const queued = { ...running, status: 'queued', host_id: null, queue_position: 0, waiting_for: 'a host' }
    const expired = { ...failed, error: 'expired', output_text: null }
    const submit = ['submit', '--model', 'tiny', '--no-stream', 'x']
    const { promise: told, resolve: tellTold } = Promise.withResolvers<void>()
    market.script(endpoints.getJob, async (seen, response) => {
      const held = seen.query.wait !== undefined
      if (held) await told
      response.setHeader('content-type', 'application/json').end(JSON.stringify(held ? expired : queued))
    })
    const waits = cli.start(submit)
    await waits.until('\nwaiting for a host\n', 'stderr')
    tellTold()
    const plain = await waits.ended
    expect(plain.stderr).toMatch(/shows what has hosts now\.\n$/)
    market.script(endpoints.getJob, { status: 200, body: expired })
    const priced = await cli.run([...submit, '--max-price', '0.5'])
    expect(priced.stderr).toMatch(/shows what has hosts now\. A higher --max-price allows more of them\.\n$/)
  })

  test('too few credits: exit 5, what the job needs and what there is', async ({ market, cli }) => {
    market.script(endpoints.runModel, refusal(402, 'insufficient_credits', 'not enough credits'))
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoints.models, { status: 200, body: models })
    const ended = await cli.run(['submit', '--model', 'a-larger-one', '--max-tokens', '10000', 'x'])
    expect(ended).toMatchObject({ code: 5, stdout: '' })
    expect(ended.stderr).toContain(
      'You can spend 99.000000001 credits.\nThe job needs 200 or more: 10000 tokens at 0.02',
    )
  })

  test('what the request held is called as it was typed, and a model that is none by its name', async ({
    market,
    cli,
  }) => {
    const members = ['max_tokens', 'max_price_per_token', 'stop.0', 'input_text', 'messages']
    const details = members.map((name) => ({ path: `body.${name}`, message: 'is wrong' }))
    market.script(endpoints.runModel, refusal(400, 'invalid_request', 'The request is not valid.', { details }))
    const refused = await cli.run(['submit', '--model', 'tiny', 'x'])
    expect(refused.stderr.match(/\S+: is wrong/g)).toEqual(
      ['--max-tokens', '--max-price', '--stop', '<prompt>', 'messages'].map((name) => `${name}: is wrong`),
    )
    const unknown = 'No host offers a model "nope"; GET /models lists those on offer.'
    market.script(endpoints.runModel, refusal(404, 'model_not_found', unknown))
    const { stderr } = await cli.run(['submit', '--model', 'nope', 'x'])
    expect(stderr).toBe('error: no host offers a model "nope"\n`mkt models` lists the models on offer.\n')
  })

  test('every other refusal has its exit code and its next step', async ({ market, cli }) => {
    const cases = [
      [refusal(401, 'unauthorized', 'unknown token'), 3, 'mkt login'],
      [refusal(404, 'model_not_found', 'no such model'), 4, 'mkt models'],
      [refusal(503, 'no_host_available', 'no host', { retryAfter: 30 }), 7, 'Try again in 30 s.'],
      [refusal(429, 'too_many_queued', 'too many', { retryAfter: 5 }), 7, 'Try again in 5 s.'],
      [refusal(500, 'internal_error', 'something broke'), 1, 'something broke'],
    ] as const
    for (const [answer, code, text] of cases) {
      market.script(endpoints.runModel, answer)
      const ended = await cli.run(['submit', '--model', 'tiny', 'x'])
      expect(ended).toMatchObject({ code, stdout: '' })
      expect(ended.stderr).toContain(text)
    }
  })
})

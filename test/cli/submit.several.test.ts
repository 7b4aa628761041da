import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { expect } from 'vitest'
import { test } from './cli-test.ts'
import { eventStream, type FakeMarket, refusal, words } from './fake-market.ts'
import { completed, failed, me, submitted } from './samples.ts'

const IDS = ['job_1', 'job_2', 'job_3'] as const
const accept = (market: FakeMarket, ...ids: readonly string[]) => {
  market.script(endpoints.me, { status: 200, body: me })
  market.script(endpoints.runModel, ...ids.map((job_id) => ({ status: 202, body: { ...submitted, job_id } })))
}
const bodies = (market: FakeMarket) => market.to(endpoints.runModel).map(({ body }) => body)
const cancelled = (market: FakeMarket) => market.to(endpoints.cancelJob).map(({ params }) => params.job_id)
const submit = (n: number, ...args: string[]) => ['submit', '--model', 'tiny', '--n', String(n), ...args, 'Name a boat']

test.concurrent('submit --n: each answer streams under a line of its own, and only seeds tell the jobs apart', async ({
  market,
  cli,
}) => {
  accept(market, ...IDS)
  market.script(
    endpoints.streamJob,
    eventStream(...words('The Ark'), 'done'),
    eventStream(...words('Argo'), 'done'),
    eventStream(...words('Beagle'), 'done'),
  )
  const ended = await cli.run(submit(3, '--seed', '7'))
  const heads = IDS.map((id, at) => `--- ${at + 1} of 3 (${id})`)
  expect(ended).toEqual({
    code: 0,
    stdout: `${heads[0]}\nThe Ark\n${heads[1]}\nArgo\n${heads[2]}\nBeagle\n`,
    stderr: '3 jobs queued, 0.000384 credits reserved\n',
  })
  expect(market.to(endpoints.streamJob).map(({ params }) => params.job_id)).toEqual(IDS)
  const asked = { model: 'tiny', input_text: 'Name a boat' }
  expect(bodies(market)).toEqual([7, 8, 9].map((seed) => ({ ...asked, seed })))
  const keys = market.to(endpoints.runModel).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
})

test.concurrent('submit --n --json: a line for each job; the others ask for the model of the first', async ({
  market,
  cli,
}) => {
  accept(market, 'job_1', 'job_2')
  const jobs = ['job_1', 'job_2'].map((job_id) => ({ ...completed, job_id }))
  market.script(endpoints.getJob, ...jobs.map((body) => ({ status: 200, body })))
  const ended = await cli.run(submit(2, '--model', 'other', '--json'))
  expect(
    ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(jobs)
  expect(ended.stderr).toContain('\ntiny answers\n')
  const asked = { model: 'tiny', input_text: 'Name a boat' }
  expect(bodies(market)).toEqual([{ ...asked, models: ['other'] }, asked])
})

test.concurrent('submit --n: an answer that fails is told of, the others come, the end counts', async ({
  market,
  cli,
}) => {
  accept(market, 'job_1', 'job_2')
  market.script(endpoints.getJob, { status: 200, body: failed }, { status: 200, body: completed })
  const ended = await cli.run(submit(2, '--no-stream'))
  expect(ended).toMatchObject({ code: 1, stdout: '--- 1 of 2 (job_1)\nhi \n--- 2 of 2 (job_2)\nhi there\n' })
  expect(ended.stderr).toContain('its host went away while it ran (host_lost)')
  expect(ended.stderr).toMatch(/error: 1 of 2 answers failed; see above\n$/)
})

test.concurrent('submit --n: of answers that cannot all be had none is left', async ({ market, cli }) => {
  accept(market, 'job_1')
  market.script(endpoints.cancelJob, { status: 200, body: failed })
  market.script(endpoints.me, { status: 200, body: { ...me, credits: 0.0002 } })
  const poor = await cli.run(submit(3))
  expect(poor).toMatchObject({ code: 5, stdout: '' })
  expect(poor.stderr).toContain('error: 3 answers reserve 0.000384 credits together\nYou can spend 0.000328 credits.\n')
  expect(cancelled(market)).toEqual(['job_1'])
  accept(market, 'job_1')
  market.script(
    endpoints.runModel,
    { status: 202, body: { ...submitted, job_id: 'job_1' } },
    refusal(429, 'too_many_queued', 'You have 1 queued jobs; wait until some have run.'),
  )
  const full = await cli.run(submit(3))
  expect(full).toMatchObject({ code: 7, stdout: '' })
  expect(full.stderr).toContain('Not all answers could be had: 1 job of this prompt is cancelled.\n')
  expect(full.stderr).toContain('What a host had begun by then is paid for.\n')
  expect(cancelled(market)).toEqual(['job_1', 'job_1'])
})

test.concurrent('submit --n: a job that could not be cancelled is named with the command that does it', async ({
  market,
  cli,
}) => {
  accept(market)
  market.script(
    endpoints.runModel,
    ...['job_1', 'job_2'].map((job_id) => ({ status: 202, body: { ...submitted, job_id } })),
    refusal(429, 'too_many_queued', 'You have 2 queued jobs; wait until some have run.'),
  )
  market.script(endpoints.cancelJob, refusal(404, 'not_found', 'You have no job with this id.'), {
    status: 200,
    body: failed,
  })
  const { code, stderr } = await cli.run(submit(3))
  expect(code).toBe(7)
  const left = cancelled(market)[0]
  expect(stderr).toContain('Not all answers could be had: 1 job of this prompt is cancelled.\n')
  expect(stderr).toContain(`Job ${left} could not be cancelled. Try again:  mkt cancel ${left}\n`)
})

test.concurrent('submit --n: Ctrl-C leaves all of them, and says how each is read', async ({ market, cli }) => {
  accept(market, 'job_1', 'job_2')
  market.script(endpoints.streamJob, eventStream(...words('The '), 'hold'))
  const running = cli.start(submit(2))
  await running.until('The ')
  running.process.kill('SIGINT')
  const { code, stderr } = await running.ended
  expect(code).toBe(130)
  expect(stderr).toContain('Left job job_1; it goes on.\n')
  expect(stderr).toContain('\nRead another:  mkt stream job_2\n')
  expect(cancelled(market)).toEqual([])
})

test.concurrent('submit --n is 1 to 8', async ({ market, cli }) => {
  for (const n of [0, 9]) {
    const ended = await cli.run(submit(n))
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('1 to 8') })
  }
  expect(market.seen).toEqual([])
})

test.concurrent('submit --tools --schema: where no host does both, it is said which is lacking, by its option', async ({
  market,
  cli,
}) => {
  const path = (name: string) => join(cli.directory, name)
  await writeFile(path('t.json'), '[{"type":"function","function":{"name":"f"}}]')
  await writeFile(path('s.json'), '{"type":"object"}')
  const message = 'needs json_schema, which no active host of "tiny" can do'
  market.script(
    endpoints.runModel,
    refusal(400, 'invalid_request', 'This needs tools, json_schema, which no active host of "tiny" can do.', {
      details: ['tools', 'response_format'].map((name) => ({ path: `body.${name}`, message })),
    }),
  )
  const ended = await cli.run(submit(1, '--tools', path('t.json'), '--schema', path('s.json')))
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(`\n  --tools: ${message}\n  --schema: ${message}\n`)
  expect(bodies(market)).toMatchObject([{ tools: [{}], response_format: { type: 'json_schema' } }])
})

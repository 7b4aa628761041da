import { existsSync } from 'node:fs'
import { market as endpoints } from '@mkt/schemas'
import { describe, expect, vi } from 'vitest'
import { test } from './cli-test.ts'
import { eventStream, words } from './fake-market.ts'
import { AT, completed, models, submitted } from './samples.ts'

// Each test starts some processes, several tests at once.
vi.setConfig({ testTimeout: 120_000 })

const full = test.skipIf(!existsSync('/dev/full'))

describe.concurrent('output that cannot be written', () => {
  full(
    'a full disk is one line and exit 1, for a table, for JSON, for text as it comes and for help',
    async ({ market, cli }) => {
      market.script(endpoints.models, { status: 200, body: models })
      market.script(endpoints.runModel, { status: 202, body: submitted })
      market.script(endpoints.streamJob, eventStream(...words('hi there'), 'done'))
      market.script(endpoints.getJob, { status: 200, body: completed })
      for (const args of [['models'], ['models', '--json'], ['submit', '--model', 'tiny', 'hi'], ['--help']]) {
        const { code, stderr } = await cli.run(args, { redirect: '> /dev/full' })
        expect([args, code]).toEqual([args, 1])
        expect(stderr).toMatch(/^(job .*\n)?error: cannot write the output: no space is left on the disk\n$/)
      }
    },
  )

  full('talk that cannot be written is dropped: the answer and the exit code stay', async ({ market, cli }) => {
    const row = { job_id: completed.job_id, model: 'tiny', status: 'completed', credits_used: 0, created_at: AT }
    // One of two: the other is talked of.
    market.script(endpoints.listJobs, { status: 200, body: { jobs: [row], total: 2 } })
    const ended = await cli.run(['jobs'], { redirect: '2> /dev/full' })
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(row.job_id) })
    expect((await cli.run(['job', 'x'], { redirect: '2> /dev/full' })).code).toBe(2)
  })

  test('a reader that leaves ends it quietly', async ({ market, cli }) => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({ ...models.models[0], name: `model-${at}` }))
    market.script(endpoints.models, { status: 200, body: { models: many } })
    const ended = await cli.run(['models'], { redirect: '| head -1' })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^MODEL .*\n$/)
  })
})

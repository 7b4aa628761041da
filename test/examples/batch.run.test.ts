import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, REPOSITORY, startBin, tempFolder } from '../e2e/bins.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../server/marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost

beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ models: ['tiny-llama'] })
})

afterAll(async () => {
  await cleanUp()
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** The command that the README shows, with another place for its output. */
function shownCommand(output: string): string[] {
  const readme = readFileSync(join(REPOSITORY, 'examples/batch/README.md'), 'utf8')
  const [, args = ''] = /^npx mkt (batch .*)$/m.exec(readme) ?? []
  return args.split(' ').map((arg) => (arg === 'out.jsonl' ? output : arg))
}

test("the README's command answers every prompt in order, and buys nothing a second time", async () => {
  const output = join(tempFolder(), 'out.jsonl')
  const prompts = lines(join(REPOSITORY, 'examples/batch/in.jsonl'))
  const run = () =>
    startBin('mkt', shownCommand(output), { env: { MKT_SERVER: place.url, MKT_TOKEN: buyer.token } }).ended
  const serving = (async () => {
    for (const _ of prompts) {
      const offer = await host.next(30)
      if (!offer) throw new Error('no job came')
      const tokens = [`${offer.max_tokens}: `, offer.input_text]
      await host.results([{ job_id: offer.job_id, offset: 0, tokens, finish_reason: 'stop' }])
    }
  })()
  const [ended] = await Promise.all([run(), serving])
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  expect(lines(output).map(({ id, status, output_text }) => ({ id, status, output_text }))).toEqual(
    prompts.map(({ id, input_text, prompt, max_tokens = 64 }) => ({
      id,
      status: 'completed',
      output_text: `${max_tokens}: ${input_text ?? prompt}`,
    })),
  )
  const first = readFileSync(output, 'utf8')
  expect(await run()).toMatchObject({ code: 0 })
  expect(readFileSync(output, 'utf8')).toBe(first)
  expect((await buyer.client.call(endpoints.me, {})).total_jobs).toBe(prompts.length)
})

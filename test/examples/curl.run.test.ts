import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, start } from '../e2e/bins.ts'
import { type Marketplace, startMarketplace, type TestHost } from '../server/marketplace.ts'
import { answerNext } from './scripted-host.ts'

let place: Marketplace
let host: TestHost

beforeAll(async () => {
  place = await startMarketplace()
  host = await place.host({ models: ['tiny'] })
})

afterAll(async () => {
  await cleanUp()
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

// With CI set, a machine without curl fails here.
const lacking = !process.env.CI && spawnSync('curl', ['--version']).error ? ' (skipped: there is no curl)' : ''

const run = (model: string, ...args: string[]) =>
  start('sh', ['examples/curl/run.sh', ...args], { env: { MKT_SERVER: place.url, MODEL: model } }).ended

test.skipIf(lacking)(`the shell script breaks off and resumes, no token lost or repeated${lacking}`, async () => {
  const prompt = 'Say "it" \\ twice,\nand\tmore.'
  const tokens = ['One', ' "two"', '\n', '\\n is', ' 100 %s', ' fünf', '', ' end.']
  const [offer, ended] = await Promise.all([answerNext(host, tokens), run('tiny', prompt)])
  expect(offer).toMatchObject({ input_text: prompt, max_tokens: 64 })
  expect(ended).toMatchObject({ code: 0 })
  expect(ended.stdout).toBe(`${tokens.join('')}\n${offer.job_id} completed on ${host.host_id}\n`)
  expect(ended.stderr).toContain('[broken off after event 1.2]')
  const job = JSON.parse(ended.stderr.split('\n').findLast((line) => line.startsWith('{')) ?? '')
  expect(job).toMatchObject({ status: 'completed', tokens_generated: 7, credits_used: 0.007, finish_reason: 'stop' })
})

test.skipIf(lacking)(`the shell script says what the server refused${lacking}`, async () => {
  const ended = await run('none-such')
  expect(ended.code).not.toBe(0)
  expect(ended.stderr).toContain('model_not_found')
})

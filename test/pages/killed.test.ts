import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { market } from '@mkt/schemas'
import { type Client, createClient } from '@mkt/schemas/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { serveAtFixedPort, startAgent } from '../e2e/market.ts'
import { makeRambler } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { closeBrowser, openBrowser } from './browser.ts'

// Some seconds of made-up words: time enough to kill somebody in the middle, also on a busy machine.
const MAX_TOKENS = 300
const PACE = 60
const MODEL = 'rambler'
const PATIENCE = { timeout: 150_000 }

let engine: EngineChild
let server: Awaited<ReturnType<typeof serveAtFixedPort>>
let agent: Awaited<ReturnType<typeof startAgent>>
let page: Page
let client: Client

beforeAll(async () => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../.ci/build-pages.ts', import.meta.url)), '--if-older'])
  const model = join(tempFolder(), 'rambler.gguf')
  await makeRambler(model)
  engine = await startEngine({ model, name: MODEL, pace: PACE, parallel: 4 })
})
beforeEach(async () => {
  server = await serveAtFixedPort()
  agent = await startAgent({ server, engine: engine.url, model: MODEL })
  page = await signUpInBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await cleanUp()
  await engine?.stop()
})

/** A newcomer, as one signs up on the page; the client is theirs too. */
async function signUpInBrowser(): Promise<Page> {
  const password = randomUUID()
  const fresh = await (await openBrowser()).newPage()
  fresh.setDefaultTimeout(PATIENCE.timeout)
  await fresh.goto(`${server.url}/app/signup?next=/app/playground`)
  await fresh.getByLabel('Username').fill('ada')
  await fresh.getByLabel('Email').fill('ada@example.com')
  await fresh.getByLabel('Password').fill(password)
  await fresh.getByRole('button', { name: 'Sign up' }).click()
  const basic = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`
  client = createClient({ baseUrl: server.url, authorization: () => basic, retries: 6 })
  return fresh
}

/** Asks, and waits until the answer is under way; its job. */
async function ask(): Promise<string> {
  await page.getByLabel('Max tokens').fill(String(MAX_TOKENS))
  await page.getByLabel('Message').fill('Say it.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(async () => (await shown()).length, PATIENCE).toBeGreaterThan(100)
  return new URL(page.url()).searchParams.get('jobs') ?? ''
}

const answer = () => page.getByRole('region', { name: MODEL })
const shown = async () => (await answer().locator('.markdown').innerText()).replace(/\s+/g, ' ')
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const jobOf = (job_id: string) => client.call(market.getJob, { params: { job_id }, query: {} })

test('a stream that is watched goes on after the server was killed, without losing or doubling a piece', async () => {
  const job_id = await ask()
  await server.program.stop('SIGKILL')
  await page.getByText('The connection is broken; it is being made again. Nothing is lost.').waitFor()
  const before = await shown()
  await server.again()
  await page.getByText(`${MAX_TOKENS} tokens`, { exact: true }).waitFor(PATIENCE)
  const job = await jobOf(job_id)
  expect(job).toMatchObject({ status: 'completed', tokens_generated: MAX_TOKENS })
  expect((await shown()).startsWith(before.slice(0, 80))).toBe(true)
  expect(await shown()).toBe(plain(job.output_text))
})

test('a host that is killed takes no word off the page: it goes on, or nothing was charged', async () => {
  const job_id = await ask()
  const before = await shown()
  await agent.stop('SIGKILL')
  await startAgent({ server, engine: engine.url, model: MODEL, state: agent.state })
  await expect.poll(async () => (await jobOf(job_id)).status, PATIENCE).toMatch(/completed|failed/)
  const job = await jobOf(job_id)
  await answer().getByRole('link', { name: 'Job' }).waitFor()
  expect((await shown()).startsWith(before.slice(0, 80))).toBe(true)
  if (job.status === 'completed') return expect(await shown()).toBe(plain(job.output_text))
  expect(job.credits_used).toBe(0n)
  await answer()
    .getByText(/nothing was charged|lost/i)
    .first()
    .waitFor()
  // What comes next is answered by the host that is back.
  await ask()
}, 200_000)

import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { openStage, type Stage, serveJobs } from './stage.ts'

let stage: Stage
let user: TestUser
let worker: Awaited<ReturnType<typeof serveJobs>>
beforeAll(async () => {
  stage = await openStage({ signupCredits: 1000 })
  user = await stage.place.user()
  worker = await serveJobs(stage.place, ['All ', 'said.'], { pause_ms: 0, model: 'able' })
})
afterAll(async () => {
  await worker.stop()
  // Of the request that a test lets fail.
  expect(stage.faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
  await stage.close()
})

test('what is written outlives a look at another page, and is what the code sends', async () => {
  const page = await stage.open('/app/playground?model=able', { as: user })
  await page.getByLabel('Message').fill('Half a thought')
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Half a thought')
  await page.getByRole('button', { name: 'As code' }).click()
  await page.getByRole('dialog').getByText('"content": "Half a thought"').waitFor()
})

test('the tools stay open while they are written anew', async () => {
  const page = await stage.open('/app/playground?model=able', { as: user })
  await page.getByText('Tools and form of the answer').click()
  const tools = page.getByLabel('Tools', { exact: true })
  await tools.fill('[')
  await tools.fill('')
  await tools.pressSequentially('{}')
  expect(await tools.inputValue()).toBe('{}')
  expect(await tools.isVisible()).toBe(true)
})

test('a chat is there again after signing out and in again', async () => {
  const page = await stage.open('/app/playground?model=able', { as: user })
  await page.getByLabel('Message').fill('Remember this')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/[?&]chat=cnv_/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('All said.').waitFor()
  await page.getByText('Remember this').first().waitFor()
})

test('a job that is run again after its answer was lost is run once more, and not twice', async () => {
  const payer = await stage.place.user()
  const body = { model: 'able', input_text: 'Again and again', max_tokens: 2 }
  const { job_id } = await payer.client.call(endpoints.runModel, { body })
  await payer.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } })
  const page = await stage.open(`/app/jobs/${job_id}`, { as: payer })
  await page.route(
    '**/run/model',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByText('The server cannot be reached').waitFor()
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(job_id))
  expect((await payer.client.call(endpoints.listJobs, { query: {} })).total).toBe(2)
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { openStage, type Stage, serveJobs } from './stage.ts'

let stage: Stage
let user: TestUser
let worker: Awaited<ReturnType<typeof serveJobs>>
beforeAll(async () => {
  stage = await openStage()
  user = await stage.place.user()
  worker = await serveJobs(stage.place, ['One.'], { pause_ms: 0, model: 'm' })
})
afterAll(async () => {
  await worker.stop()
  // Requests that reach nobody are what is tried here; errors of the pages themselves are not.
  expect(stage.faults.filter((fault) => !fault.includes('Failed to load resource'))).toEqual([])
  await stage.close()
})

const goToPlayground = (page: Page) => page.getByRole('link', { name: 'Playground' }).click()
const modelOf = (page: Page) => page.getByLabel('Model', { exact: true }).inputValue()

test('a page that was not loaded yet says that it cannot be without a server, and is there after it', async () => {
  const page = await stage.open('/app/jobs', { as: user })
  stage.front.fail(true)
  await goToPlayground(page)
  await page.getByText('This page could not be loaded').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The server cannot be reached.').waitFor()
  stage.front.fail(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
  await expect.poll(() => modelOf(page)).toBe('m')
})

test('the playground says that no models can be had without a server, and has them after it', async () => {
  const page = await stage.open('/app/playground', { as: user })
  await expect.poll(() => modelOf(page)).toBe('m')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  stage.front.fail(true)
  await goToPlayground(page)
  const settings = page.getByRole('form', { name: 'How it is asked' })
  await settings.getByText('The server cannot be reached.').waitFor()
  stage.front.fail(false)
  await settings.getByText('The server cannot be reached.').waitFor({ state: 'detached' })
  await settings
    .getByLabel('Model', { exact: true })
    .getByRole('option', { name: 'm · 1.00' })
    .waitFor({ state: 'attached' })
})

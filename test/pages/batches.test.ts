import { readFileSync } from 'node:fs'
import { market as endpoints } from '@mkt/schemas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, isTooWide, openStage, type Stage, serveJobs } from './stage.ts'

let stage: Stage
let user: TestUser
let worker: Awaited<ReturnType<typeof serveJobs>>
beforeAll(async () => {
  stage = await openStage({ signupCredits: 1000 })
  user = await stage.place.user()
  worker = await serveJobs(stage.place, ['an ', 'answer'], { pause_ms: 0, model: 'batch-model' })
})
afterAll(async () => {
  await worker.stop()
  expect(stage.faults).toEqual([])
  await stage.close()
})

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const choose = (page: Page, one: ReturnType<typeof file>) =>
  page.getByLabel('File', { exact: true }).setInputFiles([one])
const take = async (page: Page, name: string) => {
  const [taken] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  return readFileSync(await taken.path(), 'utf8')
}

test('a CSV file runs while its page is closed, and its results are taken', async () => {
  const page = await stage.open('/app/batches', { as: user })
  await page.getByText('No batches yet').waitFor()
  const csv = 'id,note,Question\r\na1,x,"One, with ""quotes"""\nb2,,"two\nlines"\nc3,only a note,\n'
  await choose(page, file('questions.csv', csv))
  await page.getByText('2 prompts').first().waitFor()
  await expect.poll(() => page.getByLabel('Column of the prompts').inputValue()).toBe('Question')
  await page.getByText('One, with "quotes"').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Run 2 prompts' }).click()
  await page.getByRole('heading', { level: 1, name: /^bat_/ }).waitFor()
  const address = new URL(page.url()).pathname
  await page.close()
  const batch_id = address.split('/').at(-1) ?? ''
  const batch = () => user.client.call(endpoints.getBatch, { params: { batch_id } })
  await expect.poll(async () => (await batch()).state, { timeout: 20_000 }).toBe('completed')
  const later = await stage.open(address, { as: user })
  await later.getByText('2 of 2 prompts done').waitFor()
  expect(await axeFaults(later)).toEqual([])
  const lines = (await take(later, 'Results as CSV')).split('\r\n')
  expect(lines[1]).toMatch(/^1,a1,job_\w+,completed,"One, with ""quotes""",an answer,,2,/)
  const objects = (await take(later, 'Results as JSONL')).trim().split('\n')
  expect(JSON.parse(objects[1] ?? '')).toMatchObject({ custom_id: 'b2', output_text: 'an answer' })
})

test('a JSONL file is read by its members; what is none is said with its line, and nothing is sent', async () => {
  const page = await stage.open('/app/batches', { as: user })
  await choose(page, file('broken.jsonl', '{"prompt":"one"}\n{"prompt":\n'))
  await page.getByText('Line 2 is no JSON object. Nothing was sent').waitFor()
  await choose(page, file('good.jsonl', '{"prompt":"one","lang":"en"}\n\n"two"\n'))
  await page.getByLabel('Column of the prompts').selectOption('lang')
  await page.getByRole('button', { name: 'Run 1 prompt', exact: true }).waitFor()
  await page.getByLabel('Column of the prompts').selectOption('prompt')
  await page.getByLabel('Temperature').fill('9')
  await page.getByRole('button', { name: 'Run 2 prompts' }).click()
  await page.getByText('Write a number from 0 to 2.').waitFor()
  await page.getByLabel('Temperature').fill('0')
  await page.getByLabel('System text').fill('Be brief.')
  await page.getByRole('button', { name: 'Run 2 prompts' }).click()
  await page.getByText('2 of 2 prompts done').waitFor()
})

test('a large file is sent in parts, waits with a reason, and is cancelled', async () => {
  await stage.place.host({ models: ['nobody-polls'] })
  const page = await stage.open('/app/batches', { as: user })
  await choose(page, file('large.csv', `prompt\n${`${'long '.repeat(100)}\n`.repeat(3000)}`))
  await page.getByLabel('Model', { exact: true }).selectOption('nobody-polls')
  await page.getByRole('button', { name: 'Run 3,000 prompts' }).click()
  await page.getByRole('heading', { level: 1, name: /^bat_/ }).waitFor()
  await page.getByText('0 of 3,000 prompts done').waitFor()
  await page.getByText(/^2,\d+ waiting$/).waitFor()
  await page.getByRole('button', { name: 'Cancel batch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
  await page.getByText('The batch is cancelled. What is done is kept.').waitFor()
  await page.getByText('Cancelled', { exact: true }).waitFor()
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('the list is whole (%s, %i)', async (theme, width) => {
  const page = await stage.open('/app/batches', { as: user, theme, width })
  await page.getByRole('table', { name: 'Batches' }).waitFor()
  expect([await axeFaults(page), await isTooWide(page)]).toEqual([[], false])
})

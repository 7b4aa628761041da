import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { insertJobs } from './many-jobs.ts'
import { axeFaults, goTo, openStage, type Stage, serveJobs } from './stage.ts'

let stage: Stage
let user: TestUser
let worker: Awaited<ReturnType<typeof serveJobs>>
beforeAll(async () => {
  stage = await openStage({ signupCredits: 1000 })
  user = await stage.place.user()
  worker = await serveJobs(stage.place, ['One ', 'two ', 'three.'], { pause_ms: 0, model: 'org/model-7b' })
})
afterAll(async () => {
  await worker.stop()
  expect(stage.faults).toEqual([])
  await stage.close()
})

const submit = (input_text: string) =>
  user.client.call(endpoints.runModel, { body: { model: 'org/model-7b', input_text, max_tokens: 9 } })

test('a model is found, and its page says how a program uses it', async () => {
  const page = await stage.open('/app/models', { as: user })
  await page.getByRole('link', { name: 'org/model-7b' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('nothing like it')
  await page.getByText('No model has this in its name').waitFor()
  await page.getByLabel('Find a model').fill('7B')
  await page.getByRole('link', { name: 'org/model-7b' }).click()
  await page.getByRole('heading', { level: 1, name: 'org/model-7b' }).waitFor()
  await page.getByRole('cell', { name: 'Test GPU' }).waitFor()
  await page.getByRole('tab', { name: 'Python' }).click()
  await page.getByRole('region', { name: 'In Python' }).getByText('model="org/model-7b"').waitFor()
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  await page.getByRole('tab', { name: 'mkt' }).click()
  // A token that the reader has set already is left as it is, and nothing has to be installed.
  const sample = await page.getByRole('region', { name: 'In mkt' }).innerText()
  expect(sample).toContain("npx mkt submit --model 'org/model-7b'")
  expect(sample).not.toContain('MKT_TOKEN')
  await page.getByRole('link', { name: 'Open in the playground' }).click()
  await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
  await expect.poll(() => page.getByLabel('Model', { exact: true }).inputValue()).toBe('org/model-7b')
})

test("a job's page says what was asked, answered and paid; it is run again and disputed there", async () => {
  const { job_id } = await submit('What is it? <b>bold</b>')
  const page = await stage.open('/app/jobs', { as: user })
  await page.getByRole('link', { name: job_id }).click()
  await page.getByRole('heading', { level: 1, name: job_id }).waitFor()
  await page.getByText('One two three.').waitFor()
  await page.getByText('What is it? <b>bold</b>').waitFor()
  await page.getByText('0.003 credits').waitFor()
  expect(await page.getByText('0.0 s').count()).toBe(0)
  await page.getByRole('button', { name: 'Dispute' }).click()
  await page.getByLabel('What is wrong').selectOption('garbage')
  await page.getByRole('dialog').getByRole('button', { name: 'Dispute' }).click()
  await page.getByText('The dispute is open.').waitFor()
  const panel = page.getByRole('region', { name: 'Your dispute' })
  await panel.getByText('The answer makes no sense').waitFor()
  await panel.getByText('Open', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Dispute' }).count()).toBe(0)
  const { disputes } = await user.client.call(endpoints.listDisputes, {})
  expect(disputes).toMatchObject([{ job_id, reason: 'garbage' }])
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect.poll(() => page.url()).not.toContain(job_id)
  await page.getByText('One two three.').waitFor()
})

test('a job that is run again is asked as the first one was: its limit, its hosts and all', async () => {
  const hosts = { not: ['host_01m8fd7hfhgh4a1fy08brgcajn'] }
  const said = { max_price_per_token: 5_000_000n, hosts, partial: 'keep' as const }
  const body = { model: 'org/model-7b', input_text: 'Dearly', max_tokens: 9, ...said }
  const { job_id } = await user.client.call(endpoints.runModel, { body })
  const page = await stage.open(`/app/jobs/${job_id}`, { as: user })
  await page.getByText('Limit that was asked').waitFor()
  await page.getByText('host_01m8fd7hfhgh4a1fy08brgcajn').waitFor()
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect.poll(() => page.url()).not.toContain(job_id)
  const params = { job_id: page.url().split('/').at(-1) ?? '' }
  expect(await user.client.call(endpoints.getJob, { params, query: { detail: 'full' } })).toMatchObject(said)
  await page.goto(`${stage.front.url}/app/playground?jobs=${params.job_id}`)
  await expect.poll(() => page.getByLabel('Price limit').inputValue()).toBe('5')
})

test('vectors that are made again are vectors again', async () => {
  const host = await stage.place.host({ models: ['embedder'], capabilities: ['embeddings'] })
  const body = { model: 'embedder', embed: { inputs: ['a red fox'] } }
  const { job_id } = await user.client.call(endpoints.runModel, { body })
  await user.client.call(endpoints.cancelJob, { params: { job_id } })
  const page = await stage.open(`/app/jobs/${job_id}`, { as: user })
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect.poll(() => page.url()).not.toContain(job_id)
  expect((await host.next(10))?.embed).toMatchObject(body.embed)
})

test('what was paid for a model is a line in the list and on its page, and words for who does not see it', async () => {
  const { job_id } = await submit('Sell me something')
  await user.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } })
  const page = await stage.open('/app/models', { as: user })
  const line = /^org\/model-7b in 24 hours: \d+ tokens sold\. 1\.00 credits for 1,000 tokens\.$/
  await page.getByRole('img', { name: line }).waitFor()
  await goTo(page, `${stage.front.url}/app/models/${encodeURIComponent('org/model-7b')}`)
  await page.getByRole('img', { name: line }).waitFor()
  await page.getByRole('tab', { name: '7 days' }).click()
  await page.getByRole('img', { name: /^org\/model-7b in 168 hours/ }).waitFor()
})

test('a job that waits is cancelled', async () => {
  await stage.place.host({ models: ['idle'] })
  const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'idle', input_text: 'x' } })
  const page = await stage.open(`/app/jobs/${job_id}`, { as: user })
  await page.getByText('It waits for').waitFor()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByText('The job is cancelled.').waitFor()
  await page.getByRole('button', { name: 'Run again' }).waitFor()
})

test('jobs are filtered by state, and the address keeps the filter', async () => {
  const page = await stage.open('/app/jobs', { as: user })
  await page.getByLabel('State').selectOption('failed')
  await expect.poll(() => new URL(page.url()).search).toBe('?state=failed')
  await page.getByText('Cancelled').first().waitFor()
  // One is left: the choice of the filter itself.
  await expect.poll(() => page.getByText('Completed', { exact: true }).count()).toBe(1)
  await page.goBack()
  await page.getByRole('cell', { name: 'Completed' }).first().waitFor()
})

test('jobs are narrowed by model, days and a text in prompt or answer, by keyboard', async () => {
  const { job_id } = await submit('Where does the Ångström river flow?')
  await user.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } })
  const page = await stage.open('/app/jobs', { as: user })
  await page.getByRole('table', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('åNGSTRÖM')
  await expect.poll(() => new URL(page.url()).searchParams.get('text')).toBe('åNGSTRÖM')
  await page.getByText('1 job', { exact: true }).waitFor()
  await page.getByRole('link', { name: job_id }).waitFor()
  await page.getByLabel('Model', { exact: true }).selectOption('org/model-7b')
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('From').fill(today)
  await page.getByLabel('Until').fill(today)
  await expect.poll(() => new URL(page.url()).searchParams.get('until')).toBe(today)
  await page.getByRole('link', { name: job_id }).waitFor()
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByText('No jobs like that').waitFor()
  await page.getByRole('link', { name: 'Show all jobs' }).click()
  await expect.poll(() => page.getByLabel('Search prompts and answers').inputValue()).toBe('')
  await page.getByRole('cell', { name: 'Completed' }).first().waitFor()
})

test('ten thousand jobs scroll with few rows in the page', async () => {
  const many = await stage.place.user()
  await insertJobs(stage.place, many, 'org/model-7b', 10_000)
  const page = await stage.open('/app/jobs', { as: many })
  await page.getByText('10,000 jobs').waitFor()
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  const last = page.locator('tr[aria-rowindex="10001"]')
  await last.getByRole('link').waitFor()
  await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(150)
  await page.evaluate('window.scrollTo(0, 180000)')
  await page.locator('tr[aria-rowindex="4860"]').getByRole('link').waitFor()
})

test('a token is made with its limits, shown once, works, and is revoked', async () => {
  const page = await stage.open('/app/tokens', { as: user })
  await page.getByRole('button', { name: 'Make token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await dialog.getByText('Give it a name.').waitFor()
  await dialog.getByLabel('Name').fill('my program')
  await dialog.getByLabel('Spend limit, credits').fill('2.5')
  await dialog.getByRole('button', { name: 'Make token' }).click()
  const secret = await dialog.getByText(/^mkt_u_/).innerText()
  const { tokens } = await stage.place.connect(`Bearer ${secret}`).call(endpoints.listTokens, {})
  expect(tokens.find(({ name }) => name === 'my program')).toMatchObject({
    scopes: ['jobs:write', 'jobs:read'],
    spend_limit: 2_500_000_000n,
  })
  await page.keyboard.press('Escape')
  await page.getByText('0.00 of 2.50 credits').waitFor()
  await expect.poll(() => page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Revoke my program' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('my program is revoked.').waitFor()
  await expect(stage.place.connect(`Bearer ${secret}`).call(endpoints.me, {})).rejects.toMatchObject({ status: 401 })
})

test('usage shows what was spent and written on what, narrowed by model and token, and gives a statement', async () => {
  const { job_id } = await submit('once more')
  await user.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } })
  const page = await stage.open('/app/usage', { as: user })
  await page.getByRole('table', { name: 'By model' }).getByText('org/model-7b').waitFor()
  await page.getByRole('table', { name: 'By token' }).getByText('test').waitFor()
  await page.getByRole('img', { name: /^Credits spent by day since .*, 0\.0\d+ in all$/ }).waitFor()
  await page.getByRole('img', { name: /^Tokens by day since .*: [1-9]\d* written, \d+ read in all$/ }).waitFor()
  await page.getByLabel('Token', { exact: true }).selectOption('test')
  await page.getByLabel('Model', { exact: true }).selectOption('org/model-7b')
  await expect.poll(() => new URL(page.url()).search).toBe('?days=30&model=org%2Fmodel-7b&token=test')
  await page.getByRole('img', { name: /^Tokens by day since/ }).waitFor()
  await goTo(page, `${stage.front.url}/app/usage?token=another`)
  await page.getByText('Nothing like that was used in this time').waitFor()
  await page.getByRole('link', { name: 'Show all usage' }).click()
  await page.getByRole('table', { name: 'By token' }).getByText('test').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Statement of account' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
})

test('alerts are set by keyboard, say that it has come to that, and are taken back', async () => {
  const spender = await stage.place.user()
  const page = await stage.open('/app/usage', { as: spender })
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await alerts.getByLabel('A day costs, credits').fill('much')
  await page.keyboard.press('Enter')
  await alerts.getByText('Write a number of credits above 0').waitFor()
  await alerts.getByLabel('A day costs, credits').fill('12.5')
  await alerts.getByLabel('Left to spend, below').fill('2000')
  await page.keyboard.press('Enter')
  await page.getByText('The alerts are kept.').waitFor()
  await alerts.getByText('You can spend 1,000.00 credits; you wanted to be told below 2,000.00.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await goTo(page, `${stage.front.url}/app/`)
  await page.getByText('You can spend 1,000.00 credits; you wanted to be told below 2,000.00.').waitFor()
  await goTo(page, `${stage.front.url}/app/usage`)
  await expect.poll(() => alerts.getByLabel('A day costs, credits').inputValue()).toBe('12.5')
  await alerts.getByLabel('A day costs, credits').fill('')
  await alerts.getByLabel('Left to spend, below').fill('')
  await page.keyboard.press('Enter')
  await page.getByText('There are no alerts any more.').waitFor()
  expect((await spender.client.call(endpoints.alerts, {})).alerts).toEqual([])
})

test('Ctrl+K goes to a page by its name and to a job by its id, Esc closes it', async () => {
  const page = await stage.open('/app/', { as: user })
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type('tok')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor()
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const { job_id } = await submit('find me')
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type(job_id)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: job_id }).waitFor()
})

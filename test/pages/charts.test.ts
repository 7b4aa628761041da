import { readFile } from 'node:fs/promises'
import { market as endpoints } from '@mkt/schemas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, openStage, type Stage, serveJobs } from './stage.ts'

let stage: Stage
let user: TestUser
let worker: Awaited<ReturnType<typeof serveJobs>>
beforeAll(async () => {
  stage = await openStage({ signupCredits: 1000 })
  user = await stage.place.user()
  worker = await serveJobs(stage.place, ['One ', 'two ', 'three.'], { pause_ms: 0, model: '=model' })
  const other = await stage.place.host({ models: ['other'] })
  for (const model of ['=model', 'other']) {
    const { job_id } = await user.client.call(endpoints.runModel, { body: { model, input_text: 'Go', max_tokens: 9 } })
    if (model === 'other') {
      await other.next(10)
      await other.results([{ job_id, tokens: ['Yes'], finish_reason: 'stop' }])
    }
    await user.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } })
  }
})
afterAll(async () => {
  await worker.stop()
  expect(stage.faults).toEqual([])
  await stage.close()
})

const today = () => new Date().toISOString().slice(0, 10)

test("a chart's figures are read by keys, one day after the other, and are said to who does not see them", async () => {
  const page = await stage.open('/app/usage', { as: user })
  const day = page.getByRole('slider', { name: /^Credits spent by day since .*, one by one$/ })
  await day.focus()
  const chart = page.getByRole('figure').filter({ has: day })
  await chart.getByText(`${today()} 0.004 credits, 2 jobs`).waitFor()
  expect(await day.getAttribute('aria-valuetext')).toBe(`${today()}: 0.004 credits, 2 jobs`)
  await page.keyboard.press('ArrowLeft')
  await chart.getByText(/^\d{4}-\d\d-\d\d 0\.00 credits, 0 jobs$/).waitFor()
  expect(await day.getAttribute('aria-valuetext')).toMatch(/^\d{4}-\d\d-\d\d: 0\.00 credits, 0 jobs$/)
  await page.keyboard.press('Home')
  await expect.poll(() => day.inputValue()).toBe('0')
  await page.keyboard.press('End')
  await chart.getByText(`${today()} 0.004 credits, 2 jobs`).waitFor()
  await chart.getByText('Day, UTC').waitFor()
})

test('a chart without a table beside it opens as one', async () => {
  const page = await stage.open(`/app/models/${encodeURIComponent('=model')}`, { as: user })
  await page.getByText('As a table').click()
  const table = page.getByRole('table', { name: /^=model in 24 hours: 3 tokens sold\.$/ })
  await table.getByRole('columnheader', { name: 'Hour, UTC' }).waitFor()
  await table.getByRole('row', { name: /1\.00 credits for 1,000 tokens\. 3 tokens$/ }).waitFor()
  expect(await axeFaults(page)).toEqual([])
})

async function exported(page: Page): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('usage is exported as it is shown: by day, model and token, and nothing but what is chosen', async () => {
  const page = await stage.open('/app/usage', { as: user })
  const whole = await exported(page)
  expect(whole.name).toMatch(/^usage-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...lines] = whole.text.trimEnd().split('\r\n')
  expect(head).toBe('day_utc,model,token,jobs,tokens_written,tokens_read,credits')
  // What a spreadsheet would take for a formula is a text.
  const mine = [`${today()},'=model,test,1,3,0,0.003`, `${today()},other,test,1,1,0,0.001`]
  expect(lines.sort()).toEqual(mine)
  await page.getByLabel('Model', { exact: true }).selectOption('other')
  await expect.poll(() => new URL(page.url()).searchParams.get('model')).toBe('other')
  expect((await exported(page)).text.trimEnd().split('\r\n').slice(1)).toEqual(mine.slice(1))
  // The account's own statement is beside it, under its name.
  const statement = page.getByRole('link', { name: 'Statement of account' })
  expect(await statement.getAttribute('href')).toMatch(/^\/users\/me\/statement\?format=csv&from=/)
})

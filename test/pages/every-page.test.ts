import { market as endpoints } from '@mkt/schemas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, goTo, isTooWide, openStage, type Stage } from './stage.ts'

let stage: Stage
let newcomer: TestUser
let user: TestUser
const ids = { job: '', host: '' }
beforeAll(async () => {
  stage = await openStage()
  newcomer = await stage.place.user()
  user = await stage.place.user()
  const host = await stage.place.host({ owner: user.authorization })
  const text = 'x'.repeat(100_000)
  const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: text } })
  await host.next(10)
  await host.results([{ job_id, tokens: [`${'long '.repeat(3000)}\u202E<i>`], finish_reason: 'stop' }])
  ids.job = job_id
  ids.host = host.host_id
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

const PAGES: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['/app/', 'Overview'],
  ['/app/models', 'Models'],
  ['/app/models/m', 'm'],
  ['/app/playground', 'Playground'],
  ['/app/jobs', 'Jobs'],
  ['/app/jobs/JOB', /^job_/],
  ['/app/batches', 'Batches'],
  ['/app/usage', 'Usage'],
  ['/app/tokens', 'Tokens'],
  ['/app/hosts', 'Hosts'],
  ['/app/hosts/HOST', /^host_/],
  ['/app/earnings', 'Earnings'],
  ['/app/account', 'Account'],
  ['/app/nowhere', 'Nothing here'],
]

const WAYS = [
  ['light', 1440],
  ['dark', 360],
] as const

describe.each(WAYS)('in %s at %i px', (theme, width) => {
  // One browser for each person: a change of page is what takes the least.
  const opened = new Map<TestUser, Page>()
  const show = async (as: TestUser, address: string) => {
    const page = opened.get(as) ?? (await stage.open('/app/login', { as, theme, width }))
    opened.set(as, page)
    await goTo(page, stage.front.url + address)
    return page
  }
  test.each(PAGES)('%s is whole: heading, axe, no faults, nothing too wide', async (path, heading) => {
    const address = path.replace('JOB', ids.job).replace('HOST', ids.host)
    for (const as of /JOB|HOST/.test(path) ? [user] : [user, newcomer]) {
      const page = await show(as, address)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
      expect(await axeFaults(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
  })
})

test("somebody else's objects are told to be none", async () => {
  for (const path of [`/app/jobs/${ids.job}`, `/app/hosts/${ids.host}`]) {
    const page = await stage.open(path, { as: newcomer })
    await page.getByText(/You (have no job|own no host) with this id\./).waitFor()
  }
})

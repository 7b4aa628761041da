import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { goTo, openStage, type Stage } from './stage.ts'

let stage: Stage
let user: TestUser
beforeAll(async () => {
  stage = await openStage()
  user = await stage.place.user()
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

const OF_OVERVIEW = [
  ...['/documents-service/documents', '/jobs', '/jobs', '/jobs', '/users/me', '/users/me/alerts', '/users/me/hosts'],
  ...['/users/me/tokens', '/users/me/usage'],
]

test('what the overview shows is asked for before its scripts are there, and once', async () => {
  const page = await stage.open('/app/account', { as: user })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request.url().slice(stage.front.url.length))
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const shown = goTo(page, `${stage.front.url}/app/`)
  const names = () => asked.map((url) => url.split('?')[0]).sort()
  await expect.poll(names).toEqual([...OF_OVERVIEW, '/session'].sort())
  held.resolve()
  await shown
  await page.getByText('Balance').waitFor()
  const besides = asked.filter((url) => url !== '/users/me/changes')
  expect(new Set(besides).size).toBe(besides.length)
  expect(names().filter((name) => OF_OVERVIEW.includes(name ?? ''))).toEqual([...OF_OVERVIEW].sort())
})

test('who is not signed in, or opens another page, is asked nothing but who they are', async () => {
  const page = await stage.open('/app/login')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request.url().slice(stage.front.url.length))
  })
  await page.goto(`${stage.front.url}/app/`)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(asked).toEqual(['/session'])
})

import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

test('the password is changed after the current one, and one stays signed in', async () => {
  const user = await stage.place.user()
  const page = await stage.open('/app/account', { as: user })
  const panel = page.getByRole('region', { name: 'Password' })
  await panel.getByLabel('Current password').fill('wrong horse')
  await panel.getByLabel('New password').fill('another horse')
  await panel.getByRole('button', { name: 'Change password' }).click()
  await panel.getByRole('alert').waitFor()
  await panel.getByLabel('Current password').fill(user.password)
  await panel.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The password is changed.').waitFor()
  await expect(user.client.call(endpoints.me, {})).rejects.toMatchObject({ status: 401 })
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByText('Balance').waitFor()
})

test('an authenticator app is added with its secret, and a wrong code is refused', async () => {
  const user = await stage.place.user()
  const page = await stage.open('/app/account', { as: user })
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(user.password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog
    .getByRole('region', { name: 'Secret' })
    .getByText(/^[A-Z2-7]{16,}$/)
    .waitFor()
  await dialog.getByLabel('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('alert').waitFor()
})

test('everything that is held is taken along as one file', async () => {
  const user = await stage.place.user()
  const page = await stage.open('/app/account', { as: user })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export everything' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('mkt-export.json')
})

test('the account ends after the password, and is nobody then', async () => {
  const user = await stage.place.user()
  const page = await stage.open('/app/account', { as: user })
  await page.getByRole('button', { name: 'End account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(user.password)
  await dialog.getByRole('button', { name: 'End account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await expect(user.client.call(endpoints.me, {})).rejects.toMatchObject({ status: 401 })
})

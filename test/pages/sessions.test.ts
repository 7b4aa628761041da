import { market as endpoints } from '@mkt/schemas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ named: true })
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

test('a session elsewhere is listed by its browser and revoked, and its page asks to sign in', async () => {
  const user = await stage.place.user()
  const other = await stage.open('/app/jobs', { as: user })
  const page = await stage.open('/app/account', { as: user })
  const panel = page.getByRole('region', { name: 'Sessions' })
  await panel.getByText('This one').waitFor()
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(2)
  await panel
    .getByRole('button', { name: /^Revoke Chrome on / })
    .first()
    .click()
  await page.getByText(/is signed out\./).waitFor()
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(1)
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

/** An authenticator of the browser's own, which always finds its person. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

test('a passkey is made, signs in without a password, and is removed', async () => {
  const user = await stage.place.user()
  const page = await stage.open('/app/account', { as: user })
  await giveAuthenticator(page)
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByText('No passkeys yet').waitFor()
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Name').inputValue()).toMatch(/^Chrome on /)
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByLabel('Current password').fill('wrong')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog
    .getByText(/password/i)
    .nth(1)
    .waitFor()
  await dialog.getByLabel('Current password').fill(user.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('region', { name: 'Recovery codes' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'I have them' }).click()
  await page.getByText('It is on. Sign in again, with it.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await panel.getByText('My laptop').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Remove My laptop' }).click()
  await dialog.getByLabel('Current password').fill(user.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await panel.getByText('No passkeys yet').waitFor()
  const basic = `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`
  expect(await stage.place.connect(basic).call(endpoints.listPasskeys, {})).toEqual({ passkeys: [] })
})

test('a browser that gives no passkey says so, and the password still does', async () => {
  const page = await stage.open('/app/login')
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await page.evaluate(`navigator.credentials.get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('The browser gave no passkey. Nothing was changed').waitFor()
})

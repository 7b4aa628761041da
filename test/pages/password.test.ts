import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from '../../server/src/accounts/mail/mailer.ts'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, isTooWide, openStage, type Stage } from './stage.ts'

const mails: Mail[] = []
let stage: Stage
let user: TestUser
beforeAll(async () => {
  const mailer = { send: (mail: Mail) => void mails.push(mail), idle: async () => {}, close: async () => {} }
  stage = await openStage({ mailer })
  user = await stage.place.user('ada')
  await user.client.call(endpoints.sendVerification, {})
  const token = await mailed(/\?token=(\S+)/)
  expect((await fetch(`${stage.place.url}/users/email/verify?token=${token}`, { method: 'POST' })).status).toBe(200)
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

/** What the newest mail has of this. */
async function mailed(wanted: RegExp): Promise<string> {
  const found = () => wanted.exec(mails.at(-1)?.text ?? '')?.[1]
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

test('a forgotten password is set anew by the link in a mail, by keyboard alone', async () => {
  const page = await stage.open('/app/password')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('a mail with a code is on its way').waitFor()
  expect([await axeFaults(page), await isTooWide(page)]).toEqual([[], false])
  const hash = await mailed(/\/app\/password(#\S+)/)
  const linked = await stage.open(`/app/password${hash}`)
  await linked.getByLabel('New password').fill('short')
  await linked.keyboard.press('Enter')
  await expect.poll(() => linked.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
  await linked.keyboard.press('Control+a')
  await linked.keyboard.type('another horse')
  await linked.keyboard.press('Enter')
  await linked.getByText('The new password is set.').waitFor()
  await linked.getByLabel('Username').fill('ada')
  await linked.getByLabel('Password').fill('another horse')
  await linked.keyboard.press('Enter')
  await linked.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  // It was for once.
  await page.getByLabel('Code').fill(hash.slice(1))
  await page.getByLabel('New password').fill('a third horse')
  await page.keyboard.press('Enter')
  await page.getByText('This code is not known, was used, or is over').waitFor()
})

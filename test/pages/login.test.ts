import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, isTooWide, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

test('a newcomer signs up, sees the overview with first steps, signs out and in again', async () => {
  const page = await stage.open('/app/')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign up' }).waitFor()
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.getByText('100.00 credits').first().waitFor()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
})

test('who forgot the password is told where a code goes, or who else helps', async () => {
  const page = await stage.open('/app/login')
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('username')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'New password' }).waitFor()
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByText('Say your email.').waitFor()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('This server sends no mail; its operator can set a new password for you.').waitFor()
  expect([await axeFaults(page), await isTooWide(page)]).toEqual([[], false])
})

test('what is wrong is said at its field, which has the focus', async () => {
  const page = await stage.open('/app/signup')
  await page.getByLabel('Username').fill('a b')
  await page.getByLabel('Email').fill('nowhere')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Sign up' }).click()
  const username = page.getByLabel('Username')
  await expect.poll(() => username.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('username')
  const errors = () => page.locator('.field-error').allInnerTexts()
  await expect
    .poll(errors)
    .toEqual([
      'May hold letters, digits, dots, dashes and underscores.',
      'Must be an email address.',
      'Must have at least 8 characters.',
    ])
  const described = await username.getAttribute('aria-describedby')
  await expect.poll(() => page.locator(`[id="${described}"]`).innerText()).toBe((await errors())[0])
})

test('a wrong password is refused in words, and says not which of the two was wrong', async () => {
  const page = await stage.open('/app/login')
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Password').fill('wrong horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This username and password do not belong together.').waitFor()
})

test('after signing in one is where one wanted to go, and never at another origin', async () => {
  const user = await stage.place.user()
  const page = await stage.open('/app/jobs?state=failed')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  expect(new URL(page.url()).search).toBe('?state=failed')
  const elsewhere = await stage.open('/app/login?next=https://example.com/', { as: user })
  await elsewhere.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
})

test.each(['light', 'dark'] as const)('before signing in axe finds nothing wrong (%s)', async (theme) => {
  for (const path of ['/app/login', '/app/signup']) {
    const page = await stage.open(path, { theme, width: 360 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
  }
})

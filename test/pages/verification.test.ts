import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import type { TestHost, TestUser } from '../server/marketplace.ts'
import { press, type } from './keys.ts'
import { axeFaults, isTooWide, openStage, type Stage } from './stage.ts'
import { HONEST, judge, SMALLER } from './verdicts.ts'

let stage: Stage
let owner: TestUser
let admin: TestUser
let cheat: TestHost
let honest: TestHost
beforeAll(async () => {
  stage = await openStage()
  const { place } = stage
  owner = await place.user('owner')
  admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  cheat = await place.host({ models: ['small'], owner: owner.authorization })
  honest = await place.host({ models: ['large'], owner: owner.authorization })
  const reference_host_id = honest.host_id
  expect(await judge(place, { host_id: cheat.host_id, model: 'small', reference_host_id }, SMALLER)).toBe('refused')
  expect(await judge(place, { host_id: honest.host_id, model: 'large', reference_host_id }, HONEST)).toBe('verified')
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

test("an honest host's page says that it is verified, and by what", async () => {
  const page = await stage.open(`/app/hosts/${honest.host_id}`, { as: owner })
  const panel = page.getByRole('region', { name: 'Verification' })
  await panel.getByText('Its answers are those of this model').waitFor()
  const row = panel.getByRole('table', { name: 'Evidence for large' }).getByRole('row').nth(1)
  await row.getByText('For it', { exact: true }).waitFor()
  await row.getByText('Words at temperature 0 that the model would not write').waitFor()
  await page.getByRole('region', { name: 'What it offers' }).getByText('Verified', { exact: true }).waitFor()
  expect(await panel.getByRole('button', { name: 'Appeal' }).count()).toBe(0)
})

test('the owner of a refused host reads why, and appeals by keyboard', async () => {
  const page = await stage.open(`/app/hosts/${cheat.host_id}`, { as: owner, width: 390, theme: 'dark' })
  const panel = page.getByRole('region', { name: 'Verification' })
  await panel.getByText('Its answers were not this model').waitFor()
  await panel.getByText('another language').first().waitFor()
  expect([await axeFaults(page), await isTooWide(page)]).toEqual([[], false])
  await panel.getByRole('button', { name: 'Appeal' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send appeal' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('Say why.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('text')
  await page.keyboard.type('It ran a quantised file for an hour. <b>Mended.</b>')
  await dialog.getByRole('button', { name: 'Send appeal' }).press('Enter')
  await panel.getByText('It ran a quantised file for an hour. <b>Mended.</b>').waitFor()
  await panel.getByRole('button', { name: 'Change the appeal' }).waitFor()
})

test('by keyboard an operator finds the appeal first, reads the evidence, and lifts the refusal', async () => {
  const page = await stage.open('/app/admin/verification', { as: admin })
  await page.getByText('Waits for you').waitFor()
  expect([await axeFaults(page), await isTooWide(page)]).toEqual([[], false])
  await press(page, page.getByRole('button', { name: `Look at ${cheat.host_id}, small` }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It ran a quantised file for an hour.').waitFor()
  await dialog.getByRole('table', { name: 'Evidence for small' }).getByText('Against it').first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await type(page, dialog.getByLabel('Note'), 'mended, as the log shows')
  await press(page, dialog.getByRole('button', { name: 'Lift refusal' }))
  await page.getByText('is let in again and checked anew.').waitFor()
  await page.getByText('No host is refused or on watch').waitFor()
  const params = { host_id: cheat.host_id }
  const { verdicts } = await owner.client.call(endpoints.ownedVerification, { params })
  expect(verdicts).toMatchObject([{ verdict: 'undecided', note: 'mended, as the log shows' }])
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lively, openLively } from './lively.ts'
import { axeFaults, goTo, type Theme } from './stage.ts'
import { judge, SMALLER } from './verdicts.ts'

/*
 * Every box that opens over a page, as it is when it opens and, where it has two, in its second step: nothing for axe
 * to find, and nothing in it pushed out of its sight.
 */

let lively: Lively
let refused: string
beforeAll(async () => {
  lively = await openLively()
  const { place } = lively.stage
  const { host_id } = await place.host({ models: ['small'], owner: lively.person.authorization })
  const { host: reference_host_id } = lively.ids
  expect(await judge(place, { host_id, model: 'small', reference_host_id }, SMALLER)).toBe('refused')
  refused = host_id
}, 180_000)
afterAll(async () => {
  expect(lively.stage.faults).toEqual([])
  await lively.close()
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const inside = (page: Page) => page.getByRole('dialog')

/** What sticks out of the box that is open, by its text. */
const cutOff = (page: Page) =>
  inside(page).evaluate((box) => {
    const { right } = box.getBoundingClientRect()
    const all = [...box.querySelectorAll('button, input, select, textarea, section, p')]
    return all.filter((one) => one.getBoundingClientRect().right > right).map((one) => one.textContent)
  })

type Open = (page: Page) => Promise<unknown>

const DIALOGS: readonly (readonly [name: string, path: string, open: Open])[] = [
  ['appeal', '/app/hosts/REFUSED', (page) => press(page, 'Appeal')],
  ['change price', '/app/hosts/HOST', (page) => press(page, 'Change price')],
  ['rotate key', '/app/hosts/HOST', (page) => press(page, 'Rotate key')],
  ['earn with a GPU', '/app/hosts', (page) => press(page, 'Earn with a GPU')],
  ['authenticator app', '/app/account', (page) => press(page, 'Add an authenticator app')],
  ['end account', '/app/account', (page) => press(page, 'End account')],
  ['make token', '/app/tokens', (page) => press(page, 'Make token')],
  ['withdraw', '/app/earnings', (page) => press(page, 'Withdraw')],
  ['as code', '/app/playground?jobs=JOB', (page) => press(page, 'As code')],
  ['compare', '/app/documents/DOCUMENT', (page) => press(page, 'Compare')],
  ['erase', '/app/documents/DOCUMENT', (page) => press(page, 'Erase')],
  ['give credits', '/app/admin/users', (page) => press(page, /^Give credits to/)],
  ['mark as paid', '/app/admin/withdrawals', (page) => press(page, 'Mark as paid')],
  ['a disputed job', '/app/admin/disputes', (page) => press(page, /^Look at job_/)],
  ['palette', '/app/', (page) => page.keyboard.press('Control+k')],
]

/** Those with a second step: what one does to come to it. */
const FURTHER: Record<string, Open> = {
  'authenticator app': async (page) => {
    await inside(page).getByLabel('Current password').fill(lively.person.password)
    await inside(page).getByRole('button', { name: 'Next' }).click()
    await inside(page).getByLabel('Code').waitFor()
  },
  'make token': async (page) => {
    await inside(page).getByLabel('Name').fill('for axe')
    await inside(page).getByRole('button', { name: 'Make token' }).click()
    await inside(page)
      .getByText(/^mkt_u_/)
      .waitFor()
  },
  'earn with a GPU': async (page) => {
    await inside(page).getByRole('button', { name: 'Make the command' }).click()
    await inside(page).getByText('Waiting for the host to appear').waitFor()
  },
  withdraw: async (page) => {
    await inside(page).getByLabel('Where to').selectOption('Somewhere else')
    await inside(page)
      .getByRole('button', { name: /^Withdraw/ })
      .click()
    await inside(page).getByText('Say where it is to be paid.').waitFor()
  },
}

const WAYS: readonly (readonly [Theme, number])[] = [
  ['light', 1280],
  ['dark', 390],
]

describe.each(WAYS)('in %s at %i px', (theme, width) => {
  // One browser for all: a change of page is what takes the least.
  let page: Page | undefined
  test.each(DIALOGS)('the box "%s" is whole', async (name, path, open) => {
    const { stage, person, ids } = lively
    page ??= await stage.open('/app/login', { as: person, theme, width })
    const address = path.replace('REFUSED', refused).replace('HOST', ids.host).replace('JOB', ids.job)
    await goTo(page, stage.front.url + address.replace('DOCUMENT', ids.document))
    await open(page)
    await inside(page).waitFor()
    expect([await axeFaults(page), await cutOff(page)]).toEqual([[], []])
    const further = FURTHER[name]
    if (!further) return
    await further(page)
    expect([await axeFaults(page), await cutOff(page)]).toEqual([[], []])
  })
})

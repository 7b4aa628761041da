import { documents as endpoints } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../server/src/storage/statement.ts'
import { Chance } from '../documents/chance.ts'
import { generateInvoice } from '../documents/invoice.generator.ts'
import { scan } from '../documents/scan.ts'
import { t4 } from '../documents/t4.generator.ts'
import { analyzed, type DocumentsService, startDocuments } from '../server/documents-service.ts'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, goTo, isTooWide, openStage, type Stage } from './stage.ts'

const doubt = statement<{ document_id: string }>()((q, p) =>
  q.updateTable('documents').set({ doubts: 1 }).where('document_id', '=', p('document_id')),
)

let service: DocumentsService
let stage: Stage
let user: TestUser
let authorization = ''
const ids: string[] = []
beforeAll(async () => {
  service = await startDocuments()
  ;({ authorization } = await service.user('ada'))
  stage = await openStage({}, { url: service.url, authorization })
  user = await stage.place.user()
  for (const seed of [7, 8]) {
    const { bytes } = await t4(new Chance(seed))
    const { document_id } = await analyzed(service.url, bytes, { as: authorization, name: `slip-${seed}.pdf` })
    // Nothing of a clean slip is doubtful; what nobody is sure of waits for a person.
    await service.database.transaction((tx) => tx.run(doubt, { document_id }))
    ids.push(document_id)
  }
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
  await service.stop()
})

const call = () => createClient({ baseUrl: service.url, authorization: () => authorization }).call
const reviewOf = (document_id = '') => call()(endpoints.getReview, { params: { document_id } })

test('a value is corrected beside what was read, a wrong one is refused in words, and it is taken back', async () => {
  const page = await stage.open(`/app/documents/${ids[0]}`, { as: user })
  await page.getByRole('button', { name: 'Correct Employment income' }).click()
  const field = page.getByLabel('Right value of Employment income')
  await field.fill('much')
  await page.keyboard.press('Enter')
  await page.getByText('Type an amount such as 1234.56.').waitFor()
  await field.fill('61,234.5')
  await page.keyboard.press('Enter')
  await page.locator('ins', { hasText: '61,234.50' }).waitFor()
  expect((await reviewOf(ids[0])).corrections).toMatchObject([{ field: 'employment_income', value: 61234.5 }])
  await page.getByRole('button', { name: 'Take back the correction of Employment income' }).click()
  await page.locator('ins').waitFor({ state: 'detached' })
  await page.getByLabel('Add a value that was not read').selectOption('union_dues')
  await page.getByLabel('Right value of Union dues').fill('12')
  await page.keyboard.press('Enter')
  await page.locator('ins', { hasText: '12.00' }).waitFor()
  // The one is kept while the other is typed, and takes nothing of that back.
  const { promise: typed, resolve } = Promise.withResolvers<void>()
  await page.route('**/review', (route) => typed.then(() => route.continue()))
  await page.getByLabel('Label').fill('Case 7')
  const answered = page.waitForResponse(/\/review$/)
  await page.getByLabel('Reference').fill('crm-41')
  resolve()
  await answered
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await reviewOf(ids[0])).reference).toBe('crm-41')
  expect(await axeFaults(page)).toEqual([])
})

test('lists are narrowed by text and by what was looked at, and the address keeps it', async () => {
  const page = await stage.open('/app/documents?text=CASE', { as: user })
  const table = page.getByRole('table', { name: 'Documents' })
  await table.getByRole('link', { name: 'slip-7.pdf' }).waitFor()
  await expect.poll(() => table.getByRole('link').count()).toBe(1)
  await page.getByLabel('Search name or label').fill('')
  await table.getByRole('link', { name: 'slip-8.pdf' }).waitFor()
  await page.getByLabel('Looked at').selectOption('yes')
  await page.getByText('No such documents').waitFor()
  expect(new URL(page.url()).search).toBe('?looked_at=yes')
})

test('a key pressed twice says it of one document, and whoever goes on meanwhile passes over none', async () => {
  const page = await stage.open('/app/review', { as: user })
  await page.getByText('1 of 2').waitFor()
  await page.locator('.sheet canvas').first().waitFor()
  const { promise: late, resolve } = Promise.withResolvers<void>()
  await page.route('**/review', (route) => late.then(() => route.continue()))
  const answered = page.waitForResponse(/\/review$/)
  for (const key of ['l', 'l', 'n']) await page.keyboard.press(key)
  await page.getByText('2 of 2').waitFor()
  resolve()
  await answered
  await page.locator('.sheet canvas').first().waitFor()
  await page.getByText('2 of 2').waitFor()
  // At the end it goes no further, so one step leads back.
  for (const key of ['n', 'n', 'n', 'p']) await page.keyboard.press(key)
  await page.getByText('2 of 2').waitFor()
  for (const id of ids)
    await call()(endpoints.changeReview, { params: { document_id: id }, body: { looked_at: false } })
})

test('the queue is worked through by keyboard alone', async () => {
  const page = await stage.open('/app/review', { as: user })
  await page.getByText('1 of 2').waitFor()
  await page.locator('.sheet canvas').first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('n')
  await page.getByText('2 of 2').waitFor()
  await page.keyboard.press('p')
  await page.getByText('1 of 2').waitFor()
  await page.locator('.sheet canvas').first().waitFor()
  await page.keyboard.press('l')
  await page.getByText('2 of 2').waitFor()
  await page.locator('.sheet canvas').first().waitFor()
  await page.keyboard.press('l')
  await page.getByText('You are through').waitFor()
  for (const id of ids) expect((await reviewOf(id)).looked_at).not.toBe(null)
  await goTo(page, `${stage.front.url}/app/review`)
  await page.getByText('Nothing to review').waitFor()
})

test('a doubtful value is corrected in the queue without a mouse, and says by whom and when', async () => {
  const { bytes } = await generateInvoice(new Chance(3))
  const scanned = await scan(bytes, new Chance(7), { dpi: 150, rotation: 0, noise: 8 })
  const { document_id } = await analyzed(service.url, scanned, { as: authorization, name: 'scan.pdf' })
  const page = await stage.open('/app/review', { as: user })
  await page.getByText(/^1 of 1 · scan\.pdf · \d doubtful values?$/).waitFor()
  await page.locator('.sheet canvas').first().waitFor()
  await page.keyboard.press('c')
  const field = page.getByLabel(/^Right value of /)
  await field.waitFor()
  await page.keyboard.type('what it says')
  await page.keyboard.press('Enter')
  await page.locator('ins', { hasText: 'what it says' }).waitFor()
  await page.getByText(/^by ada, just now$/).waitFor()
  // Where one was: the row has the focus again.
  await expect.poll(() => page.locator('.found-row:focus ins').count()).toBe(1)
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('l')
  await page.getByText('You looked at 1 document.').waitFor()
  const { corrections, looked_at } = await reviewOf(document_id)
  expect([corrections.map(({ value }) => value), looked_at]).toEqual([['what it says'], expect.any(String)])
})

test('on a phone in the dark it is whole', async () => {
  const page = await stage.open(`/app/documents/${ids[1]}`, { as: user, theme: 'dark', width: 390 })
  await page.getByRole('button', { name: 'Not looked at' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(await isTooWide(page)).toBe(false)
})

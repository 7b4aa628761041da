import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { DocumentReview } from '@mkt/schemas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../server/contract/ask.ts'
import { analyzed, type DocumentsService, startDocuments } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, goTo, openStage, type Stage } from './stage.ts'

/** `madePdf` prints names where papers have none: both documents are doubted there. */
const DOUBTS_OF_ONE = ['vendor_name', 'customer_name']

let service: DocumentsService
let stage: Stage
let user: TestUser
let as: string
let id: string
let page: Page
beforeAll(async () => {
  service = await startDocuments()
  as = (await service.user('ada')).authorization
  stage = await openStage({}, { url: service.url, authorization: as })
  user = await stage.place.user()
  id = (await analyzed(service.url, await packet(), { as })).document_id
  page = await stage.open('/app/documents', { as: user, width: 1440 })
  await goTo(page, `${stage.front.url}/app/documents/${id}`)
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
  await service.stop()
})

async function packet(): Promise<Uint8Array> {
  const whole = await PDFDocument.create()
  for (const lines of [invoiceLines('NW-1001', '250.00'), invoiceLines('HB-7701', '180.00')]) {
    const part = await PDFDocument.load(await madePdf({ lines }))
    for (const copied of await whole.copyPages(part, [0])) whole.addPage(copied)
  }
  return await whole.save()
}

async function corrections(): Promise<DocumentReview['corrections']> {
  const { body } = await ask(service.url, `GET /documents/${id}/review`, { as })
  return (body as DocumentReview).corrections
}

test('the values of each document of a packet are shown, and marked on its page', async () => {
  await page.getByText('NW-1001').waitFor()
  await page.getByRole('button', { name: /^Invoice page 2/ }).click()
  await page.getByText('HB-7701').waitFor()
  await page.locator('.sheet').nth(1).locator('[data-key="field invoice_number"]').waitFor()
  expect(await page.locator('.sheet').first().locator('[data-key="field invoice_number"]').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
})

test('a value of the second document is corrected, taken along as CSV, and taken back', async () => {
  await page.getByRole('button', { name: 'Correct Invoice total' }).click()
  await page.keyboard.type('1.180,00')
  await page.keyboard.press('Enter')
  await page.locator('ins', { hasText: '1,180.00' }).waitFor()
  expect(await corrections()).toMatchObject([{ slip: 2, field: 'invoice_total', value: 1180 }])
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines.filter((line) => line.includes(',invoice_total,'))).toEqual([
    expect.stringMatching(/^1,INVOICE,invoice_total,250,0\.\d+,1,$/),
    expect.stringMatching(/^2,INVOICE,invoice_total,180,0\.\d+,2,1180$/),
  ])
  await page.getByRole('button', { name: 'Take back the correction of Invoice total' }).click()
  await expect.poll(corrections).toEqual([])
})

test('a label that is refused stays where it was typed, with the reason', async () => {
  await page.route('**/review', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 429 }) : route.continue(),
  )
  const label = page.getByLabel('Label')
  await label.fill('Case 7')
  await page.keyboard.press('Tab')
  await page.locator('.marks .field-error').first().waitFor()
  expect(await label.inputValue()).toBe('Case 7')
  await page.unroute('**/review')
  await label.fill('Case 7b')
  await page.keyboard.press('Tab')
  await expect
    .poll(async () => (await ask(service.url, `GET /documents/${id}/review`, { as })).body)
    .toMatchObject({ label: 'Case 7b' })
})

test('the queue stops at the doubtful values of every document of the file', async () => {
  await goTo(page, `${stage.front.url}/app/review`)
  await page.locator('.sheet canvas').first().waitFor()
  const second = page.getByRole('button', { name: /^Invoice page 2/ })
  expect(await second.getAttribute('aria-pressed')).toBe('false')
  for (const _ of DOUBTS_OF_ONE) await page.keyboard.press('j')
  await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('c')
  await page.getByLabel('Right value of Vendor name').waitFor()
})

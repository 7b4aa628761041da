import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Chance } from '../documents/chance.ts'
import { t4 } from '../documents/t4.generator.ts'
import { type DocumentsService, startDocuments } from '../server/documents-service.ts'
import { madePdf } from '../server/made-pdf.ts'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, isTooWide, openStage, type Stage } from './stage.ts'

let service: DocumentsService
let stage: Stage
let user: TestUser
let slip: { name: string; mimeType: string; buffer: Buffer }
beforeAll(async () => {
  service = await startDocuments()
  const { authorization } = await service.user('ada')
  stage = await openStage({}, { url: service.url, authorization })
  user = await stage.place.user()
  const { bytes } = await t4(new Chance(7))
  slip = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
  await service.stop()
})

test('a file is dropped, read by stages, and opened; what is none is refused in words', async () => {
  const page = await stage.open('/app/documents', { as: user })
  await page.getByText('No documents yet').waitFor()
  const wrong = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') }
  await page.getByLabel('Files', { exact: true }).setInputFiles([slip, wrong])
  const files = page.getByRole('list', { name: 'Files being read' })
  await files.getByText('This is no PDF and no picture that can be read.').waitFor()
  await files.getByRole('link', { name: 'Open' }).waitFor()
  const row = page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: 'slip.pdf' }).first()
  // Its first page in small stands beside its name.
  await expect
    .poll(() => row.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(60)
  await row.click()
  await page.getByRole('heading', { level: 1, name: /^doc_/ }).waitFor()
})

test('a file that the server has no time for is tried again with a press', async () => {
  const page = await stage.open('/app/documents', { as: user })
  const busy = { status: 429, contentType: 'application/json', body: JSON.stringify({ error: 'rate_limited' }) }
  await page.route('**/analyze-tax-slip', (route) => route.fulfill(busy), { times: 1 })
  await page.getByLabel('Files', { exact: true }).setInputFiles([{ ...slip, name: 'again.pdf' }])
  const files = page.getByRole('list', { name: 'Files being read' })
  await files.getByText('Too many at once. Try again in a minute.').waitFor()
  await files.getByRole('button', { name: 'Try again' }).click()
  const id = (await files.getByRole('link', { name: 'Open' }).getAttribute('href'))?.split('/').at(-1)
  await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: 'again.pdf' }).waitFor()
  const headers = { origin: stage.front.url }
  await page.request.delete(`${stage.front.url}/documents-service/documents/${id}`, { headers })
})

async function openFirst(options: { width?: number; theme?: 'light' | 'dark' } = {}) {
  const page = await stage.open('/app/documents', { as: user, ...options })
  await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: 'slip.pdf' }).first().click()
  await page.getByRole('heading', { level: 1, name: /^doc_/ }).waitFor()
  await page.locator('.sheet canvas').first().waitFor()
  return page
}

test('pointing at a field lights up its place on the page, and the other way round', async () => {
  const page = await openFirst()
  const field = page.getByRole('button', { name: /^Employment income/ })
  await field.hover()
  const box = page.locator('.mark-box.lit')
  await expect.poll(() => box.getAttribute('data-key')).toBe('field employment_income')
  const other = page.locator('[data-key="field tax_year"]')
  await other.hover()
  await page
    .locator('li.lit')
    .getByRole('button', { name: /^Tax year/ })
    .waitFor()
  // By keyboard too.
  await field.focus()
  await expect.poll(() => box.getAttribute('data-key')).toBe('field employment_income')
  const drawn = 'document.querySelector(".sheet canvas").getContext("2d").getImageData(0, 0, 600, 300).data'
  await expect.poll(() => page.evaluate(`${drawn}.some((part) => part < 100)`)).toBe(true)
})

test('a box lies on what it stands for', async () => {
  const page = await openFirst()
  const sheet = await page.locator('.sheet').first().boundingBox()
  const box = await page.locator('[data-key="field tax_year"]').boundingBox()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const answer = await page.request.get(`${stage.front.url}/documents-service/documents/${id}?detail=full`)
  const { evidence } = (await answer.json()).extraction.fields.tax_year
  if (!sheet || !box) throw new Error('nothing is shown')
  const scale = sheet.width / 612
  expect(box.x - sheet.x).toBeCloseTo((evidence.bbox[0] - 1.5) * scale, -1)
  expect(box.y - sheet.y).toBeCloseTo((792 - evidence.bbox[3] - 1.5) * scale, -1)
})

test('a document is taken along as annotated PDF, JSON and CSV, and erased', async () => {
  const page = await openFirst()
  const take = async (role: 'link' | 'button', name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(role, { name, exact: true }).click(),
    ])
    return readFileSync(await file.path())
  }
  expect((await take('link', 'Annotated PDF')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(JSON.parse((await take('button', 'JSON')).toString())).toMatchObject({ document_type: 'T4_TAX_SLIP' })
  const lines = (await take('button', 'CSV')).toString().split('\r\n')
  expect(lines[0]).toBe('slip,document_type,field,value,confidence,page,corrected')
  expect(lines.find((line) => /,tax_year,/.test(line))).toMatch(/^1,T4_TAX_SLIP,tax_year,20\d\d,0\.\d+,1,$/)
})

test.each([
  ['light', 1440],
  ['dark', 360],
] as const)('axe finds nothing wrong, and nothing is too wide (%s, %i)', async (theme, width) => {
  const list = await stage.open('/app/documents', { as: user, theme, width })
  await list.getByRole('table', { name: 'Documents' }).waitFor()
  expect([await axeFaults(list), await isTooWide(list)]).toEqual([[], false])
  const page = await openFirst({ theme, width })
  expect([await axeFaults(page), await isTooWide(page)]).toEqual([[], false])
})

test('what is saved of a document has its corrections, however slowly they come', async () => {
  const page = await openFirst()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const own = `${stage.front.url}/documents-service/documents/${id}`
  const headers = { origin: stage.front.url }
  const put = await page.request.put(`${own}/corrections/tax_year`, { data: { value: '1999' }, headers })
  expect(put.status()).toBe(200)
  const asked: (() => void)[] = []
  await page.route('**/review', async (route) => {
    await new Promise<void>((go) => asked.push(go))
    await route.continue()
  })
  await page.reload()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect.poll(() => asked.length).toBe(2)
  for (const go of asked) go()
  expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(/^1,T4_TAX_SLIP,tax_year,\d+,[\d.]+,1,1999\r$/m)
  await page.request.delete(`${own}/corrections/tax_year`, { headers })
})

test('a document that is not among the newest is found by its name, to compare', async () => {
  const page = await openFirst()
  await page.route('**/documents-service/documents?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    // As if there were more of them than a page has.
    if (!route.request().url().includes('text=')) body.pagination.total += 200
    await route.fulfill({ response, json: body })
  })
  const { bytes } = await t4(new Chance(9))
  const older = { name: 'older.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  const list = await stage.open('/app/documents', { as: user })
  await list.getByLabel('Files', { exact: true }).setInputFiles([older])
  const read = list.getByRole('list', { name: 'Files being read' }).getByRole('link', { name: 'Open' })
  const id = (await read.getAttribute('href'))?.split('/').at(-1)
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^The newest \d of 20\d are listed\./).waitFor()
  await dialog.getByLabel('Find by name or label').fill('nowhere')
  await dialog.getByText('No other document has this in its name or label').waitFor()
  await dialog.getByLabel('Find by name or label').fill('OLDER')
  await dialog.getByLabel('With', { exact: true }).selectOption({ label: 'older.pdf · T4 tax slip' })
  const headers = { origin: stage.front.url }
  await page.request.delete(`${stage.front.url}/documents-service/documents/${id}`, { headers })
})

test('two documents are compared, what differs first, and a value lights up in both files', async () => {
  const { bytes } = await t4(new Chance(8))
  const other = { name: 'other.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  const list = await stage.open('/app/documents', { as: user })
  await list.getByLabel('Files', { exact: true }).setInputFiles([other])
  const read = list.getByRole('list', { name: 'Files being read' }).getByRole('link', { name: 'Open' })
  const id = (await read.getAttribute('href'))?.split('/').at(-1)
  const page = await openFirst({ width: 1440 })
  // What a person corrected counts.
  const own = `${stage.front.url}/documents-service/documents/`
  const first = await page.request.get(own + new URL(page.url()).pathname.split('/').at(-1))
  const { value } = (await first.json()).extraction.fields.tax_year
  const headers = { origin: stage.front.url }
  await page.request.put(`${own}${id}/corrections/tax_year`, { data: { value }, headers })
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('dialog').getByLabel('With').selectOption({ label: 'other.pdf · T4 tax slip' })
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('heading', { level: 1, name: 'Compare two documents' }).waitFor()
  await page.getByRole('heading', { name: /^\d+ values differ$/ }).waitFor()
  const table = page.getByRole('table', { name: 'Values of both' })
  await table.getByRole('row', { name: /^Employment income .* differs$/ }).hover()
  await expect.poll(() => page.locator('.mark-box.lit').count()).toBe(2)
  await table.getByRole('row', { name: /^Tax year .* same$/ }).waitFor()
  await page.getByLabel('Only what differs').check()
  await expect.poll(() => table.getByRole('cell', { name: 'same', exact: true }).count()).toBe(0)
  await expect.poll(() => page.getByRole('region', { name: /^File of doc_/ }).count()).toBe(2)
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(() => isTooWide(page)).toBe(false)
  await page
    .getByRole('link', { name: /^T4 tax slip/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
})

test('erasing asks first, and then there is no such document', async () => {
  const page = await openFirst()
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await page.getByText('The document is erased.').waitFor()
  await page.getByText('No documents yet').waitFor()
})

test('a file of many pages is drawn as it is scrolled', async () => {
  const page = await stage.open('/app/documents', { as: user })
  const many = { name: 'many.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await madePdf({ pages: 30 })) }
  await page.getByLabel('Files', { exact: true }).setInputFiles([many])
  await page.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('link', { name: '30', exact: true }).waitFor()
  const widths = 'document.querySelectorAll(".sheet canvas").values().map(({ width }) => width).toArray()'
  const drawn = async () => ((await page.evaluate(widths)) as number[]).filter((width) => width !== 300).length
  await expect.poll(drawn).toBeGreaterThan(0)
  expect(await drawn()).toBeLessThan(10)
})

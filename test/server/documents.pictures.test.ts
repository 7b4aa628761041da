import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { analyzed, type DocumentsService, type DocumentsUser, post, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
let invoice: Uint8Array
let picture: Buffer
beforeAll(async () => {
  place = await startDocuments({ threads: 1 })
  ada = await place.user('ada')
  invoice = await madePdf({ lines: invoiceLines('P-204', '1312.50') })
  picture = await pictureOf(invoice)
})
afterAll(() => place.stop())

/** The first page as a scanner of 200 dots an inch sees it. */
async function pictureOf(bytes: Uint8Array): Promise<Buffer> {
  const pdf = await openPdf(bytes)
  const page = await pdf.getPage(1)
  const viewport = page.getViewport({ scale: 200 / 72 })
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
  const canvasContext = canvas.getContext('2d') as never
  await page.render({ canvas: null, canvasContext, viewport, background: '#fff' }).promise
  await pdf.loadingTask.destroy()
  return await canvas.encode('jpeg', 85)
}

async function protectedBy(userPassword: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(invoice)
  pdf.encrypt({ ownerPassword: 'owner', userPassword })
  return await pdf.save()
}

const readOf = async (file: Uint8Array, options: object = {}) => {
  const { extraction, ...rest } = await analyzed(place.url, file, { as: ada.authorization, ...options })
  return { ...rest, number: extraction.fields.invoice_number?.value, total: extraction.fields.invoice_total?.value }
}

describe('a picture of a document', () => {
  test('as a JPEG is read as the document, with a report of its pages', async () => {
    const { number, total, annotated_pdf_url } = await readOf(picture, { name: 'photo.jpg' })
    expect([number, total]).toEqual(['P-204', 1312.5])
    const report = await fetch(annotated_pdf_url, { headers: { authorization: ada.authorization } })
    expect(report.headers.get('content-disposition')).toContain('filename="photo-annotated.pdf"')
    const pdf = await PDFDocument.load(await report.arrayBuffer())
    expect(pdf.getPageCount()).toBeGreaterThan(1)
  })

  test('as a PNG too', async () => {
    const image = await loadImage(picture)
    const canvas = createCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    expect(await readOf(await canvas.encode('png'))).toMatchObject({ number: 'P-204', total: 1312.5 })
  })

  test('sent twice is the same document', async () => {
    const { risk_assessment } = await readOf(picture)
    expect(JSON.stringify(risk_assessment.flags)).toContain('RESUBMITTED')
  })

  test('of a kind that is not read is refused with what to do', async () => {
    const heic = Buffer.concat([Buffer.from('00000024667479706865696300000000', 'hex'), Buffer.alloc(2000)])
    const response = await post(place.url, heic, { as: ada.authorization })
    expect(response.status).toBe(400)
    const { error, details } = (await response.json()) as { error: string; details: { message: string }[] }
    expect([error, details[0]?.message]).toEqual(['invalid_file_format', expect.stringContaining('save it as JPEG')])
  })

  test('that is broken is a 400, and nothing of it is kept', async () => {
    const response = await post(place.url, picture.subarray(0, 300), { as: ada.authorization })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_file_format' })
    expect(place.uploads()).toEqual([])
  })
})

describe('a protected document', () => {
  test.each([
    ['without its password', {}, 'password_required'],
    ['with an empty one', { password: '' }, 'password_required'],
    ['with another one', { password: 'bünte' }, 'password_wrong'],
  ])('%s is a 422 that says so', async (_, fields, code) => {
    const response = await post(place.url, await protectedBy('bunte Kühe'), { as: ada.authorization, fields })
    expect(response.status).toBe(422)
    const { error, details } = (await response.json()) as { error: string; details: { message: string }[] }
    expect([error, details[0]?.message]).toEqual([code, expect.stringContaining('password')])
  })

  test('with its password is read, and neither the database nor the log holds that', async () => {
    const fields = { password: 'bunte Kühe' }
    const { number, total, annotated_pdf_url } = await readOf(await protectedBy('bunte Kühe'), { fields })
    expect([number, total]).toEqual(['P-204', 1312.5])
    const report = await fetch(annotated_pdf_url, { headers: { authorization: ada.authorization } })
    expect((await PDFDocument.load(await report.arrayBuffer())).isEncrypted).toBe(false)
    for (const file of ['mkt.db', 'mkt.db-wal'])
      expect(readFileSync(join(place.data, file)).includes('bunte'), file).toBe(false)
  })
})

import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANS } from '../documents/pen-fonts.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { type DocsCli, startDocsCli } from './docs-cli.ts'

let cli: DocsCli
beforeAll(async () => {
  cli = await startDocsCli()
  const pdf = await PDFDocument.load(await madePdf({ lines: invoiceLines('NW-1001', '250.00') }))
  pdf.encrypt({ ownerPassword: 'owner', userPassword: 'open sesame' })
  cli.put('locked.pdf', await pdf.save())
  cli.put('word', 'open sesame\r\n')
  cli.put('other', 'closed\n')
})
afterAll(() => cli.stop())

test('a protected PDF is opened by the first line of a file, and says so where none opens it', async () => {
  const { file, docs } = cli
  const without = await docs('analyze', file('locked.pdf'))
  expect([without.code, without.stderr]).toEqual([
    2,
    'error: the PDF is protected by a password\n' +
      'Write the password into a file and name that: --password-file FILE.\n',
  ])
  const wrong = await docs('analyze', file('locked.pdf'), '--password-file', file('other'))
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('the password does not open the PDF')])
  const right = await docs('analyze', file('locked.pdf'), '--password-file', file('word'), '--json')
  expect(JSON.parse(right.stdout).extraction.fields.invoice_number.value).toBe('NW-1001')
  const none = await docs('analyze', file('locked.pdf'), '--password-file', file('nowhere'))
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('there is no such file')])
})

test('pictures of a folder are sent like PDFs; a HEIC one is refused with what to do', async () => {
  const { file, put, docs } = cli
  const sheet = createCanvas(1000, 700)
  const pen = sheet.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 1000, 700)
  pen.fillStyle = '#000'
  pen.font = `32px ${SANS}`
  for (const [at, line] of invoiceLines('P-77', '91.20').entries()) pen.fillText(line, 80, 90 + 56 * at)
  put('phone.JPG', await sheet.encode('jpeg', 90))
  put('phone.heic', Buffer.concat([Buffer.from('00000024667479706865696300000000', 'hex'), Buffer.alloc(2000)]))
  const all = await docs('analyze', file('.'), '--password-file', file('word'), '--report', file('reports'))
  expect(all).toMatchObject({ code: 0, stdout: expect.stringMatching(/== locked\.pdf.*== phone\.JPG.*P-77/s) })
  expect(all.stderr).toContain('phone-annotated.pdf holds the annotated report.')
  const heic = await docs('analyze', file('phone.heic'))
  expect([heic.code, heic.stderr]).toEqual([2, expect.stringContaining('save it as JPEG, PNG or PDF')])
})

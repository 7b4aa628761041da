import { expect, test } from 'vitest'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { rawPdf } from './raw-pdf.ts'

const LARGE = 20 * 1024 * 1024

test('a large file that begins like a PDF and holds nothing is given up at once', async () => {
  const bytes = new Uint8Array(LARGE)
  bytes.set(Buffer.from('%PDF-1.4\n'))
  await expect(openPdf(bytes)).rejects.toThrow('the file has no objects')
})

test('a file with nothing behind its end is opened', async () => {
  const file = rawPdf({ content: '' })
  const bytes = new Uint8Array(LARGE / 20 + file.length)
  bytes.set(file)
  const pdf = await openPdf(bytes)
  expect(pdf.numPages).toBe(1)
  await pdf.loadingTask.destroy()
})

test.each([
  ['a handler that nobody knows', '/Filter /Other /V 1 /R 2 /O <00> /U <00> /P 0'],
  ['certificates', '/Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s4 /V 2 /Length 128 /Recipients [<00>]'],
  ['a version that nobody knows', '/Filter /Standard /V 99 /R 99 /O <00> /U <00> /P 0'],
  ['a key of no length', `/Filter /Standard /V 2 /R 3 /Length -8 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> /P 0`],
])('a file that is protected by %s is refused with what to do', async (_, protection) => {
  const file = Buffer.from(rawPdf({ content: '' })).toString('latin1')
  const bytes = Buffer.from(file.replace('/Root', `/Encrypt << ${protection} >> /ID [<00> <00>] /Root`), 'latin1')
  await expect(openPdf(new Uint8Array(bytes))).rejects.toMatchObject({
    code: 'unprocessable_document',
    message: expect.stringContaining('print it to a new PDF'),
  })
})

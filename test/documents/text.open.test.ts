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

import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { asPdf } from '../../server/src/documents/picture/as-pdf.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { madePdf } from '../server/made-pdf.ts'
import { TIFFS } from './pictures/tiffs.ts'

async function pagesOf(picture: Uint8Array): Promise<number> {
  const pdf = await openPdf(await asPdf(picture, 10))
  const { numPages } = pdf
  await pdf.loadingTask.destroy()
  return numPages
}

/** The first sheet of the fax with another flag, width and height; its tags follow one another. */
function firstSheet(flag: number, width: number, height: number): Uint8Array {
  const bytes = Buffer.from(TIFFS.fax)
  const at = bytes.indexOf(Buffer.from([254, 0, 4, 0]))
  for (const [index, value] of [flag, width, height].entries()) bytes.writeUInt16LE(value, at + 8 + 12 * index)
  return new Uint8Array(bytes)
}

test.each<[string, [flag: number, width: number, height: number], number]>([
  ['calls itself small and is as large as the other', [1, 60, 40], 2],
  ['calls itself a mask and is a picture', [4, 60, 40], 2],
  ['is small and says so', [1, 30, 20], 1],
])('a sheet that %s', async (_, [flag, width, height], sheets) => {
  expect(await pagesOf(firstSheet(flag, width, height))).toBe(sheets)
})

/** Another chunk behind a PNG's head, which is 33 bytes long; nobody looks at its sum. */
const withChunk = (png: Buffer, name: string, body: Buffer): Buffer => {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name), body, Buffer.alloc(4)])
  chunk.writeUInt32BE(body.length)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

test('an animation is none, for viewers show one of its pictures or another', async () => {
  const still = await createCanvas(30, 20).encode('png')
  await expect(asPdf(withChunk(still, 'acTL', Buffer.alloc(8)), 10)).rejects.toThrow('is an animation')
  expect(await pagesOf(withChunk(still, 'tIME', Buffer.alloc(7)))).toBe(1)
})

test.each<[string, Buffer]>([
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
  ['a GIF', Buffer.from('GIF89a')],
])('%s with a PDF behind it is refused', async (_, head) => {
  const both = Buffer.concat([head, Buffer.alloc(500), await madePdf()])
  await expect(asPdf(both, 10)).rejects.toThrow('of another kind at once')
})

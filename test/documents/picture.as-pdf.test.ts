import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { asPdf } from '../../server/src/documents/picture/as-pdf.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { madePdf } from '../server/made-pdf.ts'
import { TIFFS } from './pictures/tiffs.ts'

const [WIDE, HIGH] = [300, 180]

/** White paper with a black box in the corner where a reader begins. */
function sheet() {
  const canvas = createCanvas(WIDE, HIGH)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDE, HIGH)
  pen.fillStyle = '#000'
  pen.fillRect(15, 15, 90, 30)
  return canvas
}

/** What a camera stores that was held so: the upright sheet, turned and mirrored back. */
function storedAs(orientation: number) {
  const turned = orientation >= 5
  const canvas = createCanvas(turned ? HIGH : WIDE, turned ? WIDE : HIGH)
  const ways: Record<number, [number, number, number, number, number, number]> = {
    1: [1, 0, 0, 1, 0, 0],
    2: [-1, 0, 0, 1, WIDE, 0],
    3: [-1, 0, 0, -1, WIDE, HIGH],
    4: [1, 0, 0, -1, 0, HIGH],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, -1, 1, 0, 0, WIDE],
    7: [0, -1, -1, 0, HIGH, WIDE],
    8: [0, 1, -1, 0, HIGH, 0],
  }
  const pen = canvas.getContext('2d')
  pen.setTransform(...(ways[orientation] ?? [1, 0, 0, 1, 0, 0]))
  pen.drawImage(sheet(), 0, 0)
  return canvas
}

/** EXIF with an orientation, a density and the program that wrote it, as the first segment of a JPEG. */
function withExif(jpeg: Buffer, orientation: number, dpi = 300): Buffer {
  const program = Buffer.from('Snapseed 2.0\0\0')
  const tiff = Buffer.alloc(8 + 2 + 4 * 12 + 4 + 8)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(4, 8)
  const entry = (at: number, tag: number, kind: number, count: number) => {
    tiff.writeUInt16BE(tag, 10 + at * 12)
    tiff.writeUInt16BE(kind, 12 + at * 12)
    tiff.writeUInt32BE(count, 14 + at * 12)
    return 18 + at * 12
  }
  const end = 10 + 4 * 12 + 4
  tiff.writeUInt16BE(orientation, entry(0, 0x112, 3, 1))
  tiff.writeUInt32BE(end, entry(1, 0x11a, 5, 1))
  tiff.writeUInt16BE(2, entry(2, 0x128, 3, 1))
  tiff.writeUInt32BE(end + 8, entry(3, 0x131, 2, program.length))
  tiff.writeUInt32BE(dpi, end)
  tiff.writeUInt32BE(1, end + 4)
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, program])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)

interface Seen {
  size: [number, number]
  /** The share of each corner's quarter that is dark: top left, top right, bottom left, bottom right. */
  dark: number[]
}

async function seen(bytes: Uint8Array): Promise<{ pages: Seen[]; info: Record<string, unknown> }> {
  const pdf = await openPdf(bytes)
  const pages: Seen[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: 1 })
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
    const pen = canvas.getContext('2d')
    await page.render({ canvas: null, canvasContext: pen as never, viewport, background: '#fff' }).promise
    const [w, h] = [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)]
    const corners = [0, h].flatMap((y) => [0, w].map((x) => pen.getImageData(x, y, w, h).data))
    const dark = corners.map((data) => data.filter((value, at) => at % 4 === 0 && value < 128).length / (w * h))
    pages.push({ size: [Math.round(viewport.width), Math.round(viewport.height)], dark })
  }
  const { info } = await pdf.getMetadata()
  await pdf.loadingTask.destroy()
  return { pages, info: info as Record<string, unknown> }
}

const firstCorner = ({ dark: [a = 0, b = 1, c = 1, d = 1] }: Seen) => a > 0.1 && Math.max(b, c, d) < 0.02

describe('a JPEG', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('stands upright whatever way the camera was held (%d)', async (orientation) => {
    const jpeg = withExif(await storedAs(orientation).encode('jpeg', 95), orientation, 100)
    const { pages, info } = await seen(await asPdf(bytesOf(jpeg), 10))
    expect(pages).toHaveLength(1)
    expect(pages[0]?.size).toEqual([216, 130])
    expect(pages.every(firstCorner)).toBe(true)
    expect(info.Creator).toBe('Snapseed 2.0')
  })

  test('keeps its own bytes, so that what was done to its pixels is still in them', async () => {
    const jpeg = await sheet().encode('jpeg', 80)
    expect(Buffer.from(await asPdf(bytesOf(jpeg), 10)).includes(jpeg)).toBe(true)
  })

  test('of which nobody knows the size is as long as a sheet of letter paper', async () => {
    const jpeg = withExif(await sheet().encode('jpeg', 95), 1, 72)
    expect((await seen(await asPdf(bytesOf(jpeg), 10))).pages[0]?.size).toEqual([792, 475])
  })

  test.each([
    ['that is cut off in its head', (jpeg: Buffer) => jpeg.subarray(0, 30)],
    ['with nothing behind its first bytes', () => Buffer.from('ffd8ffe000104a46', 'hex')],
  ])('%s is an error', async (_, spoil) => {
    await expect(asPdf(bytesOf(spoil(await sheet().encode('jpeg', 80))), 10)).rejects.toThrow()
  })
})

describe('a PNG', () => {
  test('stands as it was drawn', async () => {
    const { pages } = await seen(await asPdf(bytesOf(await sheet().encode('png')), 10))
    expect(pages.every(firstCorner)).toBe(true)
  })

  test('is paper where it is transparent', async () => {
    const canvas = createCanvas(WIDE, HIGH)
    const pen = canvas.getContext('2d')
    pen.fillRect(15, 15, 90, 30)
    const { pages } = await seen(await asPdf(bytesOf(await canvas.encode('png')), 10))
    expect(pages.every(firstCorner)).toBe(true)
  })

  test('that claims more pixels than are read is refused in words', async () => {
    const png = await sheet().encode('png')
    png.writeUInt32BE(100_000, 16)
    png.writeUInt32BE(100_000, 20)
    await expect(asPdf(bytesOf(png), 10)).rejects.toThrow('The picture has 10000 million pixels; at most 40 million')
  })
})

describe('a TIFF', () => {
  test.each(Object.entries(TIFFS))('%s: each picture is a sheet', async (_, tiff) => {
    const { pages } = await seen(await asPdf(bytesOf(tiff), 10))
    expect(pages.map(({ size }) => size)).toEqual([
      [792, 528],
      [792, 528],
    ])
    const [first, second] = pages.map(({ dark }) => dark.indexOf(Math.max(...dark)))
    expect([first, second]).toEqual([0, 3])
    expect(pages.flatMap(({ dark }) => dark).filter((share) => share > 0.05)).toHaveLength(2)
  })

  test('with more sheets than are read is an error', async () => {
    await expect(asPdf(bytesOf(TIFFS.fax), 1)).rejects.toThrow('2 sheets; at most 1')
  })

  test('cut off anywhere ends as an error or as sheets, never otherwise', async () => {
    for (let end = 8; end < TIFFS.fax.length; end += 37)
      await asPdf(bytesOf(TIFFS.fax.subarray(0, end)), 10).catch((error) => expect(error).toBeInstanceOf(Error))
  })
})

test('a PDF stays what it is', async () => {
  const pdf = await madePdf()
  expect(await asPdf(pdf, 10)).toBe(pdf)
})

/** White paper of two tones, uncompressed, with dots an inch across and down. */
function fax(width: number, height: number, [across, down]: [number, number]): Uint8Array {
  const row = Math.ceil(width / 8)
  const tags = {
    ...{ 256: [4, width], 257: [4, height], 258: [3, 1], 259: [3, 1], 262: [3, 1], 273: [4, 200], 277: [3, 1] },
    ...{ 278: [4, height], 279: [4, row * height], 282: [5, 180], 283: [5, 188], 296: [3, 2] },
  }
  const entries = Object.entries(tags).map(([tag, [kind = 0, value = 0]]) => [Number(tag), kind, value] as const)
  const file = Buffer.alloc(200 + row * height, 0xff)
  file.fill(0, 0, 200)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(entries.length, 8)
  for (const [at, [tag, kind, value]] of entries.entries()) {
    file.writeUInt16LE(tag, 10 + at * 12)
    file.writeUInt16LE(kind, 12 + at * 12)
    file.writeUInt32LE(1, 14 + at * 12)
    file.writeUInt32LE(value, 18 + at * 12)
  }
  for (const [at, value] of [across, 1, down, 1].entries()) file.writeUInt32LE(value, 180 + at * 4)
  return new Uint8Array(file)
}

test('a fax of standard fineness, of pixels twice as high as wide, makes a sheet as it was faxed', async () => {
  const [whole] = (await seen(await asPdf(fax(1728, 1078, [204, 98]), 9))).pages
  expect(whole?.size).toEqual([610, 792])
  const [square] = (await seen(await asPdf(fax(1728, 2156, [204, 0]), 9))).pages
  expect(square?.size).toEqual([610, 761])
})

describe('a TIFF that a decoder would follow for ever', () => {
  /** A directory at 8 of entries (tag, type, count, value), and where the next one is. */
  const tiff = (entries: [number, number, number, number][], next: number) => {
    const file = Buffer.alloc(10 + entries.length * 12 + 4)
    file.write('II*\0', 'latin1')
    file.writeUInt32LE(8, 4)
    file.writeUInt16LE(entries.length, 8)
    for (const [at, [tag, type, count, value]] of entries.entries()) {
      file.writeUInt16LE(tag, 10 + at * 12)
      file.writeUInt16LE(type, 12 + at * 12)
      file.writeUInt32LE(count, 14 + at * 12)
      file.writeUInt32LE(value, 18 + at * 12)
    }
    file.writeUInt32LE(next, file.length - 4)
    return bytesOf(file)
  }
  const size: [number, number, number, number][] = [
    [256, 4, 1, 100],
    [257, 4, 1, 100],
  ]

  test.each([
    ['a list of sheets that comes back to its beginning', tiff(size, 8), /no end/],
    ['four thousand million values', tiff([...size, [65_001, 3, 0xffff_ffff, 8]], 0), /more values/],
    ['directories within directories without end', tiff([...size, [330, 4, 2, 8], [34_665, 4, 1, 8]], 0), /decoded/],
  ])('is refused at once: %s', async (_, bytes, why) => {
    await expect(asPdf(bytes, 10)).rejects.toThrow(why)
  })
})

test('a TIFF of three hundred large sheets that are all one strip is refused before any is decoded', async () => {
  const directory = 2 + 6 * 12 + 4
  const file = Buffer.alloc(8 + 300 * directory + 40, 0xff)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  for (let at = 8; at < file.length - 40; at += directory) {
    file.writeUInt16LE(6, at)
    const strip = file.length - 40
    const entries = [
      [256, 6000],
      [257, 6600],
      [258, 1],
      [259, 4],
      [273, strip],
      [279, 40],
    ] as const
    for (const [k, [tag, value]] of entries.entries()) {
      file.writeUInt16LE(tag, at + 2 + k * 12)
      file.writeUInt16LE(4, at + 4 + k * 12)
      file.writeUInt32LE(1, at + 6 + k * 12)
      file.writeUInt32LE(value, at + 10 + k * 12)
    }
    const next = at + directory
    file.writeUInt32LE(next < strip ? next : 0, next - 4)
  }
  await expect(asPdf(bytesOf(file), 1000)).rejects.toThrow('have 11880 million pixels in 24 kB')
})

test('each sheet of a TIFF is a sign that its reader goes on', async () => {
  let sheets = 0
  await asPdf(bytesOf(TIFFS.fax), 10, () => sheets++)
  expect(sheets).toBe(2)
})

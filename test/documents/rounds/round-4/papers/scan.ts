import { readFileSync } from 'node:fs'
import { degrees, drawImage, PDFDocument } from '@cantoo/pdf-lib'
import { pngsOf, through } from '../../round-3/papers/programs.ts'

/** What a device makes of paper, in the words of ImageMagick; `@0.5,0` is a place in shares of width and height. */
interface Look {
  dpi: number
  /** Noise, for it each page has a seed of its own. */
  art: string
  quality: number
  producer: string
  /** Black and white, packed as a fax does. */
  bilevel?: boolean
  /** Read by tesseract, the words laid under the picture. */
  read?: boolean
}

/** The devices by name: `ON:white` is what lies where the paper ends. */
export const LOOKS: Record<string, Look> = JSON.parse(readFileSync(new URL('looks.json', import.meta.url), 'utf8'))

/** The tools without which a look cannot be made. */
export const toolsOf = ({ read }: Look): string[] => ['pdftoppm', 'convert', ...(read ? ['tesseract'] : [])]

const seedOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7)

/** The pixels of a PNG, across and down. */
function sizeOf(png: Uint8Array): [number, number] {
  const head = new DataView(png.buffer, png.byteOffset)
  return [head.getUint32(16), head.getUint32(20)]
}

/** The art of a look for a picture of so many pixels. */
function artFor({ art }: Look, png: Uint8Array, seed: number): string {
  const [width, height] = sizeOf(png)
  return art
    .replace(/@([\d.]+),([\d.]+)/g, (_, x, y) => `${Math.round(x * width)},${Math.round(y * height)}`)
    .replace(/ON:(\S+)/, `-background '$1' -virtual-pixel background`)
    .replace('-attenuate', `-seed ${seed} -attenuate`)
}

/** A file as it comes from the device, page by page. */
export async function scanned(bytes: Uint8Array, look: Look, name: string, made: string): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  for (const [at, png] of (await pngsOf(bytes, look.dpi)).entries()) {
    const command = `convert IN -alpha remove ${artFor(look, png, seedOf(name) + at)} +repage`
    if (look.bilevel) {
      pastedFax(doc, await through(png, 'png', 'out.tif', `${command} ${FAX} OUT`), look)
      continue
    }
    const units = `-units PixelsPerInch -density ${look.dpi} -quality ${look.quality}`
    const taken = await through(png, 'png', 'out.jpg', `${command} ${units} OUT`)
    if (look.read) return through(taken, 'jpg', 'out.pdf', `tesseract IN DIR/out --dpi ${look.dpi} -l eng pdf`)
    await pasted(doc, taken, look)
  }
  const day = new Date(`${made}T13:22:00Z`)
  doc.setProducer(look.producer)
  doc.setCreationDate(day)
  doc.setModificationDate(day)
  return doc.save()
}

async function pasted(doc: PDFDocument, taken: Uint8Array, { dpi }: Look): Promise<void> {
  const picture = await doc.embedJpg(taken)
  const [width, height] = [(picture.width * 72) / dpi, (picture.height * 72) / dpi]
  doc.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height })
}

const FAX = '-type bilevel -depth 1 -define tiff:rows-per-strip=99999 -compress Group4'

/** The numbers of a TIFF with one picture in one strip, by their tags. */
function tagsOf(tiff: Buffer): Map<number, number> {
  const start = tiff.readUInt32LE(4)
  const entries = Array.from({ length: tiff.readUInt16LE(start) }, (_, at) => start + 2 + 12 * at)
  const SHORT = 3
  const valueAt = (at: number) =>
    tiff.readUInt16LE(at + 2) === SHORT ? tiff.readUInt16LE(at + 8) : tiff.readUInt32LE(at + 8)
  return new Map(entries.map((at) => [tiff.readUInt16LE(at), valueAt(at)]))
}

/** A page of black and white, its picture in the code of faxes as the TIFF has it. */
function pastedFax(doc: PDFDocument, file: Uint8Array, { dpi }: Look): void {
  const tags = tagsOf(Buffer.from(file))
  const [Width = 0, Height = 0, from = 0, length = 0] = [256, 257, 273, 279].map((tag) => tags.get(tag))
  const picture = doc.context.stream(file.subarray(from, from + length), {
    Type: 'XObject',
    Subtype: 'Image',
    Width,
    Height,
    BitsPerComponent: 1,
    ColorSpace: 'DeviceGray',
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: Width, Rows: Height },
  })
  const page = doc.addPage([(Width * 72) / dpi, (Height * 72) / dpi])
  const name = page.node.newXObject('Fax', doc.context.register(picture))
  const place = { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() }
  page.pushOperators(...drawImage(name, { ...place, rotate: degrees(0), xSkew: degrees(0), ySkew: degrees(0) }))
}

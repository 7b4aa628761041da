import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { measureOf } from '../../round-1/fonts.ts'
import { painted } from '../../round-1/scan.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import type { Spot } from '../../round-3/forgeries/spot.ts'
import { through } from '../../round-3/forgeries/through.ts'

/** A part of a page as a PNG. */
export async function pictureOf(bytes: Uint8Array, page: number, box: Box, dpi: number): Promise<Buffer> {
  const { canvas, toPixels } = await painted(bytes, dpi, page)
  const [x, y, right, foot] = toPixels(box).map(Math.round) as Box
  const part = createCanvas(right - x, foot - y)
  part.getContext('2d').drawImage(canvas, -x, -y)
  return part.encode('png')
}

/** A word of a page and its box, in points from the bottom left. */
export interface Word {
  text: string
  box: Box
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The words of the first page, as a machine copies them. */
export function wordsIn(bytes: Uint8Array): Word[] {
  const xml = through('pdftotext', ['-bbox', '-l', '1', 'IN', 'OUT'], bytes).toString()
  const height = Number(/page width="[\d.]+" height="([\d.]+)"/.exec(xml)?.[1])
  const words = xml.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)
  return [...words].map(([, x, top, right, y, text = '']) => ({
    text: text.replace(/&\w+;|&#39;/g, (entity) => ENTITIES[entity] ?? entity),
    box: [Number(x), height - Number(y), Number(right), height - Number(top)],
  }))
}

const meets = ([x, y, right, top]: Box, spot: Spot) =>
  x < spot.box[2] - 0.5 && right > spot.box[0] + 0.5 && y < spot.y + 2 && top > spot.y + 2

/** The words with another text where a spot is. */
export function wordsWith(words: readonly Word[], spot: Spot, to: string): Word[] {
  const others = words.filter(({ box }) => !meets(box, spot))
  return [...others, { text: to, box: spot.box }]
}

/** A page that is a picture, with words below it that nobody sees. */
export async function layered(bytes: Uint8Array, words: readonly Word[], dpi: number): Promise<Uint8Array> {
  const { canvas, size } = await painted(bytes, dpi)
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const page = pdf.addPage(size)
  const image = await pdf.embedJpg(await canvas.encode('jpeg', 84))
  const font = await pdf.embedFont('Helvetica')
  page.drawImage(image, { x: 0, y: 0, width: size[0], height: size[1] })
  const name = page.node.newFontDictionary('F', font.ref).asString()
  const shows = words.map(({ text, box: [x, y, right, top] }) => {
    const clean = text.replace(/[^\x20-\x7e\xa0-\xff]/g, '')
    const points = (top - y) * 0.85
    const stretch = (100 * (right - x)) / (measureOf('Helvetica').widthOfTextAtSize(clean, points) || 1)
    const at = `${stretch.toFixed(1)} Tz 1 0 0 1 ${x.toFixed(2)} ${(y + 0.22 * points).toFixed(2)} Tm`
    return `BT 3 Tr ${name} ${points.toFixed(1)} Tf ${at} ${font.encodeText(clean)} Tj ET`
  })
  const text = pdf.context.register(pdf.context.flateStream(Buffer.from(shows.join('\n'), 'latin1')))
  page.node.addContentStream(text)
  pdf.setProducer('ABBYY FineReader PDF 16')
  return pdf.save({ useObjectStreams: false })
}

import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Chance } from '../../chance.ts'
import type { Place } from '../round-file.ts'
import { FONT_FOLDER, measureOf } from './fonts.ts'
import type { Item } from './sheet.ts'

type Box = Place['box']

/** How a scanner or a telephone sees a sheet. */
export interface Glass {
  dpi: number
  skew: number
  noise: number
  blur: number
  grey: boolean
  quality: number
}

export function anyGlass(chance: Chance): Glass {
  return {
    dpi: chance.pick([150, 200, 200, 300]),
    skew: chance.happens(0.3) ? 0 : chance.whole(-14, 14) / 10,
    noise: chance.whole(3, 9),
    blur: chance.whole(3, 8) / 10,
    grey: chance.happens(0.6),
    quality: chance.whole(55, 88),
  }
}

/** A page as pixels, with the way from points of its sheet to pixels. */
export interface Picture {
  canvas: Canvas
  size: [number, number]
  dpi: number
  toPixels(box: Box): Box
}

export async function painted(bytes: Uint8Array, dpi: number, number = 1): Promise<Picture> {
  const task = getDocument({
    data: bytes.slice(),
    standardFontDataUrl: FONT_FOLDER,
    disableFontFace: true,
    verbosity: 0,
  })
  const page = await (await task.promise).getPage(number)
  const viewport = page.getViewport({ scale: dpi / 72 })
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
  const canvasContext = canvas.getContext('2d') as never
  await page.render({ canvas: null, canvasContext, viewport, intent: 'print', background: '#fff' }).promise
  await task.destroy()
  const size: [number, number] = [(canvas.width * 72) / dpi, (canvas.height * 72) / dpi]
  const scale = dpi / 72
  const toPixels = ([x, y, right, top]: Box): Box =>
    [x, size[1] - top, right, size[1] - y].map((each) => each * scale) as Box
  return { canvas, size, dpi, toPixels }
}

/** The page laid on the glass: askew, blurred, noisy, and as a JPEG has it. */
export async function scanned(page: Picture, glass: Glass, chance: Chance): Promise<Picture> {
  const { width, height } = page.canvas
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const angle = (glass.skew * Math.PI) / 180
  pen.fillStyle = glass.grey ? '#f6f6f6' : '#f8f5ec'
  pen.fillRect(0, 0, width, height)
  pen.globalCompositeOperation = 'multiply'
  pen.filter = `blur(${glass.blur}px)`
  pen.translate(width / 2, height / 2)
  pen.rotate(angle)
  pen.drawImage(page.canvas, -width / 2, -height / 2)
  pen.resetTransform()
  grain(canvas, glass, chance)
  const turned = (x: number, y: number) => {
    const [u, v] = [x - width / 2, y - height / 2]
    return [
      width / 2 + u * Math.cos(angle) - v * Math.sin(angle),
      height / 2 + u * Math.sin(angle) + v * Math.cos(angle),
    ] as const
  }
  const toPixels = (box: Box): Box => {
    const [x0, y0, x1, y1] = page.toPixels(box)
    const corners = [turned(x0, y0), turned(x1, y0), turned(x0, y1), turned(x1, y1)]
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
  return developed({ ...page, canvas, toPixels }, glass.quality)
}

function grain(canvas: Canvas, { noise, grey }: Glass, chance: Chance): void {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    const jitter = noise * 2 * (chance.next() + chance.next() + chance.next() - 1.5)
    const mean = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
    for (let band = 0; band < 3; band++) data[at + band] = (grey ? mean : (data[at + band] ?? 0)) + jitter
  }
  pen.putImageData(image, 0, 0)
}

/** Saved as JPEG and opened again. */
export async function developed(picture: Picture, quality: number): Promise<Picture> {
  const image = await loadImage(await picture.canvas.encode('jpeg', quality))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return { ...picture, canvas }
}

/** A box of the sheet where the picture of it shows it, in points. */
export function shownBox({ toPixels, size, dpi }: Picture, box: Box): Box {
  const [x0, y0, x1, y1] = toPixels(box).map((each) => (each * 72) / dpi) as Box
  return [x0, size[1] - y1, x1, size[1] - y0]
}

/** The picture as a scanner writes it: a JPEG on a page, what its recognition read below it where there are `words`. */
export async function pdfOf(
  picture: Picture,
  quality: number,
  producer: string,
  made: string,
  words: Item[] = [],
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setProducer(producer)
  pdf.setCreationDate(new Date(`${made}T10:20:31Z`))
  const page = pdf.addPage(picture.size)
  page.drawImage(await pdf.embedJpg(await picture.canvas.encode('jpeg', quality)), {
    x: 0,
    y: 0,
    width: picture.size[0],
    height: picture.size[1],
  })
  if (words.length > 0) {
    page.node.setFontDictionary(PDFName.of('FO'), (await pdf.embedFont('Helvetica')).ref)
    const ops = words.map((word) =>
      hiddenOps(word, shownBox(picture, [word.x, word.y, word.x + 1, word.y + word.size])),
    )
    const stream = pdf.context.register(pdf.context.flateStream(['BT 3 Tr', ...ops, 'ET'].join('\n')))
    page.node.addContentStream(stream)
  }
  return pdf.save({ useObjectStreams: false })
}

const hiddenOps = ({ text, size }: Item, [x, y]: Box) =>
  `/FO ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${measureOf('Helvetica').encodeText(text)} Tj`

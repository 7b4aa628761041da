import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { type Bitmap, greyOf } from '../../server/src/documents/ocr/bitmap.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { Chance } from './chance.ts'
import { SANS } from './pen-fonts.ts'

/** A small printed sheet as a scanner of 200 dots an inch sees it, and where its words stand. */
export interface Glass {
  canvas: Canvas
  words: SeenWord[]
  chance: Chance
}

export const DPI = 200
const [WIDE, HIGH, SIZE] = [1200, 620, 26]
const ROWS = 11

export type Box = readonly [x: number, y: number, right: number, bottom: number]

/** A list of goods with two amounts a line; `noise` is the deviation of the sensor's grain. */
export async function laid(seed: number, { noise = 5, quality = 90 } = {}): Promise<Glass> {
  const chance = new Chance(seed)
  const sheet = createCanvas(WIDE, HIGH)
  const pen = sheet.getContext('2d')
  pen.fillStyle = '#f4f4f2'
  pen.fillRect(0, 0, WIDE, HIGH)
  pen.font = `${SIZE}px ${SANS}`
  pen.fillStyle = '#242424'
  const words: SeenWord[] = []
  const write = (text: string, x: number, y: number) => {
    pen.fillText(text, x, y)
    const wide = pen.measureText(text).width
    words.push({
      text,
      spot: { x: x + wide / 2, y: y - 0.28 * SIZE, wide, high: SIZE, slope: 0 },
      value: /\.\d\d$/.test(text),
    })
  }
  for (let row = 0; row < ROWS; row++) {
    const y = 60.3 + 45.37 * row
    write(chance.pick(['Walnut', 'Copper', 'Linen', 'Marble']), 60.4, y)
    write(chance.pick(['handle', 'basket', 'mirror', 'lantern']), 260.7, y)
    for (const right of [700.2, 1010.6]) write(chance.amount(1000, 9999).toFixed(2), right - chance.next(), y)
  }
  const glass = createCanvas(WIDE, HIGH)
  const light = glass.getContext('2d')
  light.filter = 'blur(1px)'
  light.drawImage(sheet, 0, 0)
  grain(glass, noise, chance)
  return { canvas: await saved(glass, quality), words, chance }
}

export function grain(canvas: Canvas, noise: number, chance: Chance, [x, y, right, bottom]: Box = whole(canvas)): void {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(x, y, right - x, bottom - y)
  for (let at = 0; at < image.data.length; at += 4) {
    const jitter = noise * 2 * (chance.next() + chance.next() + chance.next() - 1.5)
    for (let band = 0; band < 3; band++) image.data[at + band] = (image.data[at + band] ?? 0) + jitter
  }
  pen.putImageData(image, x, y)
}

const whole = ({ width, height }: Canvas): Box => [0, 0, width, height]

/** Saved as JPEG and opened again. */
export async function saved(canvas: Canvas, quality: number): Promise<Canvas> {
  const image = await loadImage(await canvas.encode('jpeg', quality))
  const opened = createCanvas(image.width, image.height)
  opened.getContext('2d').drawImage(image, 0, 0)
  return opened
}

export function greyPicture(canvas: Canvas): Bitmap {
  const { width, height } = canvas
  return greyOf(canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height)
}

/** Around a word, in whole pixels. */
export function around({ spot: { x, y, wide, high } }: SeenWord, more = 0): Box {
  const [left, right] = [Math.round(x - wide / 2) - more, Math.round(x + wide / 2) + more]
  return [left, Math.round(y - high / 2) - more, right, Math.round(y + high / 2) + more]
}

/** Pixels of `from` laid over `to`, in the size of `to`. */
export function copyPixels(canvas: Canvas, from: Box, to: Box): void {
  const piece = createCanvas(from[2] - from[0], from[3] - from[1])
  piece.getContext('2d').drawImage(canvas, -from[0], -from[1])
  canvas.getContext('2d').drawImage(piece, to[0], to[1], to[2] - to[0], to[3] - to[1])
}

/** Text typed where a word stands, by a program that paints neither blur nor grain. */
export function typeOver(canvas: Canvas, { spot: { x, y } }: SeenWord, text: string): void {
  const pen = canvas.getContext('2d')
  pen.font = `${SIZE}px ${SANS}`
  pen.textAlign = 'center'
  pen.fillStyle = '#242424'
  pen.fillText(text, x, y + 0.28 * SIZE)
}

export function fill(canvas: Canvas, [x, y, right, bottom]: Box, color: string, mode = 'source-over'): void {
  const pen = canvas.getContext('2d')
  pen.globalCompositeOperation = mode as never
  pen.fillStyle = color
  pen.fillRect(x, y, right - x, bottom - y)
  pen.globalCompositeOperation = 'source-over'
}

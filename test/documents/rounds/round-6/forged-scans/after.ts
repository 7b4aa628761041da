import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { developed } from '../../round-1/scan.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { copied, each, grained, penOf } from '../../round-5/forged-scans/brush.ts'
import { type Sheet, seen } from '../../round-5/forged-scans/lens.ts'
import { lensOf, reframed, resized } from './craft.ts'

/** What happens to a whole picture after something was changed in it, or without that. */
export type After = (sheet: Sheet, chance: Chance) => Promise<Sheet> | Sheet

/** The light of the paper alone, from the brightest of each few pixels. */
function lightOf(sheet: Sheet): Uint8ClampedArray {
  const { width, height } = sheet.canvas
  const cell = 24
  const [w, h] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const small = createCanvas(w, h)
  const pen = small.getContext('2d')
  const image = pen.createImageData(w, h)
  const { data } = copied(sheet, [0, 0, width, height])
  image.data.fill(0)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const to = 4 * (Math.floor(pixel / width / cell) * w + Math.floor((pixel % width) / cell))
    for (let band = 0; band < 3; band++)
      image.data[to + band] = Math.max(image.data[to + band] ?? 0, (data[4 * pixel + band] ?? 0) - 3)
    image.data[to + 3] = 255
  }
  pen.putImageData(image, 0, 0)
  const wide = createCanvas(width, height)
  const brush = wide.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.filter = 'blur(14px)'
  brush.drawImage(small, 0, 0, w * cell, h * cell)
  return brush.getImageData(0, 0, width, height).data
}

/** A telephone's app for documents: even light, white paper, dark ink. */
export const whitened: After = (sheet) => {
  const { width, height } = sheet.canvas
  const light = lightOf(sheet)
  each(sheet, [0, 0, width, height], (old, band, x, y) => {
    const share = old / Math.max(40, light[4 * (y * width + x) + band] ?? 255)
    return 255 * Math.min(1, Math.max(0, (share - 0.16) / 0.72)) ** 1.15
  })
  return sheet
}

/** Shown on a screen, whose dots and light a telephone then sees. */
const onScreen: After = (sheet, chance) => {
  const { width, height } = sheet.canvas
  const [fine, slow] = [2.09 + 0.05 * chance.next(), 0.012 + 0.006 * chance.next()]
  each(sheet, [0, 0, width, height], (old, band, x, y) => {
    const dots = 1 + 0.05 * Math.sin(x * fine + band * 2.1) + 0.035 * Math.sin(y * (fine + 0.04))
    const waves = 1 + 0.012 * Math.sin(x * slow + y * slow * 0.6)
    return (old * 0.95 + 8) * dots * waves
  })
  const pen = penOf(sheet)
  const glare = pen.createRadialGradient(width * 0.72, height * 0.2, 20, width * 0.72, height * 0.2, width * 0.5)
  glare.addColorStop(0, 'rgba(255, 255, 255, 0.22)')
  glare.addColorStop(1, 'rgba(255, 255, 255, 0)')
  pen.fillStyle = glare
  pen.fillRect(0, 0, width, height)
  return seen(sheet, lensOf('screen'), chance)
}

/** Sent from telephone to telephone: fewer pixels, twice saved. */
export const messenger: After = async (sheet) => {
  const small = resized(sheet, 1600 / Math.max(sheet.canvas.width, sheet.canvas.height))
  return { ...small, canvas: (await developed({ ...small }, 72)).canvas }
}

/** Every pixel washed by a filter and given a new grain, so that nothing tells of what was there. */
const washed: After = async (sheet, chance) => {
  const png = through(
    'convert',
    ['IN', '-statistic', 'Median', '3x3', 'png:OUT'],
    sheet.canvas.toBuffer('image/png'),
    'png',
  )
  penOf(sheet).drawImage(await loadImage(png), 0, 0)
  grained(sheet, [0, 0, sheet.canvas.width, sheet.canvas.height], 4, chance)
  return sheet
}

/** Saved coarsely, then some pixels cut off at two sides, so that its squares lie elsewhere. */
const resaved: After = async (sheet) => {
  const { width, height } = sheet.canvas
  const coarse = (await developed(sheet, 58)).canvas
  const canvas = createCanvas(width - 5, height - 3)
  canvas.getContext('2d').drawImage(coarse, -5, -3)
  const size: [number, number] = [(canvas.width * 72) / sheet.dpi, (canvas.height * 72) / sheet.dpi]
  return { ...reframed(sheet, canvas, (x, y) => [x - 5, y - 3]), size }
}

/** Drawn into a picture of another size when what lay over it is made one with it. */
const flattened: After = (sheet) => resized(sheet, 0.83)

export const AFTERS: Record<string, After> = {
  whitened,
  screen: onScreen,
  messenger,
  washed,
  resaved,
  flattened,
}

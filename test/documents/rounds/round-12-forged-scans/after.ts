import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { Chance } from '../../chance.ts'
import { type Device, MASTER, type Shot, shot } from '../round-11-scans/glass.ts'

/** A picture that was kept as JPEG and opened again. */
export async function pressed(canvas: Canvas, quality: number): Promise<Canvas> {
  const image = await loadImage(canvas.toBuffer('image/jpeg', quality))
  const back = createCanvas(canvas.width, canvas.height)
  back.getContext('2d').drawImage(image, 0, 0)
  return back
}

/** A print of the picture, under another device. */
export function printedAgain(first: Shot, device: Device, chance: Chance): Shot {
  const sheet = createCanvas(Math.round((first.size[0] * MASTER) / 72), Math.round((first.size[1] * MASTER) / 72))
  sheet.getContext('2d').drawImage(first.canvas, 0, 0, sheet.width, sheet.height)
  const second = shot(sheet, first.size, device, chance)
  const at = (x: number, y: number) => {
    const [u, v] = first.at(x, y)
    return second.at((72 * u) / first.device.dpi[0], (72 * v) / first.device.dpi[1])
  }
  return { ...second, at }
}

/** Another count of dots for the same page. */
function resized(first: Shot, scale: number): Shot {
  const canvas = createCanvas(Math.round(first.canvas.width * scale), Math.round(first.canvas.height * scale))
  const pen = canvas.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(first.canvas, 0, 0, canvas.width, canvas.height)
  const dpi = [first.device.dpi[0] * scale, first.device.dpi[1] * scale] as const
  const at = (x: number, y: number) => first.at(x, y).map((side) => side * scale) as [number, number]
  return { ...first, canvas, device: { ...first.device, dpi }, at }
}

const MESSENGER = { pixels: 1600, quality: 62 }

/** As messengers send pictures: smaller, and compressed for good. */
export async function messenger(first: Shot): Promise<Shot> {
  const small = resized(first, Math.min(1, MESSENGER.pixels / first.canvas.height))
  return { ...small, canvas: await pressed(small.canvas, MESSENGER.quality) }
}

/** The whole page a little blurred, so that every edge is as soft. */
export function smoothed(first: Shot): Shot {
  const canvas = createCanvas(first.canvas.width, first.canvas.height)
  const pen = canvas.getContext('2d')
  pen.filter = 'blur(0.7px)'
  pen.drawImage(first.canvas, 0, 0)
  return { ...first, canvas }
}

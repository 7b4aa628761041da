import { createCanvas } from '@napi-rs/canvas'
import type { Shot } from '../round-11-scans/glass.ts'
import { pixelsOf } from '../round-11-scans/glass.ts'
import type { Job } from '../round-12-forged/job.ts'
import { pressed } from '../round-12-forged-scans/after.ts'
import { boxOf } from '../round-12-forged-scans/page.ts'
import { magicked } from './retouch.ts'

/** What becomes of a picture when it is finished. */
export type After = (shot: Shot, job: Job) => Promise<Shot> | Shot

const despeckled: After = (shot) => {
  const canvas = createCanvas(shot.canvas.width, shot.canvas.height)
  const image = magicked(shot.canvas.toBuffer('image/png'), ['-despeckle', '-unsharp', '0x0.8+0.5'])
  canvas.getContext('2d').drawImage(image, 0, 0)
  return { ...shot, canvas }
}

const OFF = [3, 5] as const

/** A few dots cut off at the edges and kept as JPEG, twice. */
const cropped: After = async (shot) => {
  const first = await pressed(shot.canvas, 74)
  const canvas = createCanvas(first.width - OFF[0], first.height - OFF[1])
  canvas.getContext('2d').drawImage(first, -OFF[0], -OFF[1])
  const at = (x: number, y: number) => {
    const [u, v] = shot.at(x, y)
    return [u - OFF[0], v - OFF[1]] as const
  }
  return { ...shot, canvas: await pressed(canvas, 88), at }
}

/** A stripe of a yellow marker over what was changed. */
const marked: After = (shot, { paper, cells }) => {
  const pen = shot.canvas.getContext('2d')
  pen.save()
  pen.globalCompositeOperation = 'multiply'
  pen.fillStyle = 'rgb(250,238,90)'
  for (const [was] of cells) pen.fillRect(...pixelsOf(shot, boxOf(was, paper), 2))
  pen.restore()
  return shot
}

/** A stamp that runs over what was changed. */
const stamped: After = (shot, { paper, cells }) => {
  const [cell] = cells
  if (!cell) return shot
  const [x, y, width, height] = pixelsOf(shot, boxOf(cell[0], paper), 4)
  const pen = shot.canvas.getContext('2d')
  pen.save()
  pen.globalCompositeOperation = 'multiply'
  pen.translate(x - width, y + 1.5 * height)
  pen.rotate(-0.16)
  pen.strokeStyle = pen.fillStyle = 'rgb(196,60,70)'
  pen.lineWidth = 5
  pen.font = `${2.2 * height}px "Eleven sans Bold"`
  pen.fillText('RECEIVED', 0, 0)
  pen.strokeRect(-12, -2 * height, 12 * height, 2.4 * height)
  pen.restore()
  return shot
}

export const AFTER: Readonly<Record<string, After>> = { despeckled, cropped, marked, stamped }

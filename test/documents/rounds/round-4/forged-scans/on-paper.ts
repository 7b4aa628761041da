import type { Chance } from '../../../chance.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { type Shot, sheetOf } from './camera.ts'
import { boxOf, moveTo, penOf, typeOn } from './desk.ts'
import { laid, type Retouch, stroked } from './retouch.ts'

/** The sheet a little darker than what is to be put on it. */
function dimmed({ canvas }: Shot): void {
  const pen = canvas.getContext('2d')
  pen.save()
  pen.globalCompositeOperation = 'multiply'
  pen.fillStyle = '#f2f1ed'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.restore()
}

/** White fluid from a brush: its edges waver and throw a little shade. */
function daub(shot: Shot, [x, y, right, top]: Box, chance: Chance): void {
  const pen = penOf(shot)
  const [wide, high] = [right - x, top - y]
  pen.save()
  moveTo(pen, shot, x, y)
  Object.assign(pen, { shadowColor: 'rgba(70,70,60,0.5)', shadowBlur: 2.5, shadowOffsetX: 1, shadowOffsetY: 1 })
  pen.fillStyle = '#fffffb'
  pen.beginPath()
  for (let turn = 0; turn < 6.28; turn += 0.22) {
    const reach = 1 + (chance.next() - 0.5) * 0.16
    const [u, v] = [Math.cos(turn), Math.sin(turn)].map((each) => Math.sign(each) * Math.abs(each) ** 0.45)
    pen.lineTo(wide / 2 + (u ?? 0) * reach * (wide / 2 + 2), -high / 2 - (v ?? 0) * reach * (high / 2))
  }
  pen.fill()
  pen.restore()
}

const fluid: Retouch = ({ shot, edits, chance }) => {
  dimmed(shot)
  for (const edit of edits) {
    daub(shot, boxOf(edit, 1.5), chance)
    const spot = { ...edit.spot, y: edit.spot.y + (chance.next() - 0.4) * 0.8, font: 'Courier' }
    typeOn(shot, { ...edit, spot }, { ink: '#1c1c26', blur: 0.4, face: 'Liberation Mono' })
  }
}

/** A strip of a reprint, cut out and glued on a little askew. */
const glued: Retouch = async ({ shot, edits, chance, reprint }) => {
  dimmed(shot)
  const other = await sheetOf(await reprint(), shot.look)
  for (const edit of edits) {
    const [x, y, right, top] = boxOf(edit, 2.5)
    const pen = penOf(shot)
    const off: [number, number, number] = [chance.next() - 0.5, chance.next() * 0.8 - 0.4, chance.next() - 0.5]
    pen.save()
    moveTo(pen, shot, x + off[0], y + off[1])
    pen.rotate((off[2] * Math.PI) / 180)
    Object.assign(pen, { shadowColor: 'rgba(0,0,0,0.55)', shadowBlur: 3, shadowOffsetX: 1.5, shadowOffsetY: 2 })
    pen.fillStyle = '#fff'
    pen.fillRect(0, y - top, right - x, top - y)
    pen.restore()
    laid(other, shot, [x, y, right, top], off)
  }
}

/** What is done to the sheet of paper before it is scanned. */
export const ON_PAPER: Record<string, Retouch> = {
  fluid,
  glued,
  'pen-stroke': stroked({ ink: '#26263c', blur: 0.3 }),
}

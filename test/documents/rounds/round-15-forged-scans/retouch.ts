import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createCanvas, Image } from '@napi-rs/canvas'
import { call, inFolder } from '../round-11-forged/tools.ts'
import { fontOf } from '../round-11-scans/faces.ts'
import { pixelsOf } from '../round-11-scans/glass.ts'
import { type Box, boxOf, leftOf, unionOf, wide } from '../round-12-forged-scans/page.ts'
import { type Desk, RETOUCHES, type Retouch } from '../round-12-forged-scans/retouch.ts'

type Pair = Desk['cells'][number]

const penOf = ({ shot }: Desk) => shot.canvas.getContext('2d')

/** The boxes of the letters that differ, with their places in the text. */
function differing([was, is]: Pair, paper: Desk['paper']): { at: number; box: Box }[] {
  const [left, top, , height] = boxOf(is, paper)
  return [...is.text].flatMap((letter, at) => {
    if (was.text[at] === letter) return []
    const x = left + wide(is.text.slice(0, at), is, paper)
    return [{ at, box: [x, top, wide(letter, is, paper), height] as const }]
  })
}

/** Each digit that differs, by what is done with its own dots. */
const reshaped =
  (shape: (pen: ReturnType<typeof penOf>, width: number, height: number) => void): Retouch =>
  (desk) => {
    for (const pair of desk.cells)
      for (const { box } of differing(pair, desk.paper)) {
        const [x, y, width, height] = pixelsOf(desk.shot, box, -0.1)
        const cut = createCanvas(width, height)
        const pen = cut.getContext('2d')
        pen.drawImage(desk.shot.canvas, x, y, width, height, 0, 0, width, height)
        shape(pen, width, height)
        penOf(desk).drawImage(cut, x, y)
      }
  }

/** The right half of a 3, turned to the left, makes an 8. */
const mirrored = reshaped((pen, width, height) => {
  const half = Math.floor(width / 2)
  const right = createCanvas(half, height)
  right.getContext('2d').drawImage(pen.canvas, width - half, 0, half, height, 0, 0, half, height)
  pen.scale(-1, 1)
  pen.drawImage(right, -half, 0)
})

/** A 6 that stands on its head is a 9; the line under the digits is kept, since only their height is turned. */
const turned = reshaped((pen, width, height) => {
  const [top, tall] = [Math.round(0.06 * height), Math.round(0.76 * height)]
  const digit = createCanvas(width, tall)
  digit.getContext('2d').drawImage(pen.canvas, 0, top, width, tall, 0, 0, width, tall)
  pen.translate(width, top + tall)
  pen.scale(-1, -1)
  pen.drawImage(digit, 0, 0)
})

const GAP = 11

/** Empty paper from under the line laid over the old text with soft edges, and the new one typed. */
const cloned: Retouch = (desk) => {
  const { shot, paper } = desk
  for (const pair of desk.cells) {
    const box = unionOf(pair, paper)
    const to = pixelsOf(shot, box, 0.8)
    const from = pixelsOf(shot, [box[0] - box[2] - GAP, box[1], box[2], box[3]], 0.8)
    const cut = createCanvas(to[2], to[3])
    cut.getContext('2d').drawImage(shot.canvas, from[0], from[1], to[2], to[3], 0, 0, to[2], to[3])
    penOf(desk).drawImage(cut, to[0], to[1])
    typed(desk, pair[1])
  }
}

function typed(desk: Desk, cell: Pair[1]): void {
  const { shot, paper } = desk
  const pen = penOf(desk)
  const left = leftOf(cell, paper)
  const [from, to] = [shot.at(left, cell.top), shot.at(left + wide(cell.text, cell, paper), cell.top)]
  pen.save()
  pen.translate(...from)
  pen.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]))
  pen.font = fontOf(paper.face, (cell.size * shot.device.dpi[0]) / 72, cell.bold)
  pen.filter = 'blur(0.6px)'
  pen.globalCompositeOperation = 'multiply'
  pen.fillStyle = '#262626'
  pen.fillText(cell.text, 0, 0)
  pen.restore()
}

/** The old text healed away; the ink of a print of the new one, without grain, multiplied with the paper's own. */
const multiplied: Retouch = (desk) => {
  RETOUCHES.wiped?.(desk)
  const { shot, donor, paper } = desk
  for (const pair of desk.cells) {
    const [x, y, width, height] = pixelsOf(shot, unionOf(pair, paper), 1)
    const ink = donor.canvas.getContext('2d').getImageData(x, y, width, height).data
    const image = penOf(desk).getImageData(x, y, width, height)
    const white = [0, 1, 2].map((side) =>
      ink.reduce((most, dot, at) => (at % 4 === side ? Math.max(most, dot) : most), 1),
    )
    for (let at = 0; at < ink.length; at++)
      if (at % 4 < 3) image.data[at] = ((image.data[at] ?? 0) * (ink[at] ?? 0)) / (white[at % 4] ?? 255)
    penOf(desk).putImageData(image, x, y)
  }
}

/** Only the sign before a number is healed away. */
const signWiped: Retouch = (desk) => {
  const { paper } = desk
  for (const [was, is] of desk.cells) {
    const sign = { ...was, text: was.text.slice(0, 1), right: false, x: leftOf(was, paper) }
    RETOUCHES.wiped?.({ ...desk, cells: [[sign, is]] })
  }
}

/** The words of another row laid over these, from the left. */
const wordsCopied: Retouch = (desk) => {
  const { shot, paper } = desk
  for (const [was, is] of desk.cells) {
    const other = paper.cells.find(({ text }) => text === is.text)
    if (!other) throw new Error(`${paper.name} prints no other ${is.text}`)
    RETOUCHES.wiped?.({ ...desk, cells: [[was, is]] })
    const [from, to] = [pixelsOf(shot, boxOf(other, paper), 0.6), pixelsOf(shot, boxOf(was, paper), 0.6)]
    const cut = createCanvas(from[2], from[3])
    cut.getContext('2d').drawImage(shot.canvas, ...from, 0, 0, from[2], from[3])
    penOf(desk).drawImage(cut, to[0], to[1])
  }
}

/** ImageMagick draws a box and a text. */
const annotated: Retouch = (desk) => {
  const { shot, paper } = desk
  const [across] = shot.device.dpi
  const draw = desk.cells.flatMap((pair) => {
    const [x, y, width, height] = pixelsOf(shot, unionOf(pair, paper), 0.6)
    const [left, foot] = shot.at(leftOf(pair[1], paper), pair[1].top)
    const face = `/usr/share/fonts/truetype/liberation/LiberationSans-${pair[1].bold ? 'Bold' : 'Regular'}.ttf`
    const box = ['-fill', '#f3f2ef', '-draw', `rectangle ${x},${y} ${x + width},${y + height}`]
    const size = `${(pair[1].size * across) / 72}`
    return [
      ...box,
      '-fill',
      '#1f1f1f',
      '-font',
      face,
      '-pointsize',
      size,
      '-annotate',
      `+${left}+${foot}`,
      pair[1].text,
    ]
  })
  penOf(desk).drawImage(magicked(shot.canvas.toBuffer('image/png'), draw), 0, 0)
}

/** What ImageMagick makes of a picture. */
export const magicked = (png: Uint8Array, how: readonly string[]): Image =>
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'in.png'), png)
    call('convert', ['in.png', '-density', '72', ...how, 'out.png'], folder)
    const image = new Image()
    image.src = readFileSync(path.join(folder, 'out.png'))
    return image
  })

/** Only the digits that differ, from another device's scan, made as large. */
const digitOfOther: Retouch = (desk) => {
  const { shot, donor, paper } = desk
  for (const pair of desk.cells)
    for (const { box } of differing(pair, paper)) {
      const [from, to] = [pixelsOf(donor, box, 0.2), pixelsOf(shot, box, 0.2)]
      penOf(desk).drawImage(donor.canvas, ...from, ...to)
    }
}

export const NEW: Readonly<Record<string, Retouch>> = {
  ...{ mirrored, turned, cloned, multiplied, signWiped, wordsCopied, annotated, digitOfOther },
}

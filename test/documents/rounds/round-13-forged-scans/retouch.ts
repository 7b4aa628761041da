import { createCanvas } from '@napi-rs/canvas'
import { fontOf } from '../round-11-scans/faces.ts'
import { pixelsOf } from '../round-11-scans/glass.ts'
import { boxOf, leftOf, wide } from '../round-12-forged-scans/page.ts'
import { type Desk, RETOUCHES, type Retouch } from '../round-12-forged-scans/retouch.ts'

const cellOf = ({ paper, cells }: Desk, text: string) => {
  const busy = new Set(cells.map(([was]) => was))
  const cell = paper.cells.find((each) => each.text.includes(text) && !busy.has(each))
  if (!cell) throw new Error(`${paper.name} prints no other ${text}`)
  return cell
}

/** A whole number as it stands elsewhere on the page, the sign before it included where there is one. */
const wholeCopied: Retouch = (desk) => {
  const { shot, paper } = desk
  for (const [was, is] of desk.cells) {
    RETOUCHES.wiped?.({ ...desk, cells: [[was, is]] })
    const [from, to] = [boxOf(cellOf(desk, is.text), paper), boxOf(was, paper)]
    const [x, y, width, height] = pixelsOf(shot, from, 0.5)
    const [left, top] = pixelsOf(shot, [to[0] + to[2] - from[2], to[1], from[2], from[3]], 0.5)
    const cut = createCanvas(width, height)
    cut.getContext('2d').drawImage(shot.canvas, x, y, width, height, 0, 0, width, height)
    shot.canvas.getContext('2d').drawImage(cut, left, top)
  }
}

/** The first digit is healed away. */
const erased: Retouch = (desk) => {
  for (const [was, is] of desk.cells) {
    const lost = { ...was, text: was.text.slice(0, was.text.length - is.text.length), right: false }
    RETOUCHES.wiped?.({ ...desk, cells: [[{ ...lost, x: leftOf(was, desk.paper) }, is]] })
  }
}

/** A digit that is typed before the number, with the page's ink and its softness. */
const squeezedIn: Retouch = (desk) => {
  for (const [was, is] of desk.cells) {
    const more = is.text.slice(0, is.text.indexOf(was.text.slice(0, 3)))
    const cell = { ...was, text: more, right: false }
    const x = leftOf(was, desk.paper) - wide(more, cell, desk.paper)
    penned(desk, { ...cell, x }, 0.8)
  }
}

function penned({ shot, paper }: Desk, cell: Parameters<typeof wide>[1], blur: number): void {
  const pen = shot.canvas.getContext('2d')
  const [x, y] = shot.at(cell.x, cell.top)
  pen.save()
  pen.font = fontOf(paper.face, (cell.size * shot.device.dpi[0]) / 72, cell.bold)
  pen.filter = `blur(${blur}px)`
  pen.fillStyle = '#2c2c2c'
  pen.fillText(cell.text, x, y)
  pen.restore()
}

/** The wanted digit is drawn over the old one, whose own strokes are left under it. */
const strokesDrawn: Retouch = (desk) => {
  const { paper } = desk
  for (const [was, is] of desk.cells)
    for (const [at, letter] of [...is.text].entries()) {
      if (was.text[at] === letter) continue
      const x = leftOf(was, paper) + wide(was.text.slice(0, at), was, paper)
      penned(desk, { ...was, text: letter, right: false, x }, 0.9)
    }
}

/** The place cut from the other scan, and grain laid over its surroundings and it alike. */
const donorGrained: Retouch = (desk) => {
  RETOUCHES.donorSoft?.(desk)
  const { shot, paper, chance } = desk
  for (const [was] of desk.cells) {
    const [x, y, width, height] = pixelsOf(shot, boxOf(was, paper), 14)
    const image = shot.canvas.getContext('2d').getImageData(x, y, width, height)
    for (let dot = 0; dot < image.data.length; dot += 4) {
      const jitter = 6 * (chance.next() + chance.next() - 1)
      for (let side = 0; side < 3; side++) image.data[dot + side] = (image.data[dot + side] ?? 0) + jitter
    }
    shot.canvas.getContext('2d').putImageData(image, x, y)
  }
}

export const NEW: Readonly<Record<string, Retouch>> = { wholeCopied, erased, squeezedIn, strokesDrawn, donorGrained }

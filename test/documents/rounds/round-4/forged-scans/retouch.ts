import { readFileSync } from 'node:fs'
import { Path2D } from '@napi-rs/canvas'
import { type Box, joined } from '../../round-3/forgeries/job.ts'
import { locate, twinOf } from '../../round-3/forgeries/spot.ts'
import { lookOf, type Shot, sheetOf, shot as taken } from './camera.ts'
import { boxOf, changesOf, type Desk, type Hand, letterBox, moveTo, penOf, pixelsOf, toneOf, typeOn } from './desk.ts'
import { heal, patch, roughen, stamp, wipe } from './paper.ts'

/** What is done to the picture of a sheet, in place. */
export type Retouch = (desk: Desk) => Promise<void> | void

const inkOf = (shot: Shot, box: Box) => toneOf(shot, box, 0.025)

/** Pixels of one place put down at another, the middle on the middle. */
function copied(shot: Shot, from: Box, to: Box): () => void {
  const [x, y, width, height] = pixelsOf(shot, from)
  const image = penOf(shot).getImageData(x, y, width, height)
  const [left, top, right, foot] = shot.toPixels(to)
  const [u, v] = [(left + right - width) / 2, (top + foot - height) / 2].map(Math.round) as [number, number]
  return () => penOf(shot).putImageData(image, u, v)
}

const digitsCopied: Retouch = ({ shot, edits, bytes }) => {
  for (const edit of edits)
    for (const { at, to } of changesOf(edit)) {
      const { ends, y } = twinOf(bytes, to, edit.spot)
      copied(shot, letterBox({ ...edit.spot, letters: [ends], y }, 0), letterBox(edit.spot, at))()
    }
}

/** Digits of the value change places. */
const digitsSwapped: Retouch = ({ shot, edits }) => {
  for (const edit of edits) {
    const old = [...edit.spot.text.replace(/\s/g, '')]
    const puts = changesOf(edit).map(({ at, to }) =>
      copied(shot, letterBox(edit.spot, old.indexOf(to)), letterBox(edit.spot, at)),
    )
    for (const put of puts) put()
  }
}

/** A whole figure of the page laid over another, scaled where it is set in another size. */
const figureCopied: Retouch = ({ shot, edits, bytes }) => {
  for (const edit of edits) {
    const source = locate(bytes, edit.to, '')
    const scale = edit.spot.size / source.size
    const [x, y, right, top] = source.box
    const [end, base] = [edit.spot.box[2], edit.spot.y]
    const wide = (right - x) * scale
    const target: Box = [end - wide, base - 0.22 * edit.spot.size, end, base + 0.74 * edit.spot.size]
    const [left, head, width, height] = pixelsOf(shot, [x, y, right, top])
    const pen = penOf(shot)
    const put = copied(shot, source.box, target)
    if (wide < edit.spot.box[2] - edit.spot.box[0] - 1) patch(shot, boxOf(edit))
    if (Math.abs(scale - 1) < 0.02) put()
    else pen.drawImage(shot.canvas, left, head, width, height, ...pixelsOf(shot, target))
  }
}

type Cover = (shot: Shot, box: Box, desk: Desk) => void

/** The old value is covered and the new one typed. */
const typed =
  (cover: Cover, hand: Hand | ((shot: Shot) => Hand), rough = 0): Retouch =>
  (desk) => {
    for (const edit of desk.edits) {
      const box = boxOf(edit)
      const ink = inkOf(desk.shot, edit.spot.box)
      cover(desk.shot, box, desk)
      typeOn(desk.shot, edit, { ink, ...(typeof hand === 'function' ? hand(desk.shot) : hand) })
      if (rough > 0) roughen(desk.shot, box, desk.chance, rough)
    }
  }

const lineReplaced: Retouch = ({ shot, edits }) => {
  const inks = edits.map(({ spot }) => inkOf(shot, spot.box))
  heal(shot, edits.map((edit) => boxOf(edit, 2)).reduce(joined))
  for (const [at, edit] of edits.entries()) typeOn(shot, edit, { ink: inks[at] ?? '', blur: shot.look.blur * 0.8 })
}

const strokes = JSON.parse(readFileSync(new URL('strokes.json', import.meta.url), 'utf8')) as Record<string, string>

/** Digits become others by a stroke or two. */
export const stroked =
  (hand: Hand): Retouch =>
  ({ shot, edits }) => {
    for (const edit of edits)
      for (const { at, from, to } of changesOf(edit)) {
        const stroke = strokes[`${from}>${to}`]
        if (!stroke) throw new Error(`no stroke makes ${from} a ${to}`)
        drawn(shot, letterBox(edit.spot, at), stroke, { ink: inkOf(shot, edit.spot.box), ...hand })
      }
  }

/** A path in a square from the base line to the head of a digit, drawn as thick as print is. */
function drawn(
  shot: Shot,
  [left, foot, right, top]: Box,
  path: string,
  { ink = '', blur = shot.look.blur * 0.7 }: Hand,
) {
  const size = (top - foot) / 0.9
  const pen = penOf(shot)
  pen.save()
  moveTo(pen, shot, left, foot + 0.12 * size)
  pen.scale(right - left, -0.7 * size)
  Object.assign(pen, { strokeStyle: ink, filter: `blur(${blur}px)`, lineWidth: 0.135 })
  pen.stroke(new Path2D(path))
  pen.restore()
}

/** A piece of one picture laid on another where it belongs. */
export function laid(from: Shot, onto: Shot, [x, y, right, top]: Box, [along, up, turn] = [0, 0, 0]): void {
  const own = penOf(from)
  own.save()
  moveTo(own, from, x, y)
  const { a, b, c, d, e, f } = own.getTransform().inverse()
  own.restore()
  const pen = penOf(onto)
  pen.save()
  moveTo(pen, onto, x + along, y + up)
  pen.rotate((turn * Math.PI) / 180)
  pen.beginPath()
  pen.rect(0, y - top, right - x, top - y)
  pen.clip()
  pen.transform(a, b, c, d, e, f)
  pen.drawImage(from.canvas, 0, 0)
  pen.restore()
}

/** The value of a reprint that was scanned on another machine. */
const otherScan: Retouch = async ({ shot, edits, chance, reprint }) => {
  const look = lookOf(shot.look.grey ? 'archive' : 'glass')
  const [{ paper, ink, shade }, dpi] = [shot.look, look.dpi]
  const other = await taken(
    await sheetOf(await reprint(), look),
    { ...look, paper, ink, shade: shade / 3, dpi },
    chance,
  )
  for (const edit of edits) laid(other, shot, boxOf(edit, 1.5))
}

/** A telephone's marker drawn over the value, and its text tool. */
const marker: Cover = (shot, [x, y, right, top]) => {
  const pen = penOf(shot)
  pen.save()
  moveTo(pen, shot, x, (y + top) / 2)
  Object.assign(pen, {
    lineCap: 'round',
    lineWidth: (top - y) * 1.05,
    strokeStyle: toneOf(shot, [x, y, right, top], 0.9),
  })
  pen.beginPath()
  pen.moveTo(1, 0)
  pen.lineTo(right - x - 1, -0.3)
  pen.stroke()
  pen.restore()
}

const soft = ({ look }: Shot): Hand => ({ blur: look.blur * 0.8 })

export const RETOUCHES: Record<string, Retouch> = {
  'digits-copied': digitsCopied,
  'digits-swapped': digitsSwapped,
  'figure-copied': figureCopied,
  stamp: typed((shot, box, { chance }) => stamp(shot, box, chance), { blur: 0.5 }),
  heal: typed(heal, soft),
  flat: typed((shot, box) => wipe(shot, box), { ink: '#111', near: true }),
  texture: typed(patch, soft),
  noisy: typed((shot, box) => wipe(shot, box), soft, 7),
  marker: typed(marker, { ink: '#000', face: 'Nimbus Sans' }),
  line: lineReplaced,
  stroke: stroked({}),
  'other-scan': otherScan,
}

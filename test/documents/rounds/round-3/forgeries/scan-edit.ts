import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { developed, type Glass, type Picture, painted, scanned } from '../../round-1/scan.ts'
import { type Box, grown, type Job, newBox, whole } from './job.ts'
import { locate, twinOf } from './spot.ts'

/** What a forger has on the screen: the scan, the sheet it was made of, and how it was scanned. */
export interface Desk extends Job {
  picture: Picture
  glass: Glass
}

export type Retouch = (desk: Desk) => Promise<Picture>

const penOf = (canvas: Canvas): SKRSContext2D => canvas.getContext('2d')
const rounded = (box: Box): Box => [Math.floor(box[0]), Math.floor(box[1]), Math.ceil(box[2]), Math.ceil(box[3])]

function copy(picture: Picture, from: Box, to: Box): void {
  const [x, y, right, foot] = rounded(picture.toPixels(from))
  const [u, v] = rounded(picture.toPixels(to))
  const pen = penOf(picture.canvas)
  pen.putImageData(pen.getImageData(x, y, right - x, foot - y), u, v)
}

/** The colour of the paper in a box: brighter than most of what is there. */
function paperAt(picture: Picture, box: Box): [number, number, number] {
  const [x, y, right, foot] = rounded(picture.toPixels(box))
  const { data } = penOf(picture.canvas).getImageData(x, y, right - x, foot - y)
  const band = (at: number) => {
    const values = Array.from({ length: data.length / 4 }, (_, pixel) => data[4 * pixel + at] ?? 0).sort(
      (a, b) => a - b,
    )
    return values[Math.floor(values.length * 0.7)] ?? 255
  }
  return [band(0), band(1), band(2)]
}

function wipe(picture: Picture, box: Box): void {
  const [x, y, right, foot] = rounded(picture.toPixels(box))
  const pen = penOf(picture.canvas)
  pen.fillStyle = `rgb(${paperAt(picture, box).join(' ')})`
  pen.fillRect(x, y, right - x, foot - y)
}

const FACES = { sans: 'Liberation Sans', serif: 'Liberation Serif', mono: 'Liberation Mono' }
const NEAR_FACES = { sans: 'Nimbus Sans', serif: 'C059', mono: 'Nimbus Mono PS' }

/** What a forger takes the font for. */
function faceOf({ font }: Desk['spot'], faces = FACES): string {
  const kind = /Mono|Courier/.test(font) ? 'mono' : /Times|Serif|Roman/.test(font) ? 'serif' : 'sans'
  return `"${faces[kind]}"`
}

/** Types the new text where the old one stood. */
function typeOn({ picture, spot, to, glass }: Desk, { blur = 0, ink = '#222', face = faceOf(spot) } = {}): void {
  const [x, , right, foot] = picture.toPixels([
    ...newBox(spot, to).slice(0, 1),
    spot.y,
    newBox(spot, to)[2],
    spot.y + 1,
  ] as Box)
  const pen = penOf(picture.canvas)
  const amount = /[.,]\d\d$/.test(to)
  pen.save()
  pen.filter = blur > 0 ? `blur(${blur}px)` : 'none'
  pen.fillStyle = ink
  pen.font = `${spot.font.includes('Bold') ? 'bold ' : ''}${(spot.size * glass.dpi) / 72}px ${face}`
  pen.textAlign = amount ? 'right' : 'left'
  pen.fillText(to, amount ? right : x, foot)
  pen.restore()
}

function roughen({ picture, chance, glass }: Desk, box: Box): void {
  const [x, y, right, foot] = rounded(picture.toPixels(box))
  const pen = penOf(picture.canvas)
  const image = pen.getImageData(x, y, right - x, foot - y)
  for (let at = 0; at < image.data.length; at += 4) {
    const jitter = glass.noise * 2 * (chance.next() + chance.next() + chance.next() - 1.5)
    for (let band = 0; band < 3; band++) image.data[at + band] = (image.data[at + band] ?? 0) + jitter
  }
  pen.putImageData(image, x, y)
}

const changedLetters = ({ spot, to }: Desk): [number, string][] => {
  const [old, bare] = [spot.text.replace(/\s/g, ''), to.replace(/\s/g, '')]
  return [...bare].flatMap((letter, at) => (letter === old[at] ? [] : [[at, letter] as [number, string]]))
}

/** Each digit that changes is a copy of one of the same face elsewhere on the page. */
const copiedDigits: Retouch = async (desk) => {
  for (const [at, letter] of changedLetters(desk)) {
    const { ends, y } = twinOf(desk.bytes, letter, desk.spot)
    const [left = 0] = desk.spot.letters[at] ?? []
    const { size } = desk.spot
    const from: Box = [ends[0], y - 0.15 * size, ends[1], y + 0.85 * size]
    copy(desk.picture, from, [left, desk.spot.y - 0.15 * size, left + ends[1] - ends[0], desk.spot.y + 0.85 * size])
  }
  return desk.picture
}

/** A digit copied, but made a little larger before it is put down. */
const resizedDigits: Retouch = async (desk) => {
  const { picture, spot } = desk
  for (const [at, letter] of changedLetters(desk)) {
    const { ends, y } = twinOf(desk.bytes, letter, spot)
    const [left = 0, right = 0] = spot.letters[at] ?? []
    const [x, top, end, foot] = rounded(picture.toPixels([ends[0], y - 0.1 * spot.size, ends[1], y + 0.8 * spot.size]))
    const [u, v, w, z] = picture.toPixels([left, spot.y - 0.15 * spot.size, right, spot.y + 0.87 * spot.size])
    penOf(picture.canvas).drawImage(picture.canvas, x, top, end - x, foot - top, u, v, w - u, z - v)
  }
  return picture
}

const matchedDigits: Retouch = async (desk) => {
  wipe(desk.picture, whole(desk))
  typeOn(desk, { blur: desk.glass.blur + 0.2, ink: '#2b2b2b' })
  roughen(desk, whole(desk))
  return desk.picture
}

/** Blank paper of the same page is cloned over the old text before the new one is typed. */
const clonedPaper: Retouch = async (desk) => {
  const [x, y, right, top] = grown(whole(desk))
  const foot = 20
  copy(desk.picture, [x, foot, right, foot + top - y], [x, y, right, top])
  typeOn(desk, { blur: 0.5 })
  return desk.picture
}

const brush: Retouch = async (desk) => {
  wipe(desk.picture, grown(whole(desk)))
  typeOn(desk, { ink: '#000' })
  return desk.picture
}

/** Saved twice: the retouched scan goes through another JPEG at another quality. */
const savedAgain: Retouch = async (desk) => developed(await clonedPaper(desk), 92)

/** A scan of the same sheet with the other text, on another machine; its piece is pasted in. */
const otherScan: Retouch = async (desk) => {
  const { picture, chance, glass, bytes, spot } = desk
  const box = grown(whole(desk), 2)
  const sheet = await painted(bytes, glass.dpi, spot.page)
  const fresh = { ...desk, picture: sheet }
  wipe(sheet, whole(desk))
  typeOn(fresh, { ink: '#000' })
  const other = await scanned(sheet, { ...glass, skew: 0, noise: 11, blur: 1.1, quality: 60 }, chance)
  const [x, y, right, foot] = rounded(other.toPixels(box))
  const [u, v] = rounded(picture.toPixels(box))
  penOf(picture.canvas).drawImage(other.canvas, x, y, right - x, foot - y, u, v, right - x, foot - y)
  return picture
}

/** A strip with another figure of the page is laid over the value: `to` is that figure. */
const movedStrip: Retouch = async (desk) => {
  const { picture, bytes, spot, to } = desk
  const from = locate(bytes, to, '')
  const wide = from.box[2] - from.box[0]
  const target: Box = [spot.box[2] - wide, spot.box[1], spot.box[2], spot.box[3]]
  copy(picture, [from.box[0], from.y - 0.22 * from.size, from.box[2], from.y + 0.8 * from.size], target)
  return picture
}

/** Correction tape on the sheet, typed over, and the sheet scanned after that. */
const tape: Retouch = async (desk) => {
  const { bytes, spot, glass, chance } = desk
  const sheet = await painted(bytes, glass.dpi, spot.page)
  const [x, y, right, foot] = sheet.toPixels(grown(whole(desk), 1.5))
  const pen = penOf(sheet.canvas)
  pen.shadowColor = 'rgba(90,90,90,0.6)'
  pen.shadowBlur = 3
  pen.fillStyle = '#fff'
  pen.fillRect(x, y, right - x, foot - y)
  pen.shadowColor = 'transparent'
  typeOn({ ...desk, picture: sheet }, { ink: '#1c1c30' })
  return scanned(sheet, glass, chance)
}

/** Retyped on the sheet in a near font, printed and scanned. */
const printedAgain: Retouch = async (desk) => {
  const sheet = await painted(desk.bytes, desk.glass.dpi, desk.spot.page)
  wipe(sheet, whole(desk))
  typeOn({ ...desk, picture: sheet }, { ink: '#000', face: faceOf(desk.spot, NEAR_FACES) })
  return scanned(sheet, desk.glass, desk.chance)
}

/** Drawn apart at twice the size, sharpened by shrinking, and laid on with a soft edge. */
const softPatch: Retouch = async (desk) => {
  const { picture, glass } = desk
  const box = grown(whole(desk), 1.5)
  const [x, y, right, foot] = rounded(picture.toPixels(box))
  const patch = createCanvas(right - x, foot - y)
  const pen = penOf(patch)
  const copied = { ...desk, picture: { ...picture, canvas: createCanvas(picture.canvas.width, picture.canvas.height) } }
  penOf(copied.picture.canvas).drawImage(picture.canvas, 0, 0)
  wipe(copied.picture, box)
  typeOn(copied, { blur: glass.blur })
  pen.drawImage(copied.picture.canvas, x, y, right - x, foot - y, 0, 0, right - x, foot - y)
  const top = penOf(picture.canvas)
  top.globalAlpha = 0.94
  top.drawImage(patch, x, y)
  top.globalAlpha = 1
  return picture
}

export const RETOUCHES: Record<string, Retouch> = {
  'copied-digits': copiedDigits,
  'resized-digits': resizedDigits,
  'matched-digits': matchedDigits,
  'cloned-paper': clonedPaper,
  'flat-brush': brush,
  'saved-again': savedAgain,
  'other-scan': otherScan,
  'moved-strip': movedStrip,
  'correction-tape': tape,
  'printed-again': printedAgain,
  'soft-patch': softPatch,
}

import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { type Box, newBox } from '../../round-3/forgeries/job.ts'
import type { Spot } from '../../round-3/forgeries/spot.ts'
import type { Shot } from './camera.ts'

/** A value to change: where it stands on the sheet and what it shall show. */
export interface Edit {
  field: string
  spot: Spot
  to: string
}

/** What a forger has on the screen. */
export interface Desk {
  shot: Shot
  edits: Edit[]
  chance: Chance
  /** The sheet as its program wrote it. */
  bytes: Uint8Array
  /** The sheet with the new values, as a forger prints it to have something to cut from. */
  reprint(): Promise<Uint8Array>
}

export type Pixels = [x: number, y: number, width: number, height: number]

export const penOf = ({ canvas }: Pick<Shot, 'canvas'>): SKRSContext2D => canvas.getContext('2d')

/** The whole pixels in which a box of the sheet lies. */
export function pixelsOf(shot: Shot, box: Box): Pixels {
  const [x, y, right, foot] = shot.toPixels(box)
  const [left, top] = [Math.floor(x), Math.floor(y)]
  return [left, top, Math.ceil(right) - left, Math.ceil(foot) - top]
}

/** Makes points the unit and a point of the sheet the origin; up is negative. */
export function moveTo(pen: SKRSContext2D, shot: Shot, x: number, y: number): void {
  const [origin, along, down] = [shot.at(x, y), shot.at(x + 10, y), shot.at(x, y - 10)]
  const part = (to: readonly number[], axis: 0 | 1) => ((to[axis] ?? 0) - origin[axis]) / 10
  pen.setTransform(part(along, 0), part(along, 1), part(down, 0), part(down, 1), ...origin)
}

/** The colour that a share of the pixels of a box is darker than. */
export function toneOf(shot: Shot, box: Box, share: number): string {
  const { data } = penOf(shot).getImageData(...pixelsOf(shot, box))
  const bands = [0, 1, 2].map((band) => {
    const values = [...data.filter((_, at) => at % 4 === band)].sort((a, b) => a - b)
    return values[Math.floor(values.length * share)] ?? 255
  })
  return `rgb(${bands.join(' ')})`
}

const FACES: [RegExp, string, string][] = [
  [/Narrow/, 'Liberation Sans Narrow', 'Nimbus Sans Narrow'],
  [/DejaVu.*Mono/, 'DejaVu Sans Mono', 'Liberation Mono'],
  [/DejaVu/, 'DejaVu Sans', 'DejaVu Sans Condensed'],
  [/Mono|Courier/, 'Liberation Mono', 'Nimbus Mono PS'],
  [/Times|Nimbus ?Rom/, 'Nimbus Roman', 'Liberation Serif'],
  [/Serif/, 'Liberation Serif', 'P052'],
  [/./, 'Liberation Sans', 'Nimbus Sans'],
]

export interface Hand {
  blur?: number
  ink?: string
  /** Not the font of the sheet, but one like it. */
  near?: boolean
  face?: string
}

const isAmount = (text: string) => /[.,]\d\d$/.test(text)

/** Types the new value where the old one stands; amounts keep their right end. */
export function typeOn(shot: Shot, { spot, to }: Edit, { blur = 0, ink = '#222', near, face }: Hand): void {
  const [, own, other] = FACES.find(([mark]) => mark.test(spot.font)) ?? []
  const pen = penOf(shot)
  pen.save()
  moveTo(pen, shot, isAmount(to) ? spot.box[2] : spot.box[0], spot.y)
  pen.filter = blur > 0 ? `blur(${blur}px)` : 'none'
  pen.fillStyle = ink
  pen.font = `${/Bold/.test(spot.font) ? 'bold ' : ''}${spot.size}px "${face ?? (near ? other : own)}"`
  pen.textAlign = isAmount(to) ? 'right' : 'left'
  pen.fillText(to, 0, 0)
  // Ink spreads on paper: what was scanned is a little bolder than what is drawn.
  if (blur > 0) Object.assign(pen, { strokeStyle: ink, lineWidth: 0.018 * spot.size }).strokeText(to, 0, 0)
  pen.restore()
}

/** The box of an edit, wide enough for the old value and the new one. */
export function boxOf({ spot, to }: Edit, by = 1): Box {
  const [left, foot, right, top] = newBox(spot, to)
  const [x, y, end, head] = spot.box
  return [Math.min(left, x) - by, Math.min(foot, y) - by, Math.max(right, end) + by, Math.max(top, head) + by]
}

/** The letters that become others: where each stands in the value, and what it was and becomes. */
export function changesOf({ spot, to }: Edit): { at: number; from: string; to: string }[] {
  const [old, bare] = [spot.text, to].map((text) => [...text.replace(/\s/g, '')]) as [string[], string[]]
  if (old.length !== bare.length) throw new Error(`${to} has not the length of ${spot.text}`)
  return bare.flatMap((letter, at) => (letter === old[at] ? [] : [{ at, from: old[at] ?? '', to: letter }]))
}

/** The box of one letter of a value. */
export function letterBox({ letters, y, size }: Pick<Spot, 'letters' | 'y' | 'size'>, at: number): Box {
  const [left = 0, right = 0] = letters[at] ?? []
  return [left, y - 0.12 * size, right, y + 0.78 * size]
}

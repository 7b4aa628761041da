import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Box, shared } from '../../model/box.ts'
import { apply, isMatrix, mapBox, times } from '../../model/matrix.ts'
import type { Matrix } from '../../model/page.ts'
import { type Commands, commandsOfLines, type GlyphPicture, pictureInk, strokesOf } from './ink.ts'
import { linesOf, type Outline } from './outline.ts'

/** What pdf.js keeps of a Type 3 glyph: the operators that draw it. */
export interface Procedure {
  fnArray: ArrayLike<number>
  argsArray: ArrayLike<unknown>
}

const BOTH = [OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]
/** pdf.js makes the outlines of small pictures itself, and fills them raw. */
const FILLS = new Set<number>([OPS.fill, OPS.eoFill, OPS.rawFillPath, ...BOTH])
const STROKES = new Set<number>([OPS.stroke, OPS.closeStroke])
/** pdf.js' codes inside a path, and how many numbers follow each. */
const COMMANDS = [
  ['moveTo', 2],
  ['lineTo', 2],
  ['bezierCurveTo', 6],
  ['quadraticCurveTo', 4],
  ['closePath', 0],
] as const

/** The state that a glyph is drawn in. */
interface State {
  place: Matrix
  lineWidth: number
  /** What all that follows is cut by. */
  clip: Commands | undefined
}

const UNIT: Box = [0, 0, 1, 1]

/**
 * The outline of what a Type 3 glyph paints, y times `up`: fills, pen strokes, pictures, and what is seen of them
 * through a clip. Undefined where it paints otherwise.
 */
export function outlineDrawn(procedure: Procedure, up: 1 | -1): Outline | undefined {
  const drawing = new Drawing(up)
  for (let at = 0; at < procedure.fnArray.length; at++)
    if (!drawing.step(procedure.fnArray[at] as number, procedure.argsArray[at])) return undefined
  return { commands: drawing.commands }
}

class Drawing {
  readonly commands: Commands = []
  #now: State
  readonly #saved: State[] = []
  #clipping = false

  constructor(up: 1 | -1) {
    this.#now = { place: [1, 0, 0, up, 0, 0], lineWidth: 1, clip: undefined }
  }

  /** Follows one operator; false where what it paints is not known. */
  step(operator: number, args: unknown): boolean {
    const list = (args ?? []) as unknown[]
    if (PAINTS_OTHERWISE.has(operator)) return false
    if (PICTURES.has(operator)) return this.#picture(list[0])
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) this.#saved.push({ ...this.#now })
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) this.#now = this.#saved.pop() ?? this.#now
    const matrix = operator === OPS.transform ? args : operator === OPS.paintFormXObjectBegin ? list[0] : undefined
    if (isMatrix(matrix)) this.#now.place = times(this.#now.place, matrix)
    if (operator === OPS.setLineWidth) this.#now.lineWidth = Number(list[0]) || 0
    if (operator === OPS.clip || operator === OPS.eoClip) this.#clipping = true
    if (operator === OPS.shadingFill) return this.#put(this.#now.clip)
    return operator === OPS.constructPath ? this.#path(list as [number, [ArrayLike<number>?]]) : true
  }

  #path([fn, data]: [number, [ArrayLike<number>?]]): boolean {
    const { place, lineWidth } = this.#now
    const path = commandsOf(data?.[0] ?? [], place)
    const area = commandsOfLines(linesOf({ commands: path }))
    // One of too many commands has no lines, and is no blank.
    if (path.length > 0 && area.length === 0) return false
    const stroked = () => strokesOf(path, { closed: fn === OPS.closeStroke, lineWidth, place })
    const known = this.#put(STROKES.has(fn) ? stroked() : FILLS.has(fn) ? area : [])
    // Of two clips, one in the other, the last cuts.
    if (this.#clipping) this.#now.clip = area
    this.#clipping = false
    return known
  }

  #picture(picture: unknown): boolean {
    if (!isPicture(picture)) return false
    const ink = pictureInk(picture, this.#now.place)
    const isMask = picture.kind === undefined
    return (isMask || ink.length > 0) && this.#put(ink, mapBox(this.#now.place, UNIT))
  }

  /** Ink within a box, cut by the clip where that is smaller; false where neither holds the other. */
  #put(ink: Commands | undefined, box = ink && boxOf(ink)): boolean {
    const cut = this.#now.clip && boxOf(this.#now.clip)
    if (!ink || ink.length === 0 || !box) return ink !== undefined
    if (!cut || isWithin(box, cut)) this.commands.push(...ink)
    else if (isWithin(cut, box)) this.commands.push(...(this.#now.clip ?? []))
    else return shared(box, cut) === 0
    return true
  }
}

const PICTURES = new Set<number>([OPS.paintImageMaskXObject, OPS.paintInlineImageXObject, OPS.paintImageXObject])

const PAINTS_OTHERWISE = new Set<number>([OPS.showText, OPS.paintSolidColorImageMask, OPS.beginGroup])

function isPicture(value: unknown): value is GlyphPicture {
  const { width, height, data } = (value ?? {}) as Partial<GlyphPicture>
  return Number(width) > 0 && Number(height) > 0 && typeof data === 'object' && data !== null
}

const isWithin = (inner: Box, outer: Box) =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]

function boxOf(commands: Commands): Box | undefined {
  const [xs, ys] = [0, 1].map((k) => commands.map(({ args }) => args[k] ?? 0)) as [number[], number[]]
  return xs.length === 0 ? undefined : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function commandsOf(data: ArrayLike<number>, place: Matrix): Commands {
  const found: Commands = []
  for (let at = 0; at < data.length; ) {
    const [command, count] = COMMANDS[data[at] as number] ?? (['', data.length] as const)
    const point = (k: number) => apply(place, data[at + 1 + k] as number, data[at + 2 + k] as number)
    found.push({ command, args: Array.from({ length: count >> 1 }, (_, k) => point(2 * k)).flat() })
    at += 1 + count
  }
  return found
}

import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../model/box.ts'
import { isMatrix, mapBox, meet, times } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import type { Canvas } from './canvas.ts'
import { fillPath, fillShading, isRectangle } from './filled-paths.ts'
import { alphaOf, type Font, type Graphics, NO_FONT, startGraphics, startText, type TextCursor } from './graphics.ts'
import { handOf } from './hand.ts'
import { boxOf, readPath, type Subpath, strokePath } from './paths.ts'
import { type Shown, showGlyphs } from './text-runs.ts'

/** What a page needs beside its operators. */
export interface Scene {
  /** From user space to the page as shown. */
  shown: Matrix
  bounds: Box
  font(id: string): Font | undefined
  /** Whether an optional content group is switched on. */
  visible(group: unknown): boolean
  /** Leaves out what notes and form fields paint, but for the words of fields. */
  bare: boolean
  /** Whether an annotation is a form field's widget. */
  isField(id: unknown): boolean
}

type Step = (painter: Painter, args: unknown[]) => void

const STROKED = new Set<number>([OPS.stroke, OPS.closeStroke])
const FILLED = new Set<number>([OPS.fill, OPS.eoFill])
const EVEN_ODD = new Set<number>([OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke])
const BOTH = new Set<number>([OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke])

/** Follows a page's operators and puts glyphs, lines and areas on a canvas. */
export class Painter {
  readonly #scene: Scene
  readonly #canvas: Canvas
  #now: Graphics
  #saved: Graphics[] = []
  #text: TextCursor = startText()
  #clipping = false
  /** Marked content, innermost last: whether each is shown. */
  #marks: boolean[] = []
  #markEnds: ((() => void) | undefined)[] = []
  #hidden = 0
  /** Inside a soft mask's own drawing, which is not on the page. */
  #masks: boolean[] = []
  #masking = 0
  /** Drawings that the page uses, within one another. */
  #forms = 0
  #field = false
  #annotation = false

  constructor(scene: Scene, canvas: Canvas) {
    this.#scene = scene
    this.#canvas = canvas
    this.#now = startGraphics(scene.shown, scene.bounds)
  }

  run(codes: ArrayLike<number>, args: ArrayLike<unknown>): void {
    for (let k = 0; k < codes.length; k++) STEPS.get(codes[k] as number)?.(this, (args[k] ?? []) as unknown[])
  }

  save(): void {
    if (this.#saved.length < 10_000) this.#saved.push(this.#now)
    this.#now = { ...this.#now }
  }

  restore(): void {
    const last = this.#saved.pop()
    if (last) this.#now = last
  }

  set<K extends keyof Graphics>(key: K, value: Graphics[K]): void {
    this.#now[key] = value
  }

  setNumber(key: 'lineWidth' | 'charSpacing' | 'wordSpacing' | 'rise' | 'mode', value: unknown): void {
    if (Number.isFinite(value)) this.#now[key] = value as number
  }

  setFont(id: unknown, size: unknown): void {
    this.#now.font = (typeof id === 'string' && this.#scene.font(id)) || NO_FONT
    if (Number.isFinite(size)) this.#now.fontSize = size as number
  }

  setStates(states: unknown): void {
    for (const [key, value] of Array.isArray(states) ? (states as [string, unknown][]) : []) {
      if (key === 'LW') this.setNumber('lineWidth', value)
      else if (key === 'Font' && Array.isArray(value)) this.setFont(value[0], value[1])
      else if (key === 'CA' && typeof value === 'number') this.#now.strokeAlpha = value
      else if (key === 'ca' && typeof value === 'number') this.#now.fillAlpha = value
      else if (key === 'SMask') this.#now.masked = Boolean(value)
      else if (key === 'BM' && value !== 'source-over') Object.assign(this.#now, { solid: false, mixed: true })
      if (this.#now.masked) Object.assign(this.#now, { solid: false, mixed: true })
    }
  }

  transform(matrix: unknown): void {
    if (isMatrix(matrix)) this.#now.ctm = times(this.#now.ctm, matrix)
  }

  clipTo(box: unknown, matrix: unknown): void {
    if (!isBox(box)) return
    const ctm = isMatrix(matrix) ? times(this.#now.ctm, matrix) : this.#now.ctm
    this.#now.clip = meet(this.#now.clip, mapBox(ctm, box))
  }

  clipNext(): void {
    this.#clipping = true
  }

  path(fn: number, data: unknown): void {
    const pieces = isNumbers(data) ? readPath(data, this.#now.ctm) : []
    if (this.#seen()) {
      if (FILLED.has(fn) || BOTH.has(fn)) fillPath(pieces, EVEN_ODD.has(fn), this.#now, this.#canvas)
      if (STROKED.has(fn) || BOTH.has(fn)) strokePath(pieces, this.#now, this.#canvas)
    }
    if (this.#clipping) this.#clipBy(pieces)
    this.#clipping = false
  }

  /** What is clipped is known by the box around the clip; where that is more than the clip, only painting tells. */
  #clipBy(pieces: readonly Subpath[]): void {
    const box = boxOf(pieces)
    const [piece, ...more] = pieces
    if (box) this.#now.clip = meet(this.#now.clip, box)
    if (!box || !piece || more.length > 0 || !isRectangle(piece, box)) this.#now.mixed = true
  }

  /** A picture or shading over the unit square of `matrix`, or over all that the clipping lets through. */
  picture(matrix: unknown, kind: 'picture' | 'mask' | 'shading'): void {
    if (!this.#seen() || alphaOf(this.#now) < 0.05) return
    const ctm = isMatrix(matrix) ? times(this.#now.ctm, matrix) : this.#now.ctm
    const box = kind === 'shading' ? this.#now.clip : meet(mapBox(ctm, [0, 0, 1, 1]), this.#now.clip)
    if (box[2] <= box[0] || box[3] <= box[1]) return
    const solid = kind === 'picture' && this.#now.solid && this.#now.fillAlpha > 0.95
    if (kind === 'shading') fillShading(box, this.#now, this.#canvas)
    else if (Math.min(box[2] - box[0], box[3] - box[1]) < 2) this.#canvas.area(box, this.#now.fill, false)
    else this.#canvas.picture(box, solid)
  }

  begin(group: unknown): void {
    const { matrix, bbox, smask } = (group ?? {}) as { matrix?: unknown; bbox?: unknown; smask?: unknown }
    this.save()
    this.clipTo(bbox, matrix)
    const groupAlpha = alphaOf(this.#now)
    // What a group paints is painted as such first, and then the whole as its surroundings say.
    Object.assign(this.#now, { groupAlpha, fillAlpha: 1, strokeAlpha: 1, solid: this.#now.solid && groupAlpha >= 0.95 })
    this.#masks.push(Boolean(smask))
    if (smask) this.#masking++
  }

  end(): void {
    if (this.#masks.pop()) this.#masking--
    this.restore()
  }

  mark(shown: boolean, end?: () => void): void {
    this.#marks.push(shown)
    this.#markEnds.push(end)
    if (!shown) this.#hidden++
  }

  markGroup(tag: unknown, group: unknown): void {
    // Of other marks pdf.js tells the number of the part of the structure, where they are one.
    const plain = tag !== 'OC' && tag !== 'Artifact' && typeof group !== 'number'
    this.mark(tag !== 'OC' || this.#scene.visible(group), plain ? this.#canvas.mark() : undefined)
  }

  unmark(): void {
    if (this.#marks.pop() === false) this.#hidden--
    this.#markEnds.pop()?.()
  }

  beginAnnotation([id, rect, transform, matrix]: unknown[]): void {
    this.#saved = []
    this.#now = startGraphics(this.#scene.shown, this.#scene.bounds)
    this.clipTo(rect, undefined)
    this.transform(transform)
    this.transform(matrix)
    this.#annotation = true
    this.#field = this.#scene.isField(id)
  }

  endAnnotation(): void {
    this.#annotation = false
    this.#field = false
  }

  beginForm([matrix, bbox]: unknown[]): void {
    this.save()
    this.transform(matrix)
    this.clipTo(bbox, undefined)
    this.#forms++
  }

  endForm(): void {
    this.restore()
    this.#forms--
  }

  beginText(): void {
    this.#text = startText()
  }

  textMatrix(matrix: unknown): void {
    if (isMatrix(matrix)) this.#text = startText(Array.from(matrix) as unknown as Matrix)
  }

  moveText(x: unknown, y: unknown): void {
    this.#text.x = this.#text.lineX += Number.isFinite(x) ? (x as number) : 0
    this.#text.y = this.#text.lineY += Number.isFinite(y) ? (y as number) : 0
  }

  nextLine(): void {
    this.moveText(0, -this.#now.leading)
  }

  show(glyphs: unknown): void {
    if (!Array.isArray(glyphs)) return
    const off = this.#hidden > 0 && this.#masking === 0 && !this.#annotation
    if (!off && !this.#seen() && !(this.#field && this.#shown())) return
    const { ctm, fontSize } = this.#now
    const place = { form: this.#forms > 0, marked: this.#marks.length > 0 }
    const hand = handOf({ ctm, text: this.#text.matrix, fontSize, ...place })
    showGlyphs(glyphs as Shown[], this.#text, this.#now, this.#canvas, { field: this.#field, off, hand })
    // What is written as a clip cuts all that comes behind it.
    if (this.#now.mode >= 4) this.#now.mixed = true
  }

  #seen(): boolean {
    return this.#shown() && !(this.#annotation && this.#scene.bare)
  }

  #shown(): boolean {
    return this.#hidden === 0 && this.#masking === 0
  }
}

const STEPS = new Map<number, Step>([
  [OPS.save, (painter) => painter.save()],
  [OPS.restore, (painter) => painter.restore()],
  [OPS.transform, (painter, args) => painter.transform(args)],
  [OPS.setLineWidth, (painter, [value]) => painter.setNumber('lineWidth', value)],
  [OPS.setGState, (painter, [states]) => painter.setStates(states)],
  [OPS.setFillRGBColor, (painter, [color]) => painter.set('fill', String(color))],
  [OPS.setStrokeRGBColor, (painter, [color]) => painter.set('stroke', String(color))],
  [OPS.setFillColorN, (painter) => painter.set('fill', undefined)],
  [OPS.setStrokeColorN, (painter) => painter.set('stroke', undefined)],
  [OPS.setFillTransparent, (painter) => painter.set('fill', undefined)],
  [OPS.setStrokeTransparent, (painter) => painter.set('stroke', undefined)],
  [OPS.clip, (painter) => painter.clipNext()],
  [OPS.eoClip, (painter) => painter.clipNext()],
  [OPS.constructPath, (painter, [fn, data]) => painter.path(fn as number, (data as unknown[] | undefined)?.[0])],
  [OPS.shadingFill, (painter) => painter.picture(undefined, 'shading')],
  [OPS.paintImageXObject, (painter) => painter.picture(undefined, 'picture')],
  [OPS.paintInlineImageXObject, (painter) => painter.picture(undefined, 'picture')],
  [OPS.paintImageMaskXObject, (painter) => painter.picture(undefined, 'mask')],
  [OPS.paintSolidColorImageMask, (painter) => painter.path(OPS.fill, UNIT_SQUARE)],
  [OPS.beginGroup, (painter, [group]) => painter.begin(group)],
  [OPS.endGroup, (painter) => painter.end()],
  [OPS.beginMarkedContent, (painter) => painter.mark(true)],
  [OPS.beginMarkedContentProps, (painter, [tag, group]) => painter.markGroup(tag, group)],
  [OPS.endMarkedContent, (painter) => painter.unmark()],
  [OPS.beginAnnotation, (painter, args) => painter.beginAnnotation(args)],
  [OPS.endAnnotation, (painter) => painter.endAnnotation()],
  [OPS.paintFormXObjectBegin, (painter, args) => painter.beginForm(args)],
  [OPS.paintFormXObjectEnd, (painter) => painter.endForm()],
  [OPS.beginText, (painter) => painter.beginText()],
  [OPS.setTextMatrix, (painter, [matrix]) => painter.textMatrix(matrix)],
  [OPS.moveText, (painter, [x, y]) => painter.moveText(x, y)],
  [OPS.setLeadingMoveText, moveWithLeading],
  [OPS.setLeading, (painter, [value]) => painter.set('leading', Number(value) || 0)],
  [OPS.nextLine, (painter) => painter.nextLine()],
  [OPS.setFont, (painter, [id, size]) => painter.setFont(id, size)],
  [OPS.setCharSpacing, (painter, [value]) => painter.setNumber('charSpacing', value)],
  [OPS.setWordSpacing, (painter, [value]) => painter.setNumber('wordSpacing', value)],
  [OPS.setHScale, (painter, [value]) => painter.set('stretch', Number.isFinite(value) ? (value as number) / 100 : 1)],
  [OPS.setTextRise, (painter, [value]) => painter.setNumber('rise', value)],
  [OPS.setTextRenderingMode, (painter, [value]) => painter.setNumber('mode', value)],
  [OPS.showText, (painter, [glyphs]) => painter.show(glyphs)],
])

const UNIT_SQUARE = new Float32Array([0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4])

function moveWithLeading(painter: Painter, [x, y]: unknown[]): void {
  painter.set('leading', Number.isFinite(y) ? -(y as number) : 0)
  painter.moveText(x, y)
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  return value instanceof Float32Array || value instanceof Float64Array || Array.isArray(value)
}

function isBox(value: unknown): value is Box {
  if (typeof value !== 'object' || value === null) return false
  const numbers = Array.from(value as ArrayLike<unknown>)
  return numbers.length === 4 && numbers.every((number) => Number.isFinite(number))
}

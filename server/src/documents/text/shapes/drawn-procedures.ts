import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { apply, isMatrix, times } from '../../model/matrix.ts'
import type { Matrix } from '../../model/page.ts'
import type { Outline } from './outline.ts'

/** What pdf.js keeps of a Type 3 glyph: the operators that draw it. */
export interface Procedure {
  fnArray: ArrayLike<number>
  argsArray: ArrayLike<unknown>
}

const BOTH = [OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]
const FILLS = new Set<number>([OPS.fill, OPS.eoFill, ...BOTH])
/** What is drawn with a pen has no outline here. */
const STROKES = new Set<number>([OPS.stroke, OPS.closeStroke])
/** pdf.js' codes inside a path, and how many numbers follow each. */
const COMMANDS = [
  ['moveTo', 2],
  ['lineTo', 2],
  ['bezierCurveTo', 6],
  ['quadraticCurveTo', 4],
  ['closePath', 0],
] as const

/** The outline that a Type 3 glyph fills, y times `up`; undefined of pictures, of strokes and of what is clipped. */
export function outlineDrawn({ fnArray, argsArray }: Procedure, up: 1 | -1): Outline | undefined {
  const commands: Outline['commands'][number][] = []
  let now: Matrix = [1, 0, 0, up, 0, 0]
  const saved: Matrix[] = []
  for (let at = 0; at < fnArray.length; at++) {
    const operator = fnArray[at] as number
    if (PAINTS_OTHERWISE.has(operator)) return undefined
    if (operator === OPS.save) saved.push(now)
    else if (operator === OPS.restore) now = saved.pop() ?? now
    else if (operator === OPS.transform && isMatrix(argsArray[at])) now = times(now, argsArray[at] as Matrix)
    if (operator !== OPS.constructPath) continue
    const [fn, data] = argsArray[at] as [number, [ArrayLike<number>?]]
    if (STROKES.has(fn)) return undefined
    if (FILLS.has(fn)) commands.push(...commandsOf(data?.[0] ?? [], now))
  }
  return { commands }
}

const PAINTS_OTHERWISE = new Set<number>([
  OPS.clip,
  OPS.eoClip,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
  OPS.shadingFill,
  OPS.showText,
  OPS.paintFormXObjectBegin,
])

function commandsOf(data: ArrayLike<number>, place: Matrix): Outline['commands'][number][] {
  const found: Outline['commands'][number][] = []
  for (let at = 0; at < data.length; ) {
    const [command, count] = COMMANDS[data[at] as number] ?? (['', data.length] as const)
    const point = (k: number) => apply(place, data[at + 1 + k] as number, data[at + 2 + k] as number)
    found.push({ command, args: Array.from({ length: count >> 1 }, (_, k) => point(2 * k)).flat() })
    at += 1 + count
  }
  return found
}

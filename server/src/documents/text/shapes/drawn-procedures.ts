import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Outline } from './outline.ts'

/** What pdf.js keeps of a Type 3 glyph: the operators that draw it. */
export interface Procedure {
  fnArray: ArrayLike<number>
  argsArray: ArrayLike<unknown>
}

const FILLS = new Set<number>([OPS.fill, OPS.eoFill])
/** pdf.js' codes inside a path, and how many numbers follow each. */
const COMMANDS = [
  ['moveTo', 2],
  ['lineTo', 2],
  ['bezierCurveTo', 6],
  ['quadraticCurveTo', 4],
  ['closePath', 0],
] as const

/** The outline that a Type 3 glyph fills, y times `up`; undefined of pictures, and of what is moved or clipped. */
export function outlineDrawn({ fnArray, argsArray }: Procedure, up: 1 | -1): Outline | undefined {
  const commands: Outline['commands'][number][] = []
  for (let at = 0; at < fnArray.length; at++) {
    if (fnArray[at] !== OPS.constructPath) {
      if (PAINTS_OTHERWISE.has(fnArray[at] as number)) return undefined
      continue
    }
    const [fn, data] = argsArray[at] as [number, [ArrayLike<number>?]]
    if (FILLS.has(fn)) commands.push(...commandsOf(data?.[0] ?? [], up))
  }
  return { commands }
}

const PAINTS_OTHERWISE = new Set<number>([
  OPS.transform,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
  OPS.shadingFill,
  OPS.showText,
  OPS.paintFormXObjectBegin,
])

function commandsOf(data: ArrayLike<number>, up: 1 | -1): Outline['commands'][number][] {
  const found: Outline['commands'][number][] = []
  for (let at = 0; at < data.length; ) {
    const [command, count] = COMMANDS[data[at] as number] ?? (['', data.length] as const)
    found.push({
      command,
      args: Array.from({ length: count }, (_, k) => (data[at + 1 + k] as number) * (k % 2 === 1 ? up : 1)),
    })
    at += 1 + count
  }
  return found
}

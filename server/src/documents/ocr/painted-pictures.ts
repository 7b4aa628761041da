import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { IDENTITY, times } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import type { Painted } from './strips.ts'

/** Pictures of a page by themselves, and whether others are painted beside them: masks, and such as lie in the page. */
export interface PaintedPictures {
  pictures: Painted[]
  others: boolean
}

/** Painted beside a picture, these can make a page of layers: a mask over a background, each coded apart. */
const OTHERS = new Set<number>([
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageXObjectRepeat,
])

/** What a page's operators paint of pictures, from the lowest to the topmost. Pure. */
export function paintedPictures(operators: ArrayLike<number>, args: ArrayLike<unknown>): PaintedPictures {
  const pictures: Painted[] = []
  let [ctm, others] = [IDENTITY, false]
  const saved: Matrix[] = []
  for (let at = 0; at < operators.length; at++) {
    const operator = operators[at] as number
    if (OTHERS.has(operator)) others = true
    else if (operator === OPS.save) saved.push(ctm)
    else if (operator === OPS.restore) ctm = saved.pop() ?? IDENTITY
    else if (operator === OPS.transform) ctm = times(ctm, args[at] as Matrix)
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(ctm)
      const [matrix] = args[at] as [Matrix | null]
      if (matrix) ctm = times(ctm, matrix)
    } else if (operator === OPS.paintFormXObjectEnd) ctm = saved.pop() ?? IDENTITY
    else if (operator === OPS.paintImageXObject) {
      const [id, width, height] = args[at] as [string, number, number]
      pictures.push({ id, width, height, ctm })
    }
  }
  return { pictures, others }
}

import { isFigure, likestFigure, otherFigure } from './figures.ts'
import { isLatin, isLetter, otherLetter } from './letters.ts'
import { contoursOf, extentOf, type Outline } from './outline.ts'
import { rasterOf } from './raster.ts'
import { partsOf } from './side-by-side.ts'
import { type Sign, signOf } from './signs.ts'

/** What a glyph's outline tells of what it is said to be; nothing where it is that. */
export interface Look {
  /** What it shows in its place: figures, a sign of figures, or nothing (''). */
  shown?: string
  /** What it shows cannot be told by its outline. */
  doubtful?: true
  /** Where it is doubtful: the letter that it may be. */
  likely?: string
}

const AS_SAID: Look = {}
const DOUBTFUL: Look = { doubtful: true }

const [FIGURE, FIGURES, SIGN] = [/^\d?$/, /^\d{2,}$/, /^[.,-]$/]

/** What an outline tells of the figures, signs and letters that it is said to be; of other characters nothing. */
export function lookAt(outline: Outline | undefined, said: string): Look {
  const letter = said.normalize('NFD').charAt(0)
  if (FIGURE.test(said)) return outline ? asFigure(outline, said) : orNothing(said)
  if (FIGURES.test(said)) return outline ? asFigures(outline, said) : DOUBTFUL
  if (SIGN.test(said)) return outline ? asSign(outline, said as Sign) : DOUBTFUL
  if (!isLatin(letter) || said.length > 1) return AS_SAID
  return outline ? asLetter(outline, letter, said !== letter) : DOUBTFUL
}

/** What says nothing may show what nobody can tell: nothing is made of it. */
const orNothing = (said: string) => (said === '' ? AS_SAID : DOUBTFUL)

function asFigure(outline: Outline, said: string): Look {
  if (outline.commands.length === 0) return said === '' ? AS_SAID : { shown: '' }
  const raster = rasterOf(outline)
  if (!raster) return orNothing(said)
  const shown = otherFigure(raster, said) ?? severalIn(outline)
  if (shown !== undefined) return { shown }
  return said === '' || isFigure(raster, said) ? AS_SAID : DOUBTFUL
}

/** One glyph that is said to be several figures. */
function asFigures(outline: Outline, said: string): Look {
  if (outline.commands.length === 0) return { shown: '' }
  const raster = rasterOf(outline)
  const shown = severalIn(outline) ?? (raster && likestFigure(raster))
  if (shown === undefined) return DOUBTFUL
  return shown === said ? AS_SAID : { shown }
}

/** More parts are a drawing. */
const MOST_PARTS = 6

/** The figures that one glyph draws side by side; undefined of one alone, and where any of its parts is none. */
function severalIn(outline: Outline): string | undefined {
  const parts = partsOf(outline)
  if (parts.length < 2 || parts.length > MOST_PARTS) return undefined
  const figures = parts.map((part) => {
    const raster = rasterOf(part)
    return raster && likestFigure(raster)
  })
  return figures.every((figure) => figure !== undefined) ? figures.join('') : undefined
}

function asSign(outline: Outline, said: Sign): Look {
  if (outline.commands.length === 0) return DOUBTFUL
  const shown = signOf(outline)
  if (shown === undefined) return DOUBTFUL
  return shown === said ? AS_SAID : { shown }
}

/** An i has no point under its mark, and is an l then. */
function asLetter(outline: Outline, said: string, isMarked: boolean): Look {
  const raster = rasterOf(isMarked ? withoutMarks(outline) : outline)
  if (!raster) return DOUBTFUL
  if (isLetter(raster, said) || (isMarked && said === 'i' && isLetter(raster, 'l'))) return AS_SAID
  const likely = otherLetter(raster, said)
  return likely === undefined ? DOUBTFUL : { doubtful: true, likely }
}

/** A letter without the marks that stand apart over it and under it. */
function withoutMarks(outline: Outline): Outline {
  const contours = contoursOf(outline).map((contour) => ({ contour, extent: extentOf(contour) }))
  const highest = Math.max(...contours.map(({ extent }) => (extent ? extent.y1 - extent.y0 : 0)))
  const main = contours.find(({ extent }) => extent && extent.y1 - extent.y0 === highest)?.extent
  const own = contours.filter(({ extent }) => extent && main && extent.y0 < main.y1 && extent.y1 > main.y0)
  return { commands: own.flatMap(({ contour }) => contour.commands) }
}

import { type Bitmap, shrink, tilt, turn } from './bitmap.ts'
import { componentsOf } from './components.ts'
import { inkOf } from './ink.ts'
import { skewOf } from './skew.ts'

/** A page brought upright: first turned clockwise by `turned`, then tilted back by `skewDegrees`. */
export interface Straight {
  bitmap: Bitmap
  turned: 0 | 90 | 180 | 270
  /** How far the lines fell to the right before, clockwise. */
  skewDegrees: number
}

/** A smaller skew than this moves nothing by more than half a letter over the width of a page. */
const LEVEL = 0.1

/** Lines across, straight; which of the two ways is up is left open. */
export function straighten(bitmap: Bitmap, dpi: number): Straight {
  const turned = runsUp(bitmap, dpi) ? 90 : 0
  const level = turn(bitmap, turned)
  const skewDegrees = skewOf(level)
  if (Math.abs(skewDegrees) < LEVEL) return { bitmap: level, turned, skewDegrees: 0 }
  return { bitmap: tilt(level, -skewDegrees), turned, skewDegrees }
}

/** The same page the other way up: the skew keeps its sense. */
export function upsideDown({ bitmap, turned, skewDegrees }: Straight): Straight {
  return { bitmap: turn(bitmap, 180), turned: turned === 0 ? 180 : 270, skewDegrees }
}

// Letters stand nearer to their neighbours in the line than to those in the next line, whichever way the page lies.
function runsUp(bitmap: Bitmap, dpi: number): boolean {
  const factor = Math.max(1, Math.round(dpi / 120))
  const small = shrink(bitmap, factor)
  const scale = dpi / factor
  const parts = componentsOf({ ...small, data: inkOf(small, scale) }).filter(
    ({ x0, x1, y0, y1 }) => Math.max(x1 - x0, y1 - y0) < 0.4 * scale && Math.min(x1 - x0, y1 - y0) > 0.02 * scale,
  )
  const sideways = parts.map(({ x0, x1, y0, y1 }) => ({ x0: y0, x1: y1, y0: x0, y1: x1 }))
  return parts.length >= 20 && gap(sideways) < gap(parts)
}

interface Extent {
  x0: number
  x1: number
  y0: number
  y1: number
}

// The median distance to the next piece to the right that shares half the height.
function gap(parts: readonly Extent[]): number {
  const sorted = parts.toSorted((a, b) => a.x0 - b.x0)
  const gaps: number[] = []
  for (const [at, part] of sorted.entries()) {
    const limit = part.x1 + 60
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next] as Extent
      if (other.x0 > limit) break
      const common = Math.min(part.y1, other.y1) - Math.max(part.y0, other.y0)
      if (common < 0.5 * Math.min(part.y1 - part.y0, other.y1 - other.y0) || other.x0 < part.x1) continue
      gaps.push(other.x0 - part.x1)
      break
    }
  }
  gaps.sort((a, b) => a - b)
  // A piece without a neighbour counts as one that is far away.
  return gaps[Math.floor(sorted.length / 2)] ?? 60 + (sorted.length - gaps.length) / sorted.length
}

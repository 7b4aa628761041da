import { contoursOf, extentOf, type Outline } from './outline.ts'

type Span = { from: number; to: number; commands: Outline['commands'][number][] }

/**
 * The parts of an outline that stand side by side, left to right, with paper between them from top to bottom: a figure
 * is one, and what one glyph draws for two figures is two.
 */
export function partsOf(outline: Outline): Outline[] {
  const spans = contoursOf(outline)
    .flatMap(spanOf)
    .toSorted((a, b) => a.from - b.from)
  const parts: Span[] = []
  for (const span of spans) {
    const last = parts.at(-1)
    if (last && span.from <= last.to) {
      last.commands.push(...span.commands)
      last.to = Math.max(last.to, span.to)
    } else parts.push(span)
  }
  return parts
}

function spanOf(contour: Outline): Span[] {
  const extent = extentOf(contour)
  return extent ? [{ from: extent.x0, to: extent.x1, commands: [...contour.commands] }] : []
}

import { linesOf, type Outline } from './outline.ts'

type Span = { from: number; to: number; commands: Outline['commands'][number][] }

/**
 * The parts of an outline that stand side by side, left to right, with paper between them from top to bottom: a figure
 * is one, and what one glyph draws for two figures is two.
 */
export function partsOf(outline: Outline): Outline[] {
  const spans = contoursOf(outline)
    .flatMap((commands) => spanOf(commands))
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

function contoursOf({ commands }: Outline): Span['commands'][] {
  const contours: Span['commands'][] = []
  for (const command of commands) {
    if (command.command === 'moveTo') contours.push([])
    contours.at(-1)?.push(command)
  }
  return contours
}

function spanOf(commands: Span['commands']): Span[] {
  const across = linesOf({ commands })
    .flat()
    .map(([x]) => x)
  return across.length === 0 ? [] : [{ from: Math.min(...across), to: Math.max(...across), commands }]
}

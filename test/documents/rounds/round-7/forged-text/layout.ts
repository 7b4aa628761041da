import type { Box } from '../../round-3/forgeries/job.ts'
import { fail, type Paper } from './papers.ts'

/** A stretch of a printed line: a value, or the words between values. */
export interface Stretch {
  field: string
  text: string
}

export interface PrintedLine {
  page: number
  at: number
  side: string
  y: number
  size: number
  face: string
  color: string
  stretches: Stretch[]
}

export interface Stroke {
  page: number
  box: Box
  /** A colour, or nothing where it is a frame. */
  fill?: string
}

export interface Layout {
  pages: number
  lines: PrintedLine[]
  strokes: Stroke[]
}

const LINE = /^([\d.]+)([>|]?) ([\d.]+) ([\d.]+) ([\w-]+) (#\w+) (.*)$/
const VALUE = /\[\[([^|\]]+)\|([^|\]]+)(?:\|[^\]]+)?\]\]/g

/**
 * Reads `X[>|] Y SIZE FACE COLOUR text` (`>` right, `|` centred), `- X Y RIGHT TOP [#FILL|box]`, `= page` for the next
 * page and `= shift N`, by which all that follows stands higher.
 */
export function laidOut({ source, name }: Paper): Layout {
  const layout: Layout = { pages: 1, lines: [], strokes: [] }
  let shift = 0
  for (const line of source.trim().split('\n').slice(1)) {
    const [mark, word, by] = line.split(' ')
    if (mark === '=' && word === 'page') layout.pages++
    else if (mark === '=') shift = Number(by)
    else if (mark === '-') layout.strokes.push(strokeOf(line, layout.pages))
    else if (line !== '') layout.lines.push(lineOf(LINE.exec(line) ?? fail(`${name}: ${line}`), layout.pages, shift))
  }
  return layout
}

function strokeOf(line: string, page: number): Stroke {
  const [, x = 0, y = 0, right = 0, top = 0] = line.split(' ').map((each) => Number(each) || 0)
  const fill = /#\w+$/.exec(line)?.[0]
  return { page, box: [x, y, right, top], ...(fill ? { fill } : {}) }
}

function lineOf(found: RegExpExecArray, page: number, shift: number): PrintedLine {
  const [, at, side = '', y, size, face = '', color = '', text = ''] = found
  const stretches: Stretch[] = []
  let end = 0
  for (const { 0: whole, 1: field = '', 2: said = '', index } of text.matchAll(VALUE)) {
    if (index > end) stretches.push({ field: '', text: text.slice(end, index) })
    stretches.push({ field, text: said })
    end = index + whole.length
  }
  if (end < text.length) stretches.push({ field: '', text: text.slice(end) })
  return { page, at: Number(at), side, y: Number(y) + shift, size: Number(size), face, color, stretches }
}

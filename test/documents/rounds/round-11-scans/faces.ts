import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import type { Place } from '../round-file.ts'
import type { Drawn, Paper, Text } from './paper.ts'

export type Face = 'sans' | 'serif' | 'mono'

const LIBERATION = '/usr/share/fonts/truetype/liberation'
const BROUGHT = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
const FILES = { sans: 'LiberationSans', serif: 'LiberationSerif', mono: 'LiberationMono' }

/** The fonts of Debian where they are, else the sans that the reader of PDFs brings. */
for (const [face, file] of Object.entries(FILES))
  for (const weight of ['Regular', 'Bold']) {
    const own = join(LIBERATION, `${file}-${weight}.ttf`)
    const from = existsSync(own) ? own : join(BROUGHT, `LiberationSans-${weight}.ttf`)
    GlobalFonts.registerFromPath(from, `Eleven ${face} ${weight}`)
  }
const DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
GlobalFonts.registerFromPath(existsSync(DEJAVU) ? DEJAVU : join(BROUGHT, 'LiberationSans-Regular.ttf'), 'Eleven other')

export const fontOf = (face: string, size: number, bold = false) =>
  `${size}px "Eleven ${face}${face === 'other' ? '' : bold ? ' Bold' : ' Regular'}"`

/** Where each value of a paper is printed, in points from the upper left of its page. */
export interface Printed {
  key: string
  page: number
  text: string
  x: number
  y: number
  size: number
  bold: boolean
  width: number
}

const measure = createCanvas(8, 8).getContext('2d')

function widthOf(text: string, face: Face, { size, bold }: Text): number {
  measure.font = fontOf(face, 100, bold)
  return (measure.measureText(text).width * size) / 100
}

/** Runs of a text one after the other, each with its left edge. */
function* laid(paper: Paper, text: Text) {
  const whole = widthOf(text.runs.map(({ printed }) => printed).join(''), paper.face, text)
  let x = text.align === 'right' ? text.x - whole : text.align === 'middle' ? text.x - whole / 2 : text.x
  for (const run of text.runs) {
    const width = widthOf(run.printed, paper.face, text)
    yield { ...run, x, width }
    x += width
  }
}

/** Every value with its place. */
export const printsOf = (paper: Paper): Printed[] =>
  paper.texts.flatMap((text) =>
    [...laid(paper, text)].flatMap(({ key, printed, x, width }) => {
      const { page, y, size, bold } = text
      return key ? [{ key, page, text: printed, x, y, size, bold, width }] : []
    }),
  )

/** The box of a value, in points from the upper left: x, y, width, height. */
export const boxOf = ({ x, y, size, width }: Printed): readonly [number, number, number, number] => [
  x,
  y - 0.78 * size,
  width,
  size,
]

/** A page as the printer puts it on paper. */
export function printed(paper: Paper, page: number, dpi: number): Canvas {
  const scale = dpi / 72
  const canvas = createCanvas(Math.round(paper.size[0] * scale), Math.round(paper.size[1] * scale))
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  for (const drawn of paper.drawn) if (drawn.page === page) draw(pen, drawn)
  pen.fillStyle = '#141414'
  for (const text of paper.texts) {
    if (text.page !== page) continue
    pen.font = fontOf(paper.face, text.size, text.bold)
    for (const { printed: words, x } of laid(paper, text)) pen.fillText(words, x, text.y)
  }
  pen.resetTransform()
  return canvas
}

function draw(pen: SKRSContext2D, { kind, box: [x, y, width, height], grey = 0 }: Drawn): void {
  const tone = Math.round(255 * grey)
  pen.fillStyle = `rgb(${tone},${tone},${tone})`
  pen.strokeStyle = '#202020'
  pen.lineWidth = 0.6
  if (kind === 'line' || kind === 'fill') pen.fillRect(x, y, width, height)
  else if (kind === 'frame') pen.strokeRect(x, y, width, height)
  else if (kind === 'logo') {
    pen.fillStyle = '#1f5fa8'
    pen.beginPath()
    pen.arc(x + width / 2, y + width / 2, width / 2, 0, 7)
    pen.fill()
    pen.fillStyle = '#f2b233'
    pen.fillRect(x + width * 0.3, y + width * 0.42, width * 0.4, width * 0.16)
  } else {
    pen.strokeRect(x, y, width, height)
    pen.beginPath()
    pen.moveTo(x + 1, y + 1)
    pen.lineTo(x + width - 1, y + height - 1)
    pen.moveTo(x + width - 1, y + 1)
    pen.lineTo(x + 1, y + height - 1)
    pen.stroke()
  }
}

/** A box of the page from its upper left, as the round's places have it: from the bottom left. */
export const placeOf = (page: number, height: number, [x, y, width, high]: readonly number[]): Place => ({
  page,
  box: [x ?? 0, height - (y ?? 0) - (high ?? 0), (x ?? 0) + (width ?? 0), height - (y ?? 0)],
})

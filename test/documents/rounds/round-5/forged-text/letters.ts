import { readFileSync } from 'node:fs'
import fontkit from '@cantoo/fontkit'
import { embed, measureOf } from '../../round-1/fonts.ts'
import { rgb } from '../../round-1/printer.ts'
import { contentsOf, glyphsAt, glyphsOf, putContents } from '../../round-3/forgeries/content.ts'
import {
  add,
  arialOf,
  each,
  emptied,
  faceOf,
  resource,
  startOf,
  typed,
  type Way,
} from '../../round-4/forged-text/job.ts'

/** An editor that has not the paper's font and takes its own; the old text is gone. */
const editorsFont: Way = async (job) =>
  each(await emptied(job), 'Foxit PDF Editor 13.1', async (page, pdf, change) =>
    add(page, pdf, await typed(page, pdf, change, { face: arialOf(change.spot) })),
  )

/** An online editor that sets every letter by itself, as far apart as the old text leaves room. */
const letterByLetter: Way = async (job) =>
  each(await emptied(job), 'iLovePDF', async (page, pdf, { spot, to }) => {
    const face = faceOf(spot)
    const name = resource(page, 'Font', await embed(pdf, face))
    const step = (spot.box[2] - spot.box[0]) / to.length
    const shows = [...to].map(
      (letter, at) =>
        `1 0 0 1 ${(spot.box[0] + at * step).toFixed(2)} ${spot.y} Tm ${measureOf(face).encodeText(letter)} Tj`,
    )
    add(page, pdf, `q BT ${rgb(spot.color)} rg /${name} ${spot.size} Tf ${shows.join(' ')} ET Q`)
  })

/** The numbers of the glyphs are overwritten where they stand: same font, same place, same length. */
const codesSwapped: Way = (job) =>
  each(job, undefined, (page, pdf, { spot, to, times }) => {
    let text = contentsOf(page, pdf)
    const all = glyphsOf(page, pdf, text)
    const bare = [...to.replace(/\s/g, '')]
    for (const [at, { font, at: start }] of glyphsAt(all, spot, times).entries()) {
      const other = all.find((each) => each.font === font && each.letter === bare[at])
      if (!other) throw new Error(`the font has no ${bare[at]}`)
      text = `${text.slice(0, start)}${other.code}${text.slice(start + 4)}`
    }
    putContents(page, pdf, text)
  })

type Shape = (x: number, wide: number, y: number, size: number) => string

const arc = (points: number[][]) => {
  const [[x = 0, y = 0] = [], ...rest] = points
  const handles = rest.flat().map((each) => each.toFixed(2))
  return `${x.toFixed(2)} ${y.toFixed(2)} m ${handles.join(' ')} c S`
}

/** What has to be drawn to a digit to make another of it. */
const STROKES: Record<string, Shape> = {
  38: (x, wide, y, size) => {
    const [middle, left] = [x + wide * 0.48, x + wide * 0.02]
    const upper = arc([
      [middle, y + 0.67 * size],
      [left, y + 0.69 * size],
      [left, y + 0.38 * size],
      [middle, y + 0.37 * size],
    ])
    return `${upper} ${arc([
      [middle, y + 0.37 * size],
      [left - 0.02 * size, y + 0.37 * size],
      [left - 0.02 * size, y + 0.02 * size],
      [middle, y + 0.02 * size],
    ])}`
  },
  56: (x, wide, y, size) =>
    arc([
      [x + wide * 0.25, y + 0.42 * size],
      [x, y + 0.36 * size],
      [x - 0.02 * size, y + 0.02 * size],
      [x + wide * 0.45, y + 0.02 * size],
    ]),
}

/** A digit is made another with a drawing tool; the text is still the old one. */
const strokesAdded: Way = (job) =>
  each(job, undefined, (page, pdf, { spot, to }) => {
    const old = [...spot.text.replace(/\s/g, '')]
    const drawn = [...to.replace(/\s/g, '')].map((digit, at) => {
      const [x = 0, right = 0] = spot.letters[at] ?? []
      return digit === old[at] ? '' : (STROKES[`${old[at]}${digit}`]?.(x, right - x, spot.y, spot.size) ?? '')
    })
    add(page, pdf, `q ${rgb(spot.color)} RG ${(spot.size * 0.08).toFixed(2)} w 1 J ${drawn.join(' ')} Q`)
  })

interface Outline {
  glyphs: { path: { commands: { command: string; args: number[] }[] }; advanceWidth: number }[]
}

const FACE = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf'
const OPS: Record<string, string> = { moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c', closePath: 'h' }

/** Figures that came from a drawing program as outlines, with no text at all. */
const outlined: Way = async (job) => {
  const font = fontkit.create(readFileSync(FACE)) as unknown as { unitsPerEm: number; layout(text: string): Outline }
  return each(await emptied(job), 'Inkscape 1.3.2', (page, pdf, change) => {
    const scale = change.spot.size / font.unitsPerEm
    let x = startOf(change, 'Arial')
    const paths = font.layout(change.to).glyphs.map(({ path, advanceWidth }) => {
      const matrix = `${scale.toFixed(6)} 0 0 ${scale.toFixed(6)} ${x.toFixed(2)} ${change.spot.y.toFixed(2)} cm`
      x += advanceWidth * scale
      return `q ${matrix} ${shapeOf(path.commands)} f Q`
    })
    add(page, pdf, `q ${rgb(change.spot.color)} rg ${paths.join('\n')} Q`)
  })
}

/** PDF has no curves with one handle, so theirs become curves with two. */
function shapeOf(commands: Outline['glyphs'][number]['path']['commands']): string {
  let [x, y] = [0, 0]
  const shown = commands.map(({ command, args }) => {
    const [a = 0, b = 0, right = 0, top = 0] = args
    const from = [x, y] as const
    if (args.length > 0) [x, y] = args.slice(-2) as [number, number]
    if (command !== 'quadraticCurveTo') return `${args.join(' ')} ${OPS[command]}`
    const handles = [from[0] + 2 * a, from[1] + 2 * b, right + 2 * a, top + 2 * b].map((each) => (each / 3).toFixed(1))
    return `${handles.join(' ')} ${right} ${top} c`
  })
  return shown.join(' ')
}

/** The old text is taken out and another put in, in a bold or a plain face against the paper's. */
const weightLost: Way = async (job) =>
  each(await emptied(job), 'PDF-XChange Editor 10.1', async (page, pdf, change) => {
    const face = /Bold/.test(change.spot.font) ? 'Helvetica' : 'Helvetica-Bold'
    add(page, pdf, await typed(page, pdf, change, { face }))
  })

export const LETTERS: Record<string, Way> = {
  'editors-font': editorsFont,
  'letter-by-letter': letterByLetter,
  'codes-swapped': codesSwapped,
  'strokes-added': strokesAdded,
  outlined,
  'weight-lost': weightLost,
}

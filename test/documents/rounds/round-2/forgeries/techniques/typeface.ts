import { PDFDocument } from '@cantoo/pdf-lib'
import type { Spot } from '../find-text.ts'
import { type Job, type Technique, turning } from '../job.ts'
import { atSpots, emptied, inkOf, redacted, typed } from '../overlay.ts'
import { chromium, ghostscript } from '../programs.ts'
import { changedGlyphs } from './covered.ts'

const retyped = async (job: Job): Promise<Uint8Array> =>
  atSpots(job, await emptied(job), (page, spot, font) => typed(page, spot, font))

const changed = (change: { size?: (size: number) => number; rise?: number; color?: string }) => async (job: Job) =>
  atSpots(job, await emptied(job), (page, spot, font) =>
    typed(page, { ...spot, color: change.color ?? spot.color }, font, {
      size: change.size?.(spot.size) ?? spot.size,
      rise: change.rise ?? 0,
    }),
  )

const inFont = (font: Spot['font']) => async (job: Job) =>
  atSpots(job, await emptied(job), async (page, spot, _near, pdf) => typed(page, spot, await pdf.embedFont(font)))

/** Only the digits that differ are taken out and typed again. */
async function digitRetyped(job: Job): Promise<Uint8Array> {
  const boxes = job.spots.flatMap((spot) => changedGlyphs(spot).map(({ glyph }) => ({ page: spot.page, box: glyph })))
  return atSpots(job, await redacted(job.pdf, boxes), (page, spot, font) => {
    for (const { glyph, wanted } of changedGlyphs(spot))
      page.drawText(wanted, { x: glyph[0], y: spot.baseline, size: spot.size, font, color: inkOf(spot.color) })
  })
}

/** A digit typed before an amount that is left as it was. */
const prefixed = (job: Job): Promise<Uint8Array> =>
  atSpots(job, job.pdf, (page, spot, font) => {
    const more = spot.to.slice(0, spot.to.length - spot.from.length)
    const x = spot.box[0] - font.widthOfTextAtSize(more, spot.size)
    page.drawText(more, { x, y: spot.baseline, size: spot.size, font, color: inkOf(spot.color) })
  })

/** What a browser prints of a line of text alone: a font with only its glyphs. */
function browserLine(spot: Spot, family: string): Uint8Array {
  const weight = spot.font.includes('Bold') ? 'bold' : 'normal'
  const font = `${weight} ${spot.size}pt/40pt ${family}`
  const css = `@page{size:400pt 60pt;margin:0}body{margin:0;font:${font};color:${spot.color}}`
  return chromium(`<!doctype html><meta charset=utf-8><style>${css}</style>${spot.to}`)
}

const printedOver =
  (family: string, turn: (pdf: Uint8Array) => Uint8Array = (pdf) => pdf) =>
  async (job: Job) =>
    atSpots(job, await emptied(job), async (page, spot, _font, pdf) => {
      const line = await PDFDocument.load(turn(browserLine(spot, family)))
      // The line stands in the middle of 40 points below the top; its base line is 0.35 of its size lower.
      const foot = 60 - 20 - 0.35 * spot.size
      const piece = await pdf.embedPage(line.getPage(0), {
        left: 0,
        bottom: foot - spot.size / 3,
        right: 200,
        top: 60 - 20 + spot.size,
      })
      page.drawPage(piece, { x: spot.x, y: spot.baseline - spot.size / 3 })
    })

export const TYPEFACE: Record<string, Technique> = {
  'redact-and-retype': turning(retyped),
  'retype-then-ghostscript': turning(async (job) => ghostscript(await retyped(job))),
  'retype-larger-and-higher': turning(changed({ size: (size) => size * 1.06, rise: 0.7 })),
  'retype-in-grey': turning(changed({ color: '#3a3a3a' })),
  'retype-in-times': turning(inFont('Times-Roman')),
  'retype-one-digit': turning(digitRetyped),
  'digit-before-an-amount': turning(prefixed),
  'line-of-a-browser': turning(printedOver("'Nimbus Sans'")),
  'line-of-a-browser-near': turning(printedOver("'Liberation Sans'")),
  'figure-in-outlines': turning(printedOver("'Liberation Sans'", (pdf) => ghostscript(pdf, '-dNoOutputFonts'))),
}

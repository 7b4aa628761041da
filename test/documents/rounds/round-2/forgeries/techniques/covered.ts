import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { painted } from '../../../round-1/scan.ts'
import type { Box, Spot } from '../find-text.ts'
import { type Job, type Technique, turning } from '../job.ts'
import { around, atSpots, inkOf, typed } from '../overlay.ts'
import { cairo, ghostscript } from '../programs.ts'

const WHITE = rgb(1, 1, 1)
const DPI = 180

const boxed = (job: Job): Promise<Uint8Array> =>
  atSpots(job, job.pdf, (page, spot, font) => {
    page.drawRectangle({ ...around(spot.reach), color: WHITE })
    typed(page, spot, font)
  })

/** One white pixel, stretched over the old value. */
const pixelled = (job: Job): Promise<Uint8Array> =>
  atSpots(job, job.pdf, async (page, spot, font, pdf) => {
    const canvas = createCanvas(1, 1)
    canvas.getContext('2d').fillStyle = '#fff'
    canvas.getContext('2d').fillRect(0, 0, 1, 1)
    page.drawImage(await pdf.embedPng(await canvas.encode('png')), around(spot.reach))
    typed(page, spot, font)
  })

async function drawPicture(page: PDFPage, box: Box, png: Uint8Array, pdf: PDFDocument): Promise<void> {
  page.drawImage(await pdf.embedPng(png), around(box, 0))
}

/** The figure drawn in a painting program. */
const pictured = (job: Job): Promise<Uint8Array> =>
  atSpots(job, job.pdf, async (page, spot, _font, pdf) => {
    const scale = DPI / 72
    const [x, y, right, top] = spot.reach
    const canvas = createCanvas(Math.ceil((right - x) * scale), Math.ceil((top - y) * scale))
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.fillStyle = spot.color
    pen.font = `${spot.size * scale}px "Round Arial${spot.font.includes('Bold') ? '-Bold' : ''}"`
    pen.fillText(spot.to, (spot.x - x) * scale, (top - spot.baseline) * scale, (right - spot.x) * scale)
    await drawPicture(page, spot.reach, await canvas.encode('png'), pdf)
  })

/** A strip of a screenshot of the same page with the other figure in it. */
async function stripped(job: Job): Promise<Uint8Array> {
  const other = await painted(await boxed(job), DPI)
  return atSpots(job, job.pdf, async (page, { reach: [x, y, right, top] }, _font, pdf) => {
    const strip: Box = [Math.max(20, x - 40), y, Math.min(page.getWidth() - 20, right + 12), top]
    const [left, head, end, foot] = other.toPixels(strip).map(Math.round) as Box
    const canvas = createCanvas(end - left, foot - head)
    canvas.getContext('2d').drawImage(other.canvas, -left, -head)
    await drawPicture(page, strip, await canvas.encode('png'), pdf)
  })
}

/** A comment, white and without a frame, whose look says the other value. */
const commented = (subtype: 'FreeText' | 'Stamp') => (job: Job) =>
  atSpots(job, job.pdf, (page, spot, font, pdf) => {
    const { x, y, width, height } = around(spot.reach)
    const ink = inkOf(spot.color)
    const paint = `${ink.red.toFixed(3)} ${ink.green.toFixed(3)} ${ink.blue.toFixed(3)} rg`
    const look = pdf.context.register(
      pdf.context.stream(
        `1 g ${x} ${y} ${width} ${height} re f BT ${paint} /F ${spot.size} Tf ${spot.x} ${spot.baseline} Td ` +
          `${font.encodeText(spot.to)} Tj ET`,
        { Type: 'XObject', Subtype: 'Form', BBox: [x, y, x + width, y + height], Resources: { Font: { F: font.ref } } },
      ),
    )
    const note = { Type: 'Annot', Subtype: subtype, Rect: [x, y, x + width, y + height], F: 4, AP: { N: look } }
    const words = subtype === 'FreeText' ? { DA: `/Helv ${spot.size} Tf 0 g` } : { Name: 'Draft' }
    page.node.addAnnot(pdf.context.register(pdf.context.obj({ ...note, ...words } as never)))
  })

const filledIn = (flat: boolean) => (job: Job) =>
  atSpots(job, job.pdf, (page, spot, font, pdf) => {
    const field = pdf.getForm().createTextField(`Text${Math.round(spot.x)}`)
    field.addToPage(page, { ...around(spot.reach, 1), backgroundColor: WHITE, borderWidth: 0, font })
    field.setFontSize(spot.size)
    field.setText(spot.to)
    field.updateAppearances(font)
    if (flat) pdf.getForm().flatten()
  })

/** A digit of the same page, cut out with the snapshot tool and set over another. */
async function snipped(job: Job): Promise<Uint8Array> {
  const source = await PDFDocument.load(job.pdf, { updateMetadata: false })
  return atSpots(job, job.pdf, async (page, spot, _font, pdf) => {
    for (const { glyph, wanted } of changedGlyphs(spot)) {
      const donor = spot.glyphs.find(({ text }) => text === wanted)?.box ?? glyph
      const clip = { left: donor[0], bottom: donor[1], right: donor[2], top: donor[3] }
      const piece = await pdf.embedPage(source.getPage(spot.page - 1), clip)
      page.drawRectangle({ ...around(glyph, 0.1), color: WHITE })
      page.drawPage(piece, { x: glyph[0], y: glyph[1] })
    }
  })
}

export const changedGlyphs = ({ glyphs, to }: Spot): { glyph: Box; wanted: string }[] =>
  glyphs.flatMap(({ text, box }, at) => (text === to[at] ? [] : [{ glyph: box, wanted: to[at] ?? '' }]))

export const COVERING: Record<string, Technique> = {
  'white-rectangle': turning(boxed),
  'rectangle-then-ghostscript': turning(async (job) => ghostscript(await boxed(job))),
  'rectangle-then-cairo': turning(async (job) => cairo(await boxed(job))),
  'stretched-white-pixel': turning(pixelled),
  'picture-of-a-figure': turning(pictured),
  'strip-of-a-screenshot': turning(stripped),
  'white-comment': turning(commented('FreeText')),
  'white-stamp': turning(commented('Stamp')),
  'form-field': turning(filledIn(false)),
  'form-field-flattened': turning(filledIn(true)),
  'snapshot-of-own-digit': turning(snipped),
}

import { PDFName, type PDFPage, PDFString, rgb } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { painted } from '../../round-1/scan.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import { type Box, grown } from '../../round-3/forgeries/job.ts'
import { cropped, whiteBox } from './cover.ts'
import {
  add,
  arialOf,
  type Change,
  cover,
  each,
  emptied,
  type Job,
  plate,
  reach,
  resource,
  typed,
  type Way,
} from './job.ts'

const around = (change: Change) => grown(reach(change), 0.6)

/** Something put over the old text, made by `hide`, and the new one typed on it. */
const under =
  (producer: string | undefined, hide: (page: PDFPage, box: Box) => string): Way =>
  (job) =>
    each(job, producer, async (page, pdf, change) => {
      const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
      add(page, pdf, `${hide(page, around(change))}\n${text}`)
    })

const whiteDot = {
  Type: 'XObject',
  Subtype: 'Image',
  Width: 1,
  Height: 1,
  ColorSpace: 'DeviceGray',
  BitsPerComponent: 8,
}

const picture = (page: PDFPage, [x, y, right, top]: Box) => {
  const { context } = page.doc
  const name = resource(page, 'XObject', context.register(context.flateStream(Uint8Array.of(255), whiteDot)))
  return `q ${right - x} 0 0 ${top - y} ${x} ${y} cm /${name} Do Q`
}

const pattern = (page: PDFPage, box: Box) => {
  const { context } = page.doc
  const cell = { PatternType: 1, PaintType: 1, TilingType: 1, BBox: [0, 0, 4, 4], XStep: 4, YStep: 4, Resources: {} }
  const name = resource(page, 'Pattern', context.register(context.flateStream('1 g 0 0 4 4 re f', cell)))
  return `q /Pattern cs /${name} scn ${plate(box)} f Q`
}

const shading = (page: PDFPage, box: Box) => {
  const white = { FunctionType: 2, Domain: [0, 1], C0: [1], C1: [1], N: 1 }
  const coords = [box[0], box[1], box[2], box[3]]
  const name = resource(page, 'Shading', {
    ShadingType: 2,
    ColorSpace: 'DeviceGray',
    Coords: coords,
    Function: white,
    Extend: [true, true],
  })
  return `q ${plate(box)} W n /${name} sh Q`
}

const blended = (page: PDFPage, box: Box) => `q /${resource(page, 'ExtGState', { BM: 'Screen' })} gs ${cover(box)} Q`

/** The old contents are clipped to everything but the old text. */
const hole: Way = (job) =>
  each(job, 'Inkscape 1.4', async (page, pdf, change) => {
    const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
    const { width, height } = page.getSize()
    const rest = `0 0 ${width} ${height} re ${plate(around(change))} W* n`
    putContents(page, pdf, `q ${rest}\n${contentsOf(page, pdf)}\nQ\n${text}`)
  })

/** Cover and new text are a layer for the screen, which no printer draws. */
const screenLayer: Way = (job) =>
  each(job, 'Nitro Pro 14', async (page, pdf, change) => {
    const { context, catalog } = pdf
    const usage = { Print: { PrintState: 'OFF' }, View: { ViewState: 'ON' } }
    const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Layer 1'), Usage: usage } as never))
    const events = ['Print', 'View'].map((Event) => ({ Event, OCGs: [layer], Category: [Event] }))
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { ON: [layer], AS: events } } as never))
    const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
    add(page, pdf, `/OC /${resource(page, 'Properties', layer)} BDC ${cover(around(change))} ${text} EMC`)
  })

/** An annotation whose appearance is a white plate with the new text. */
const annotated =
  (producer: string, kind: Record<string, unknown>): Way =>
  (job) =>
    each(job, producer, async (page, pdf, change) => {
      const { context } = pdf
      const box = around(change)
      const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
      const resources = page.node.Resources()
      const form = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: resources }
      const look = context.register(context.flateStream(`${cover(box)}\n${text}`, form as never))
      const entries = { Type: 'Annot', Rect: box, F: 4, AP: { N: look }, ...kind }
      page.node.addAnnot(context.register(context.obj(entries as never)))
    })

/** A field that shows the new text and whose value is the old one. */
const fieldSaysOther: Way = (job) =>
  each(job, 'DocHub', async (page, pdf, change) => {
    const [x, y, right, top] = around(change)
    const field = pdf.getForm().createTextField(`field_${Math.round(x)}_${Math.round(y)}`)
    const font = await pdf.embedFont('Helvetica')
    field.setText(change.to)
    const place = { x, y, width: right - x + 3, height: top - y + 1, borderWidth: 0, backgroundColor: rgb(1, 1, 1) }
    field.addToPage(page, { ...place, font })
    field.setFontSize(change.spot.size)
    field.updateAppearances(font)
    field.acroField.dict.set(PDFName.of('V'), PDFString.of(change.spot.text))
  })

/** The old text is taken out; the new one is a stencil of dots, as a picture or as the only glyph of a font. */
const stencil =
  (draw: (page: PDFPage, name: string, box: Box) => string): Way =>
  async (job) =>
    each(await emptied(job), undefined, (page, pdf, change) => {
      const box = around(change)
      const [wide, high] = [box[2] - box[0], box[3] - box[1]].map((points) => Math.ceil((points * 6) / 8) * 8)
      const size = { Width: wide, Height: high, ImageMask: true, BitsPerComponent: 1 }
      const dots = dotsOf(change, wide ?? 8, high ?? 8)
      const image = pdf.context.flateStream(dots, { Type: 'XObject', Subtype: 'Image', ...size })
      add(page, pdf, draw(page, resource(page, 'XObject', pdf.context.register(image)), box))
    })

const asPicture = (_: PDFPage, name: string, [x, y, right, top]: Box) =>
  `q 0 g ${right - x} 0 0 ${top - y} ${x} ${y} cm /${name} Do Q`

function asGlyph(page: PDFPage, name: string, [x, y, right, top]: Box): string {
  const { context } = page.doc
  const [wide, high] = [right - x, top - y]
  const proc = context.register(
    context.flateStream(`${wide} 0 0 0 ${wide} ${high} d1 ${wide} 0 0 ${high} 0 0 cm /${name} Do`),
  )
  const shape = { FontBBox: [0, 0, wide, high], FontMatrix: [1, 0, 0, 1, 0, 0], CharProcs: { a: proc } }
  const coded = { FirstChar: 97, LastChar: 97, Widths: [wide], Encoding: { Type: 'Encoding', Differences: [97, 'a'] } }
  const font = {
    Type: 'Font',
    Subtype: 'Type3',
    ...shape,
    ...coded,
    Resources: { XObject: page.node.Resources()?.get(PDFName.of('XObject')) },
  }
  return `q BT 0 g /${resource(page, 'Font', font)} 1 Tf 1 0 0 1 ${x} ${y} Tm (a) Tj ET Q`
}

function dotsOf(change: Change, width: number, height: number): Uint8Array {
  const { spot, to } = change
  const [x, y, right, top] = around(change)
  const pen = createCanvas(width, height).getContext('2d')
  const scale = width / (right - x)
  pen.scale(scale, height / (top - y))
  pen.font = `${/Bold/.test(spot.font) ? 'bold ' : ''}${spot.size}px "Liberation Sans"`
  pen.textAlign = /[.,]\d\d$/.test(to) ? 'right' : 'left'
  pen.fillText(to, pen.textAlign === 'right' ? spot.box[2] - x : spot.box[0] - x, top - spot.y)
  const { data } = pen.getImageData(0, 0, width, height)
  const dots = new Uint8Array((width * height) / 8).fill(255)
  for (let at = 0; at < width * height; at++)
    if ((data[4 * at + 3] ?? 0) > 110) dots[at >> 3] = (dots[at >> 3] ?? 0) & ~(128 >> (at & 7))
  return dots
}

/** The changed page as a picture over the whole old one. */
const pictureOverText: Way = async (job: Job) => {
  const shown = await whiteBox(job)
  return each({ ...job, changes: job.changes.slice(0, 1) }, 'Adobe Photoshop 25.4', async (page, pdf, { spot }) => {
    const seen = await painted(shown, 180, spot.page)
    const image = await pdf.embedJpg(cropped(seen, [0, 0, seen.canvas.width, seen.canvas.height]))
    page.drawImage(image, { x: 0, y: 0, ...page.getSize() })
  })
}

export const HIDDEN: Record<string, Way> = {
  'picture-between': under('Canva', picture),
  'pattern-over': under('CorelDRAW 2024', pattern),
  'shading-over': under(undefined, shading),
  'screened-out': under('Affinity Designer 2.4', blended),
  'hole-in-the-page': hole,
  'layer-for-the-screen': screenLayer,
  'redaction-not-applied': annotated('Adobe Acrobat Pro 2023', { Subtype: 'Redact' }),
  'watermark-note': annotated('Foxit PDF Editor 13.1', { Subtype: 'Watermark' }),
  'field-says-other': fieldSaysOther,
  'figures-as-stencil': stencil(asPicture),
  'figures-as-one-glyph': stencil(asGlyph),
  'picture-over-text': pictureOverText,
}

import { PDFName, type PDFPage, PDFString } from '@cantoo/pdf-lib'
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

/** A field that shows the new text and whose value is the old one. */
const fieldOf = ({ spot }: Change) => ({
  ...{ Subtype: 'Widget', FT: 'Tx', T: PDFString.of(`field_${Math.round(spot.x)}`), V: PDFString.of(spot.text) },
  DA: PDFString.of(`/Helv ${spot.size} Tf 0 g`),
})

/** An annotation whose appearance is a white plate with the new text. */
const annotated =
  (producer: string, kind: (change: Change) => Record<string, unknown>): Way =>
  (job) =>
    each(job, producer, async (page, pdf, change) => {
      const { context } = pdf
      const box = around(change)
      const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
      const resources = page.node.Resources()
      const form = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: resources }
      const look = context.register(context.flateStream(`${cover(box)}\n${text}`, form as never))
      const entries = { Type: 'Annot', Rect: box, F: 4, AP: { N: look }, ...kind(change) }
      const note = context.register(context.obj(entries as never))
      page.node.addAnnot(note)
      if ('FT' in entries) pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [note] } as never))
    })

/** The old text is taken out; the new one is dots, the only glyph of a font that has no letters. */
const oneGlyph: Way = async (job) =>
  each(await emptied(job), undefined, (page, pdf, change) => {
    const { context } = pdf
    const [x, y, right, top] = around(change)
    const [wide, high] = [right - x, top - y]
    const [Width, Height] = [wide, high].map((points) => Math.ceil((points * 6) / 8) * 8) as [number, number]
    const size = { Type: 'XObject', Subtype: 'Image', Width, Height, ImageMask: true, BitsPerComponent: 1 }
    const image = context.register(context.flateStream(dotsOf(change, Width, Height), size))
    const look = `${wide} 0 0 0 ${wide} ${high} d1 ${wide} 0 0 ${high} 0 0 cm /Im Do`
    const shape = {
      FontBBox: [0, 0, wide, high],
      FontMatrix: [1, 0, 0, 1, 0, 0],
      Resources: { XObject: { Im: image } },
    }
    const coded = { FirstChar: 97, LastChar: 97, Widths: [wide], Encoding: { Differences: [97, 'a'] } }
    const procs = { CharProcs: { a: context.register(context.flateStream(look)) } }
    const font = resource(page, 'Font', { Type: 'Font', Subtype: 'Type3', ...shape, ...coded, ...procs })
    add(page, pdf, `q BT 0 g /${font} 1 Tf 1 0 0 1 ${x} ${y} Tm (a) Tj ET Q`)
  })

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
  'screened-out': under('Affinity Designer 2.4', blended),
  'hole-in-the-page': hole,
  'layer-for-the-screen': screenLayer,
  'redaction-not-applied': annotated('Adobe Acrobat Pro 2023', () => ({ Subtype: 'Redact' })),
  'watermark-note': annotated('Foxit PDF Editor 13.1', () => ({ Subtype: 'Watermark' })),
  'field-says-other': annotated('DocHub', fieldOf),
  'figures-as-one-glyph': oneGlyph,
  'picture-over-text': pictureOverText,
}

import { rgb as colour, PDFHexString, type PDFPage, PDFString } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { rgb } from '../../round-1/printer.ts'
import { painted } from '../../round-1/scan.ts'
import { type Box, grown } from '../../round-3/forgeries/job.ts'
import { retyped, wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { cropped } from '../../round-4/forged-text/cover.ts'
import {
  add,
  arialOf,
  type Change,
  each,
  faceOf,
  isAmount,
  type Job,
  reach,
  resource,
  typed,
  type Way,
} from '../../round-4/forged-text/job.ts'
import { type Paper, printAll } from './papers.ts'

/** A part of the page as large as a box on which there is but one colour. */
async function emptyPart(job: Job, change: Change): Promise<Box> {
  const { canvas, toPixels } = await painted(job.bytes, 72, change.spot.page)
  const pen = canvas.getContext('2d')
  const [x, y, right, top] = grown(reach(change), 0.8)
  const [wide, high] = [right - x, top - y]
  const steps = Array.from({ length: 40 }, (_, at) => [0, -1 - at * 0.5, 1 + at * 0.5])
  for (const [up = 0, down = 0, on = 0] of steps)
    for (const [dx, dy] of [
      [down * wide, up],
      [on * wide, up],
      [0, down * high],
      [0, on * high],
    ] as const) {
      const part: Box = [x + dx, y + dy, x + dx + wide, y + dy + high]
      const [left, head, end, foot] = toPixels(part).map(Math.round) as Box
      if (left < 0 || head < 0 || end > canvas.width || foot > canvas.height) continue
      const { data } = pen.getImageData(left, head, end - left, foot - head)
      if (data.every((shade, each) => shade === data[each % 4])) return part
    }
  throw new Error('no part of the page is empty')
}

/** A snapshot of an empty part of the same page laid over the old text. */
const pagePiece: Way = (job) =>
  each(job, 'Adobe Acrobat Pro (64-bit) 24.3.20180', async (page, pdf, change) => {
    const picture = await painted(job.bytes, 150, change.spot.page)
    const piece = cropped(picture, picture.toPixels(await emptyPart(job, change)))
    const image = (await pdf.embedJpg(piece)).ref
    const [x, y, right, top] = grown(reach(change), 0.8)
    const text = await typed(page, pdf, change, { face: faceOf(change.spot) })
    const name = resource(page, 'XObject', image)
    add(page, pdf, `q ${right - x} 0 0 ${top - y} ${x} ${y} cm /${name} Do Q\n${text}`)
  })

const familyOf = (font: string) =>
  font
    .replace(/^\w+\+|-.*/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace('Deja Vu', 'DejaVu')

/** The new text on a ground with soft edges, from a program for pictures. */
async function featheredPicture({ spot, to }: Change, [x, y, right, top]: Box, ground: string): Promise<Buffer> {
  const scale = 4
  const canvas = createCanvas(Math.ceil((right - x) * scale), Math.ceil((top - y) * scale))
  const pen = canvas.getContext('2d')
  pen.scale(scale, scale)
  pen.filter = 'blur(1.4px)'
  pen.fillStyle = ground
  pen.fillRect(1, 1, right - x - 2, top - y - 2)
  pen.filter = 'none'
  pen.fillStyle = spot.color
  pen.font = `${/Bold/.test(spot.font) ? 'bold ' : ''}${spot.size}px "${familyOf(spot.font)}"`
  pen.textAlign = isAmount(to) ? 'right' : 'left'
  pen.fillText(to, (isAmount(to) ? spot.box[2] : spot.box[0]) - x, top - spot.y)
  return canvas.encode('png')
}

/** The lightest colour where the old text stands, which is that of its paper. */
async function groundAt({ bytes }: Job, change: Change): Promise<string> {
  const { canvas, toPixels } = await painted(bytes, 144, change.spot.page)
  const [left = 0, head = 0, end = 0, foot = 0] = toPixels(reach(change)).map(Math.round)
  const { data } = canvas.getContext('2d').getImageData(left, head, end - left, foot - head)
  const shades = Array.from({ length: data.length / 4 }, (_, at) => [...data.slice(4 * at, 4 * at + 3)])
  const light = (shade: readonly number[]) => shade.reduce((sum, each) => sum + each, 0)
  const lightest = shades.reduce((best, shade) => (light(shade) > light(best) ? shade : best))
  return `rgb(${lightest.join(' ')})`
}

const feathered: Way = (job) =>
  each(job, 'Adobe Photoshop 25.11 (Macintosh)', async (page, pdf, change) => {
    const box = grown(reach(change), 1.6)
    const [x, y, right, top] = box
    const image = await pdf.embedPng(await featheredPicture(change, box, await groundAt(job, change)))
    page.drawImage(image, { x, y, width: right - x, height: top - y })
  })

const note = (page: PDFPage, dict: Record<string, unknown>) =>
  page.node.addAnnot(page.doc.context.register(page.doc.context.obj(dict as never)))

const lookOf = (page: PDFPage, [x, y, right, top]: Box, ops: string) => {
  const { context } = page.doc
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [x, y, right, top], Resources: page.node.Resources() }
  return context.register(context.flateStream(ops, form as never))
}

/** The marker of a reader, set to white and opaque, and a line of its text tool on top. */
const whiteMarker: Way = (job) =>
  each(job, undefined, async (page, pdf, change) => {
    const box = grown(reach(change), 0.8)
    const [x, y, right, top] = box
    const plate = `${rgb('#ffffff')} rg ${x} ${y} ${right - x} ${top - y} re f`
    const quads = [x, top, right, top, x, y, right, y]
    const text = await typed(page, pdf, change, { face: faceOf(change.spot) })
    const common = { Type: 'Annot', Rect: [...box], F: 4 }
    note(page, {
      ...common,
      Subtype: 'Highlight',
      C: [1, 1, 1],
      QuadPoints: quads,
      AP: { N: lookOf(page, box, plate) },
    })
    const words = { Contents: PDFHexString.fromText(change.to), DA: PDFString.of(`/Helv ${change.spot.size} Tf 0 g`) }
    note(page, {
      ...common,
      ...words,
      Subtype: 'FreeText',
      IT: 'FreeTextTypeWriter',
      AP: { N: lookOf(page, box, text) },
    })
  })

/** A note that was burnt into the page when it was exported. */
const flattenedNote: Way = (job) =>
  each(job, 'macOS Version 14.5 (Build 23F79) Quartz PDFContext', async (page, pdf, change) => {
    const box = grown(reach(change), 1)
    const [x, y, right, top] = box
    const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
    const look = lookOf(page, box, `1 1 1 rg ${x} ${y} ${right - x} ${top - y} re f ${text}`)
    add(page, pdf, `q /${resource(page, 'XObject', look)} Do Q`)
  })

/** The head of the letter as a picture, as if another firm had set it. */
const letterhead: Way = async (job) => {
  const paper = job.paper as Paper
  const shown = new Map(job.changes.map(({ to }) => ['employer_name', to]))
  const other = { ...paper, ...retyped(paper, shown) }
  const [fresh = new Uint8Array()] = await printAll([other])
  const { text, before } = wordsOf(other, 'employer_name')
  const { box } = locate(fresh, text, before)
  const picture = await painted(fresh, 200)
  const image = cropped(picture, picture.toPixels(grown(box, 3)))
  return each(job, undefined, async (page, pdf, { spot }) => {
    const [x, y, right, top] = grown(box, 3)
    const wide = Math.max(right, spot.box[2] + 3)
    page.drawRectangle({
      x,
      y,
      width: wide - x,
      height: top - y - 1,
      color: colour(1, 1, 1),
    })
    page.drawImage(await pdf.embedJpg(image), { x, y, width: right - x, height: top - y })
  })
}

export const COVERS: Record<string, Way> = {
  'page-piece-over': pagePiece,
  'feathered-patch': feathered,
  'white-marker': whiteMarker,
  'flattened-note': flattenedNote,
  'letterhead-pasted': letterhead,
}

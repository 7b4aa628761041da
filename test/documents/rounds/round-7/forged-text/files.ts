import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import { closed, eachOf, type Job, onTop, recut, sweep, type Way } from './edit.ts'
import { lettersThere } from './letters.ts'
import { printedBy, truthOf } from './papers.ts'
import { printed } from './print.ts'

/** The old text stays and is not drawn; the new one is. */
const invisible = eachOf((desk) => {
  const { print, change } = desk
  lettersThere(desk)
  const old = print.show(change.piece, { before: '3 Tr' })
  recut(desk, `${old}\n${print.show(change.piece, { text: change.to, before: '0 Tr' })}`)
})

/** The old text stays in white under the new one. */
const white = eachOf((desk) => {
  const { print, change } = desk
  lettersThere(desk)
  recut(desk, `${print.show(change.piece, { color: '#ffffff' })}\n${print.show(change.piece, { text: change.to })}`)
})

/** The new figure is drawn, and the file says to whoever copies it that it is the old one. */
const actual = eachOf((desk) => {
  const { print, change } = desk
  lettersThere(desk)
  const said = PDFHexString.fromText(change.piece.text).toString()
  recut(desk, `/Span <</ActualText ${said}>> BDC\n${print.show(change.piece, { text: change.to })}\nEMC`)
})

/** The new text as a revision behind the file, which keeps what it was. */
const append: Way = async (job) => {
  const pdf = await PDFDocument.load(job.print.bytes, { updateMetadata: false, forIncrementalUpdate: true })
  for (const change of job.changes) {
    const desk = { ...job, pdf, page: pdf.getPage(change.piece.page - 1), change }
    lettersThere(desk)
    recut(desk, job.print.show(change.piece, { text: change.to }))
  }
  if (job.producer) pdf.setProducer(job.producer)
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** Some pages, `N`, are those of the paper as it was made up. */
const swapped: Way = async (job) => {
  const other = await printed(job.other)
  const [pdf, from] = [
    await PDFDocument.load(job.print.bytes, { updateMetadata: false }),
    await PDFDocument.load(other.bytes),
  ]
  const at = Number(job.word) - 1
  const [page] = await pdf.copyPages(from, [at])
  pdf.removePage(at)
  if (page) pdf.insertPage(at, page)
  return fresh(pdf, job)
}

/** Copied into an empty file, so that nothing is left of what was there before. */
async function fresh(pdf: PDFDocument, job: Job): Promise<Uint8Array> {
  const into = await PDFDocument.create({ updateMetadata: false })
  for (const page of await into.copyPages(pdf, pdf.getPageIndices())) into.addPage(page)
  into.setCreationDate(pdf.getCreationDate() ?? new Date(0))
  return closed(into, job)
}

/** The whole paper made up anew by its own kind of program, with the days the paper says. */
const reprinted: Way = async ({ other, producer }) => (await printed(other, { producer })).bytes

/** The paper made up anew, and the invoice for machines as it was. */
const xmlKept: Way = async ({ other, print }) => (await printed(other, { xml: truthOf(print.paper) })).bytes

/** Made up anew by a word processor. */
const retyped: Way = async ({ other, producer }) => (await printed(printedBy(other, 'words'), { producer })).bytes

/** The same, a year after the day that the paper says. */
const late: Way = async ({ other, producer }) => {
  const made = new Date(Date.parse(other.made) + 400 * 86_400_000).toISOString().slice(0, 10)
  return (await printed(other, { producer, made })).bytes
}

/** The new text under a picture of nothing: a white picture over the old one, the new text over that. */
const underWhite = eachOf((desk) => {
  const { print, change } = desk
  lettersThere(desk)
  const { x, y, width, size } = change.piece
  const stream = desk.pdf.context.stream(Uint8Array.of(255), {
    ...{ Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8, ColorSpace: 'DeviceGray' },
  })
  const name = desk.page.node.newXObject('Blank', desk.pdf.context.register(stream)).asString()
  onTop(desk, `q ${width + 1} 0 0 ${size} ${x - 0.5} ${y - 0.2 * size} cm ${name} Do Q`)
  onTop(desk, print.show(change.piece, { text: change.to }))
})

/** The same font shows it, and the file is written small and without its description. */
const scrubbed: Way = async (job) => {
  const pdf = await PDFDocument.load(job.print.bytes, { updateMetadata: false })
  for (const change of job.changes) {
    const desk = { ...job, pdf, page: pdf.getPage(change.piece.page - 1), change }
    lettersThere(desk)
    recut(desk, job.print.show(change.piece, { text: change.to }))
  }
  delete pdf.context.trailerInfo.Info
  pdf.catalog.delete(PDFName.of('Metadata'))
  sweep(pdf)
  return pdf.save({ useObjectStreams: true, updateFieldAppearances: false })
}

export const FILES: Record<string, Way> = {
  invisible,
  white,
  actual,
  append,
  swapped,
  reprinted,
  retyped,
  late,
  'xml-kept': xmlKept,
  'under-white': underWhite,
  scrubbed,
}

import * as fontkit from '@cantoo/fontkit'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { qpdf, through } from '../round-11-forged/tools.ts'
import { append, emptied, shown } from '../round-12-forged/hands-within.ts'
import type { Hand } from '../round-12-forged/job.ts'
import { embedded, opened, saved, typeface } from '../round-12-forged/pens.ts'
import { printed } from '../round-12-forged/printers.ts'
import { exchanged } from './outlines.ts'

/** The letters of the program's own face draw another digit than the one that they are. */
const outlinesLie: Hand = async (bytes, job) => {
  const pdf = await opened(await emptied(bytes, job))
  pdf.registerFontkit(fontkit)
  for (const [was, is] of job.cells) {
    const at = [...is.text].findIndex((letter, place) => letter !== was.text[place])
    const program = exchanged(typeface(is.bold), was.text[at] ?? '', is.text[at] ?? '')
    const font = await pdf.embedFont(program, { subset: true })
    const page = pdf.getPage(is.page - 1)
    append(page, shown(page, was, font, job.paper.face))
  }
  return saved(pdf)
}

const picture = (bytes: Uint8Array, ...how: string[]) =>
  through(
    'pdftoppm',
    [...how, '-singlefile', 'in.pdf', 'out'],
    {},
    how.includes('-jpeg') ? 'out.jpg' : 'out.png',
  )(bytes)

async function asPage(bytes: Uint8Array, like: Uint8Array): Promise<Uint8Array> {
  const { width, height } = (await opened(like)).getPage(0).getSize()
  const pdf = await PDFDocument.create()
  const jpeg = await pdf.embedJpg(picture(bytes, '-jpeg', '-r', '200', '-gray'))
  pdf.addPage([width, height]).drawImage(jpeg, { x: 0, y: 0, width, height })
  return saved(pdf)
}

/** The words that recognition finds on one page, without ink, over the picture of another. */
export async function underOver(seen: Uint8Array, said: Uint8Array): Promise<Uint8Array> {
  const png = picture(said, '-png', '-r', '200', '-gray')
  const words = through('tesseract', ['in.pdf', 'out', '--dpi', '200', '-c', 'textonly_pdf=1', 'pdf'])(png)
  const how = ['in.pdf', '--underlay', 'picture.pdf', '--', 'out.pdf']
  return through('qpdf', how, { 'picture.pdf': await asPage(seen, seen) })(words)
}

const ocrOld: Hand = async (bytes, { after }) => underOver(await printed(after), bytes)
const ocrNew: Hand = async (bytes, { after }) => underOver(bytes, await printed(after))

/** The new text without opacity over the page as it was. */
const transparent: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  for (const [, is] of job.cells) {
    const page = pdf.getPage(is.page - 1)
    const font = await embedded(pdf, job.paper, is.bold)
    const state = page.node.newExtGState('Gs', pdf.context.obj({ Type: 'ExtGState', ca: 0, CA: 0 })).asString()
    append(page, `q ${state} gs ${shown(page, is, font, job.paper.face)} Q`)
  }
  return saved(pdf)
}

/** The new text is on a layer for the screen, the old one on a layer for the printer. */
const printLayer: Hand = async (bytes, job) => {
  const pdf = await opened(await emptied(bytes, job))
  const { context } = pdf
  const layer = (name: string, view: string, print: string) => {
    const group = context.obj({ Type: 'OCG', Usage: { View: { ViewState: view }, Print: { PrintState: print } } })
    group.set(PDFName.of('Name'), PDFString.of(name))
    return context.register(group)
  }
  const [screen, paper] = [layer('Screen', 'ON', 'OFF'), layer('Print', 'OFF', 'ON')]
  const both = [screen, paper]
  const as = ['View', 'Print'].map((Event) => ({ Event, Category: [Event], OCGs: both }))
  const D = { ON: [screen], OFF: [paper], Order: both, AS: as }
  pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: both, D }))
  for (const [was, is] of job.cells) {
    const page = pdf.getPage(was.page - 1)
    const font = await embedded(pdf, job.paper, is.bold)
    page.node.normalizedEntries().Resources.set(PDFName.of('Properties'), context.obj({ Os: screen, Op: paper }))
    const [old, fresh] = [was, is].map((cell) => shown(page, cell, font, job.paper.face))
    append(page, `/OC /Op BDC ${old} EMC\n/OC /Os BDC ${fresh} EMC`)
  }
  return saved(pdf)
}

/** The new text is painted before a white field that the page stands on. */
const behindWhite: Hand = async (bytes, job) => {
  const pdf = await PDFDocument.create()
  const [print] = await pdf.embedPdf(bytes)
  if (!print) return bytes
  const page = pdf.addPage([print.width, print.height])
  for (const [, is] of job.cells) append(page, shown(page, is, await embedded(pdf, job.paper, is.bold), job.paper.face))
  append(page, `q 1 g 0 0 ${print.width} ${print.height} re f Q`)
  page.drawPage(print)
  return qpdf()(await saved(pdf))
}

export const UNSEEN: Record<string, Hand> = { outlinesLie, ocrOld, ocrNew, transparent, printLayer, behindWhite }

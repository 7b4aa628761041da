import { rgb as colour, PDFDocument, PDFHexString, type PDFPage, PDFString, TextAlignment } from '@cantoo/pdf-lib'
import { embed, type FontName, widthOf } from '../../round-1/fonts.ts'
import { rgb } from '../../round-1/printer.ts'
import { type Box, grown, joined } from '../../round-3/forgeries/job.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { through } from '../../round-3/forgeries/through.ts'
import {
  add,
  type Change,
  cover,
  each,
  faceOf,
  isAmount,
  type Job,
  later,
  reach,
  typed,
  type Way,
} from '../../round-4/forged-text/job.ts'
import { dated } from '../../round-4/forged-text/papers.ts'
import { pictureOf } from './pictures.ts'

/** A rectangle drawn by hand, so never quite around the figure, and text in the editor's own face. */
const whiteRectangle: Way = (job) =>
  each(job, 'Sejda PDF 3.2.87 (www.sejda.com)', async (page, pdf, change) => {
    const [x, y, right, top] = reach(change)
    add(page, pdf, `${cover([x - 2.4, y - 1.1, right + 1.7, top + 0.6])} ${await typed(page, pdf, change)}`)
  })

/** The same, printed to a new file so that no editor is seen in it. */
const coveredThenPrinted: Way = async (job) =>
  dated(
    through('gs', ['-q', '-sDEVICE=pdfwrite', '-dPDFSETTINGS=/prepress', '-o', 'OUT', 'IN'], await whiteRectangle(job)),
    later(job.paper.made).toISOString().slice(0, 10),
  )

/** White strokes of a pen to and fro over the figure, as on a tablet. */
const correctionPen: Way = (job) =>
  each(job, 'Xodo PDF Reader', async (page, pdf, change) => {
    const [x, y, right, top] = change.spot.box
    const steps = [0.2, 0.45, 0.7, 0.9].map((part, at) => `${at % 2 ? x : right} ${y + part * (top - y)} l`)
    const pen = `q 1 1 1 RG 1 J 1 j 4.5 w ${x - 1} ${y + 1.5} m ${steps.join(' ')} S Q`
    add(page, pdf, `${pen} ${await typed(page, pdf, change, { face: 'Arial' })}`)
  })

interface Look {
  face: FontName
  box: Box
}

/** What an annotation looks like: its ground and a line of text. */
async function lookOf(pdf: PDFDocument, { spot, to }: Change, { face, box }: Look, ground = '1 1 1 rg') {
  const [x, y, right, top] = box
  const from = isAmount(to) ? right - x - 1.5 - widthOf(to, face, spot.size) : 1.5
  const font = await embed(pdf, face)
  const text = `BT ${rgb(spot.color)} rg /Helv ${spot.size} Tf ${from} ${spot.y - y} Td ${hexOf(to)} Tj ET`
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, right - x, top - y] }
  return pdf.context.register(
    pdf.context.flateStream(`${ground} 0 0 ${right - x} ${top - y} re f ${text}`, {
      ...dict,
      Resources: { Font: { Helv: font } },
    }),
  )
}

const hexOf = (text: string) => `<${Buffer.from(text, 'latin1').toString('hex')}>`

/** The text tool of a reader: a note without a frame and with a white ground, which its printing draws as text. */
const textBox: Way = (job) =>
  each(job, undefined, async (page, pdf, change) => {
    const box = grown(reach(change), 1.5)
    const face = faceOf(change.spot)
    const [x, y, right, top] = box
    const note = pdf.context.obj({
      ...{ Type: 'Annot', Subtype: 'FreeText', Rect: [x, y, right, top], F: 4, C: [1, 1, 1], BS: { W: 0 } },
      ...{ DA: PDFString.of(`0 g /Helv ${change.spot.size} Tf`), Contents: PDFHexString.fromText(change.to) },
      AP: { N: await lookOf(pdf, change, { face, box }) },
    })
    page.node.addAnnot(pdf.context.register(note))
  })

/** A stamp of one's own, made of the new figure. */
const stampOfOnesOwn: Way = (job) =>
  each(job, undefined, async (page, pdf, change) => {
    const box = grown(reach(change), 1)
    const stamp = pdf.context.obj({
      ...{ Type: 'Annot', Subtype: 'Stamp', Rect: [...box], F: 4, Name: 'Custom1' },
      AP: { N: await lookOf(pdf, change, { face: 'Arial', box }) },
    })
    page.node.addAnnot(pdf.context.register(stamp))
  })

/** A form field put over the figure, with its own white ground. */
const fieldOnTop: Way = (job) =>
  each(job, undefined, async (page, pdf, change) => {
    const [x, y, right, top] = grown(reach(change), 1)
    const field = pdf.getForm().createTextField(`Text${change.spot.page}${Math.round(change.spot.y)}`)
    field.setText(change.to)
    if (isAmount(change.to)) field.setAlignment(TextAlignment.Right)
    const font = await pdf.embedFont('Helvetica')
    const place = { x, y, width: right - x, height: top - y, borderWidth: 0, backgroundColor: colour(1, 1, 1) }
    field.addToPage(page, { ...place, font })
    field.setFontSize(change.spot.size)
    field.updateAppearances(font)
  })

/** A small picture of the figure, from a screenshot, over the place. */
const screenshotPatch: Way = async (job) => {
  const shown = await whiteRectangle(job)
  return each(job, undefined, async (page, pdf, change) => {
    const box = grown(reach(change), 1)
    const image = await pdf.embedPng(await pictureOf(shown, change.spot.page, box, 110))
    const [x, y, right, top] = box
    page.drawImage(image, { x, y, width: right - x, height: top - y })
  })
}

/** Another figure of the same page, cut out as it is and laid over this one. */
const copiedCell: Way = (job) =>
  each(job, 'PDFsam Visual 5.3', async (page, pdf, { spot, to }) => {
    const other = locate(job.bytes, to, '')
    const [left, bottom, right, top] = other.box
    const embedded = await pdf.embedPage(await pageOf(job, other.page), { left, bottom, right, top })
    const target = joined(spot.box, [spot.box[2] - (right - left), spot.box[1], spot.box[2], spot.box[3]])
    add(page, pdf, cover(target))
    page.drawPage(embedded, { x: spot.box[2] - (right - left), y: spot.y - (other.y - bottom) })
  })

async function pageOf(job: Job, number: number): Promise<PDFPage> {
  return (await PDFDocument.load(job.bytes)).getPage(number - 1)
}

/** A row that had better not be there, under a white band. */
export const rowHidden = (job: Job, band: Box): Promise<Uint8Array> =>
  each(job, 'Smallpdf', (page, pdf, change) => {
    if (change === job.changes[0]) add(page, pdf, cover(band))
  })

/** Only one digit is wiped out and typed, in whatever face the tool had. */
const oneDigit: Way = (job) =>
  each(job, 'PDF24 Creator', async (page, pdf, change) => {
    const letters = [...change.spot.text.replace(/\s/g, '')]
    for (const [at, digit] of [...change.to.replace(/\s/g, '')].entries()) {
      const ends = change.spot.letters[at]
      if (digit === letters[at] || !ends) continue
      const [, y, , top] = change.spot.box
      const spot = { ...change.spot, text: digit, box: [ends[0], y, ends[1], top] as Box }
      const face = faceOf(spot) === 'Helvetica' ? 'Times-Roman' : 'Helvetica'
      const scale = face === 'Times-Roman' ? 1.08 : 1
      add(page, pdf, `${cover(spot.box)} ${await typed(page, pdf, { spot, to: digit, times: 0 }, { face, scale })}`)
    }
  })

/** Nothing is taken away: a digit is typed in front of the figure. */
const digitInFront: Way = (job) =>
  each(job, undefined, async (page, pdf, change) => {
    const extra = change.to.slice(0, change.to.length - change.spot.text.length)
    const face = faceOf(change.spot)
    const [x, y, , top] = change.spot.box
    const width = widthOf(extra, face, change.spot.size)
    const spot = { ...change.spot, box: [x - width - 0.3, y, x - 0.3, top] as Box, text: extra }
    add(page, pdf, await typed(page, pdf, { spot, to: extra, times: 0 }))
  })

export const COVERS: Record<string, Way> = {
  'white-rectangle': whiteRectangle,
  'covered-then-printed': coveredThenPrinted,
  'correction-pen': correctionPen,
  'text-box': textBox,
  'stamp-of-ones-own': stampOfOnesOwn,
  'field-on-top': fieldOnTop,
  'screenshot-patch': screenshotPatch,
  'copied-cell': copiedCell,
  'one-digit': oneDigit,
  'digit-in-front': digitInFront,
}

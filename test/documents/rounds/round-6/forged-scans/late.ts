import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { areaOf, type Edit } from '../../round-5/forged-scans/brush.ts'
import type { Sheet } from '../../round-5/forged-scans/lens.ts'
import { jpegOf } from '../../round-5/forged-scans/wrap.ts'

/** Pieces of a changed picture laid over the file as stamps, as a program for signatures puts pictures there. */
export async function stampedOver(file: Uint8Array, changed: Sheet, edits: readonly Edit[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  const stamps: ReturnType<typeof pdf.context.register>[] = []
  for (const edit of edits) {
    const [x, y, width, height] = areaOf(changed, edit.box, 2)
    const canvas = createCanvas(width, height)
    canvas.getContext('2d').drawImage(changed.canvas, -x, -y)
    const image = await pdf.embedJpg(jpegOf({ ...changed, canvas }, '-quality 94'))
    const unit = 72 / changed.dpi
    const [left, foot] = [x * unit, changed.size[1] - (y + height) * unit]
    const [wide, tall] = [width * unit, height * unit]
    const Resources = { XObject: { Im0: image.ref } }
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, wide, tall], Resources }
    const N = pdf.context.register(pdf.context.flateStream(`q ${wide} 0 0 ${tall} 0 0 cm /Im0 Do Q`, form))
    const Rect = [left, foot, left + wide, foot + tall]
    const note = { Type: 'Annot', Subtype: 'Stamp', Rect, F: 4, AP: { N } }
    stamps.push(pdf.context.register(pdf.context.obj({ ...note, NM: PDFString.of(`stamp-${stamps.length + 1}`) })))
  }
  pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj(stamps))
  pdf.setModificationDate(new Date('2026-11-02T20:14:51Z'))
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

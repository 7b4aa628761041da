import { PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { qpdf } from '../round-11-forged/tools.ts'
import type { Hand } from './job.ts'
import { boxOf, opened, saved, standard, widthOf } from './pens.ts'
import type { Paper } from './sheets.ts'

/** A note whose own appearance hides the old text and shows the new one. */
const noteOf =
  (subtype: 'FreeText' | 'Stamp'): Hand =>
  async (bytes, job) => {
    const pdf = await opened(bytes)
    for (const [was, is] of job.cells) {
      const page = pdf.getPage(was.page - 1)
      const font = await standard(pdf, job.paper, is.bold)
      const [x, y, width, height] = boxOf(was, job.paper)
      const wide = Math.max(width, widthOf(is, job.paper.face)) + 2
      const left = is.right ? x + width - wide + 1 : x - 1
      const text = `BT /F ${is.size} Tf 1 ${0.22 * is.size} Td ${font.encodeText(is.text)} Tj ET`
      const draw = `1 g 0 0 ${wide} ${height} re f 0 g ${text}`
      const look = pdf.context.stream(draw, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, wide, height],
        Resources: { Font: { F: font.ref } },
      })
      const note = pdf.context.obj({
        Type: 'Annot',
        Subtype: subtype,
        Rect: [left, y, left + wide, y + height],
        F: 4,
        AP: { N: pdf.context.register(look) },
      })
      note.set(PDFName.of('Contents'), PDFString.of(subtype === 'Stamp' ? 'Verified' : is.text))
      if (subtype === 'FreeText') note.set(PDFName.of('DA'), PDFString.of(`0 g /Helv ${is.size} Tf`))
      page.node.addAnnot(pdf.context.register(note))
    }
    return saved(pdf)
  }

/** A form field with a white ground laid over the old text, holding the new one. */
const fieldOver: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const [at, [was, is]] of job.cells.entries()) {
    const [x, y, width, height] = boxOf(was, job.paper)
    const field = pdf.getForm().createTextField(`Text${at + 1}`)
    field.addToPage(pdf.getPage(was.page - 1), {
      x: x - 2,
      y: y - 1,
      width: width + 8,
      height: height + 3,
      borderWidth: 0,
      font,
    })
    field.setFontSize(is.size)
    field.setText(is.text)
    field.updateAppearances(font)
  }
  return saved(pdf)
}

export const isFilledIn = (text: string) => /^\d+\.\d\d$/.test(text)

/** The paper as a form whose figures are typed into fields, with what each shows. */
export async function formOf(paper: Paper, print: (paper: Paper) => Promise<Uint8Array>): Promise<Uint8Array> {
  const pdf = await opened(await print({ ...paper, cells: paper.cells.filter(({ text }) => !isFilledIn(text)) }))
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const [at, cell] of paper.cells.filter(({ text }) => isFilledIn(text)).entries()) {
    const field = pdf.getForm().createTextField(`topmostSubform.Page1.f${at + 1}_0`)
    const place = {
      x: cell.x - 2,
      y: pdf.getPage(0).getHeight() - cell.top - 4,
      width: 104,
      height: 14,
      borderWidth: 0,
    }
    field.addToPage(pdf.getPage(0), { ...place, font })
    field.setFontSize(10)
    field.setText(cell.text)
    field.updateAppearances(font)
  }
  return saved(pdf)
}

/** What the fields show is another text than what they hold, or the other way round. */
const fieldLies =
  (shownIsNew: boolean): Hand =>
  async (bytes, job) => {
    const pdf = await opened(bytes)
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    for (const [was, is] of job.cells)
      for (const field of pdf
        .getForm()
        .getFields()
        .map((each) => pdf.getForm().getTextField(each.getName()))) {
        if (field.getText() !== was.text) continue
        field.setText(is.text)
        if (shownIsNew) {
          field.updateAppearances(font)
          field.setText(was.text)
        }
      }
    pdf.getForm().acroForm.dict.delete(PDFName.of('NeedAppearances'))
    return saved(pdf)
  }

const flattened: Hand = (bytes) => qpdf('--generate-appearances', '--flatten-annotations=all')(bytes)

export const NOTES: Record<string, Hand> = {
  ...{ fieldOver, flattened, noted: noteOf('FreeText'), stamped: noteOf('Stamp') },
  shownLies: fieldLies(true),
  heldLies: fieldLies(false),
}

import { type PDFDocument, type PDFPage, type PDFRef, TextAlignment } from '@cantoo/pdf-lib'
import type { Pen } from './form-paper.ts'

/** Where a value goes, its top left corner down from the page's top. */
export interface Slot extends Pen {
  x: number
  y: number
  w: number
  h: number
  /** In cells: how many; true for as many as the value has signs. */
  comb?: number | boolean
  many?: boolean
}

/** A form field with its value, as a fillable form keeps it; a second of one name takes the next index. */
export function addTextField(pdf: PDFDocument, page: PDFPage, name: string, value: string, slot: Slot): void {
  const { x, y, w, h, size = 9, align, comb, many } = slot
  const field = pdf.getForm().createTextField(freeName(pdf, name))
  if (many) field.enableMultiline()
  if (comb) {
    field.setMaxLength(Number(comb))
    field.enableCombing()
  }
  if (align === 'right') field.setAlignment(TextAlignment.Right)
  field.addToPage(page, { x, y: page.getHeight() - y - h, width: w, height: h, borderWidth: 0 })
  field.setFontSize(size)
  if (value !== '') field.setText(value)
}

function freeName(pdf: PDFDocument, name: string): string {
  let free = name
  for (let at = 1; at < 9 && pdf.getForm().getFieldMaybe(free); at++) free = name.replace(/\[\d+\]$/, `[${at}]`)
  return free
}

export function addCheckBox(
  pdf: PDFDocument,
  page: PDFPage,
  name: string,
  on: boolean,
  x: number,
  y: number,
  side: number,
): void {
  const field = pdf.getForm().createCheckBox(name)
  field.addToPage(page, { x, y: page.getHeight() - y - side, width: side, height: side })
  if (on) field.check()
}

/** Text in a note's appearance, its base line at y. */
export function addStamp(
  page: PDFPage,
  font: PDFRef,
  text: string,
  { x, y, size, width }: { x: number; y: number; size: number; width: number },
): void {
  const { context } = page.doc
  const [w, h] = [Math.max(8, width) + 4, size + 4]
  const low = page.getHeight() - y - 3
  const look = context.stream(`BT /F1 ${size} Tf 0 g 2 3 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, w, h],
    Resources: { Font: { F1: font } },
  })
  const rect = [x - 2, low, x - 2 + w, low + h]
  const note = { Type: 'Annot', Subtype: 'FreeText', Rect: rect, F: 4, AP: { N: context.register(look) } }
  page.node.addAnnot(context.register(context.obj(note)))
}

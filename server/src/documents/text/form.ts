import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../model/box.ts'
import type { FormValue } from '../model/page.ts'

interface Widget {
  subtype: string
  fieldName?: string
  alternativeText?: string
  fieldType?: string
  fieldValue?: unknown
  checkBox?: boolean
  radioButton?: boolean
  readOnly?: boolean
  rect: [number, number, number, number]
}

/** The form fields of a page, with their values, in shown coordinates. */
export async function readForm(page: PDFPageProxy): Promise<FormValue[]> {
  const viewport = page.getViewport({ scale: 1 })
  const widgets = (await page.getAnnotations({ intent: 'any' })) as Widget[]
  return widgets
    .filter((widget) => widget.subtype === 'Widget')
    .map((widget) => {
      const [xa, ya] = viewport.convertToViewportPoint(widget.rect[0], widget.rect[1]) as [number, number]
      const [xb, yb] = viewport.convertToViewportPoint(widget.rect[2], widget.rect[3]) as [number, number]
      const box: Box = [
        Math.min(xa, xb),
        viewport.height - Math.max(ya, yb),
        Math.max(xa, xb),
        viewport.height - Math.min(ya, yb),
      ]
      const kind = kindOf(widget)
      return {
        name: widget.fieldName ?? '',
        label: widget.alternativeText ?? '',
        kind,
        value: valueOf(widget, kind),
        box,
        readOnly: widget.readOnly ?? false,
      }
    })
}

function kindOf(widget: Widget): FormValue['kind'] {
  if (widget.fieldType === 'Tx') return 'text'
  if (widget.fieldType === 'Ch') return 'choice'
  return widget.checkBox || widget.radioButton ? 'checkbox' : 'other'
}

function valueOf({ fieldValue }: Widget, kind: FormValue['kind']): string {
  if (kind === 'checkbox') return fieldValue && fieldValue !== 'Off' ? 'true' : ''
  const value = Array.isArray(fieldValue) ? fieldValue.join(' ') : fieldValue
  return typeof value === 'string' ? value.trim() : ''
}

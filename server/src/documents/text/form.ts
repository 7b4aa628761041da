import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { FormValue, Matrix } from '../model/page.ts'
import { mapBox } from './matrix.ts'

/** pdf.js' data of a form field's place on a page, as far as it is used. */
export interface Widget {
  id: string
  subtype: string
  fieldName?: string
  alternativeText?: string
  fieldType?: string
  fieldValue?: unknown
  exportValue?: unknown
  buttonValue?: unknown
  checkBox?: boolean
  radioButton?: boolean
  readOnly?: boolean
  hidden?: boolean
  options?: { exportValue: string; displayValue: string }[]
  rect: [number, number, number, number]
}

/** A page's form fields as pdf.js gives them. */
export async function readWidgets(page: PDFPageProxy): Promise<Widget[]> {
  const annotations = (await page.getAnnotations({ intent: 'display' }).catch(() => [])) as Widget[]
  return annotations.filter(({ subtype, rect }) => subtype === 'Widget' && rect?.length === 4)
}

/** The fields that can be seen, with their values, in shown coordinates. */
export function formValues(widgets: readonly Widget[], shown: Matrix): FormValue[] {
  return widgets
    .filter(({ hidden }) => !hidden)
    .map((widget) => {
      const kind = kindOf(widget)
      return {
        name: widget.fieldName ?? '',
        label: widget.alternativeText ?? '',
        kind,
        value: fieldValueOf(widget, kind),
        box: mapBox(shown, widget.rect),
        readOnly: widget.readOnly ?? false,
      }
    })
}

function kindOf(widget: Widget): FormValue['kind'] {
  if (widget.fieldType === 'Tx') return 'text'
  if (widget.fieldType === 'Ch') return 'choice'
  return widget.checkBox || widget.radioButton ? 'checkbox' : 'other'
}

function fieldValueOf(widget: Widget, kind: FormValue['kind']): string {
  const { fieldValue } = widget
  if (kind === 'checkbox') return isOn(widget) ? 'true' : ''
  if (kind === 'other') return ''
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string')
  return values
    .map((value) => displayed(widget, value).trim())
    .join(' ')
    .trim()
}

function isOn({ fieldValue, checkBox, exportValue, buttonValue }: Widget): boolean {
  if (typeof fieldValue !== 'string' || fieldValue === 'Off') return false
  const own = checkBox ? exportValue : buttonValue
  return typeof own !== 'string' || own === fieldValue
}

function displayed({ options }: Widget, value: string): string {
  return options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value
}

import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { mapBox, scaleOf } from '../model/matrix.ts'
import type { FormValue, Matrix } from '../model/page.ts'

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
  /** Also where the file wants all fields drawn anew from their values. */
  hasAppearance?: boolean
  textAlignment?: number | null
  multiLine?: boolean
  /** A viewer shows that something is there, and not what. */
  password?: boolean
  defaultAppearanceData?: { fontSize?: number; fontColor?: ArrayLike<number> }
  backgroundColor?: ArrayLike<number> | null
  options?: { exportValue: string; displayValue: string }[]
  rect: [number, number, number, number]
}

/** In characters; the sheet on which a field stands has no room for more. */
const LONGEST_VALUE = 5000

/** Of a page: forms of the tax offices have a few hundred. */
export const MOST_FIELDS = 5000

/** A page's annotations as pdf.js gives them. */
export async function readAnnotations(page: PDFPageProxy): Promise<Widget[]> {
  const annotations = (await page.getAnnotations({ intent: 'display' }).catch(() => [])) as Widget[]
  return annotations.filter(({ rect }) => rect?.length === 4)
}

/** Those of them that are form fields. */
export const widgetsOf = (annotations: readonly Widget[]): Widget[] =>
  annotations.filter(({ subtype }) => subtype === 'Widget').slice(0, MOST_FIELDS)

/** A value with how a viewer would set it. */
export interface Field {
  value: FormValue
  /** #rrggbb of its characters; and of what the viewer paints below them, if anything. */
  color: string
  ground: string | undefined
  align: 'left' | 'middle' | 'right'
  /** Starts at the top and may have several lines. */
  multiLine: boolean
  /** In points; 0 lets the viewer choose. */
  size: number
}

/** The fields that can be seen, with their values, in shown coordinates. */
export function readFields(widgets: readonly Widget[], shown: Matrix): Field[] {
  return widgets
    .filter(({ hidden }) => !hidden)
    .map((widget) => {
      const kind = kindOf(widget)
      const value = {
        name: widget.fieldName ?? '',
        label: widget.alternativeText ?? '',
        kind,
        value: fieldValueOf(widget, kind),
        box: mapBox(shown, widget.rect),
        readOnly: widget.readOnly ?? false,
        drawn: widget.hasAppearance ?? false,
      }
      const align = (['left', 'middle', 'right'] as const)[widget.textAlignment ?? 0] ?? 'left'
      return { value, align, multiLine: widget.multiLine ?? false, ...looksOf(widget, shown) }
    })
}

/** How the file says that a viewer sets a value. */
export function looksOf(
  { defaultAppearanceData: { fontSize = 0, fontColor } = {}, backgroundColor }: Widget,
  shown: Matrix,
): Pick<Field, 'size' | 'color' | 'ground'> {
  const size = Math.max(0, fontSize) * scaleOf(shown)
  return { size, color: hexOf(fontColor) ?? '#000000', ground: hexOf(backgroundColor) }
}

/** #rrggbb of red, green and blue up to 255. */
export function hexOf(color: ArrayLike<number> | null | undefined): string | undefined {
  if (color?.length !== 3) return undefined
  return `#${Array.from(color, (part) => part.toString(16).padStart(2, '0')).join('')}`
}

function kindOf(widget: Widget): FormValue['kind'] {
  if (widget.fieldType === 'Tx') return 'text'
  if (widget.fieldType === 'Ch') return 'choice'
  return widget.checkBox || widget.radioButton ? 'checkbox' : 'other'
}

function fieldValueOf(widget: Widget, kind: FormValue['kind']): string {
  const { fieldValue } = widget
  if (widget.password) return ''
  if (kind === 'checkbox') return isOn(widget) ? 'true' : ''
  if (kind === 'other') return ''
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string')
  return values
    .map((value) => displayed(widget, value).trim())
    .join(' ')
    .trim()
    .slice(0, LONGEST_VALUE)
}

function isOn({ fieldValue, checkBox, exportValue, buttonValue }: Widget): boolean {
  if (typeof fieldValue !== 'string' || fieldValue === 'Off') return false
  const own = checkBox ? exportValue : buttonValue
  return typeof own !== 'string' || own === fieldValue
}

function displayed({ options }: Widget, value: string): string {
  return options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value
}

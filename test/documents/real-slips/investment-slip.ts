import type { FormPaper } from '../printer/form-paper.ts'
import type { Style } from './canadian-form.ts'
import { cents } from './money.ts'

export function dividends(
  amounts: Record<string, number>,
  actual: number,
  boxes: readonly [string, string, string],
): void {
  amounts[boxes[0]] = actual
  amounts[boxes[1]] = cents(actual * 1.38)
  amounts[boxes[2]] = cents(actual * 1.38 * 0.150198)
}

export function head(
  sheet: FormPaper,
  top: number,
  form: string,
  titles: readonly string[],
  year: number,
  slip: string,
): void {
  sheet.text(582, top + 14, form, { size: 18, bold: true, align: 'right' })
  sheet.lines(548, top + 10, titles, { size: 8, bold: true, align: 'right' })
  sheet.lines(30, top + 6, ['Canada Revenue    Agence du revenu', 'Agency                    du Canada'], { size: 5.5 })
  sheet.text(200, top + 8, 'Year', { size: 5.5 }).text(200, top + 15, 'Année', { size: 5.5 })
  sheet.box(222, top + 2, 46, 15)
  sheet.value(`${slip}.Year[0]`, String(year), { x: 224, y: top + 3, w: 42, h: 13, size: 10 })
}

export function foot(sheet: FormPaper, top: number, form: string, year: number): void {
  sheet.at(0, top)`
    0: 30b/7 ${form} (${String(year).slice(2)}) | 306^/5.5 Protected B when completed / Protégé B une fois rempli
    | 582>/5 For information, see the back. Pour obtenir des renseignements, lisez le verso.
  `
}

export interface Slip {
  sheet: FormPaper
  top: number
  slip: string
  style: Style
}

export function block(
  { sheet, slip }: Slip,
  name: string,
  caption: string,
  lines: string[],
  x: number,
  y: number,
): void {
  sheet.text(x + 2, y - 3, caption, { size: 6 }).box(x, y, 272, 62)
  sheet.value(`${slip}.${name}[0]`, lines.join('\n'), { x: x + 2, y: y + 1, w: 268, h: 60, size: 8.5, many: true })
}

export const short = (captions: readonly string[]) => captions.map((caption) => caption.slice(0, 46))

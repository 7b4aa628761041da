import type { Chance } from '../chance.ts'
import { FormPaper } from '../printer/form-paper.ts'
import { Template } from '../printer/template.ts'
import type { Generator, Truth } from '../specimen.ts'
import { type Company, company, type Person, person } from './people.ts'

export interface Cell {
  /** As printed beside or in the cell. */
  box: string
  captions: readonly string[]
  value: string
  x: number
  y: number
  w: number
  h?: number
  align?: 'left' | 'right'
}

/** How a form sets its cells: the number in its own small box at the left, in the corner, or before the caption. */
export type Style = 'aside' | 'corner' | 'caption'

export function drawCell(sheet: FormPaper, cell: Cell, style: Style, name: string): void {
  const { box, captions, value, x, y, w, h = style === 'aside' ? 16 : 28, align = 'right' } = cell
  const family = sheet.fillable ? 'sans' : 'mono'
  if (style === 'aside') {
    sheet.lines(x + 2, y - 1.15 * 5 * (captions.length - 1) - 2, captions, { size: 5 })
    sheet
      .box(x, y, w, h)
      .rule(x + 20, y, x + 20, y + h)
      .text(x + 10, y + 11, box, { size: 7, bold: true, align: 'middle' })
    sheet.value(name, value, { x: x + 21, y: y + 1, w: w - 22, h: h - 2, size: 9, align, family })
    return
  }
  sheet.box(x, y, w, h, 0.4)
  if (style === 'corner')
    sheet.text(x + 2, y + 7, box, { size: 6.5, bold: true }).lines(x + 18, y + 6, captions, { size: 4.6 })
  else sheet.lines(x + 2, y + 6, [`${box} ${captions[0] ?? ''}`, ...captions.slice(1)], { size: 4.8 })
  sheet.value(name, value, { x: x + 2, y: y + h - 14, w: w - 4, h: 13, size: 9, align, family })
}

const CELL = /^(\S+) (\S+) (\S+) (\S+?)(>?): (.*?) =(?: (.*))?$/s

/**
 * Draws cells, one a line: `BOX X Y WIDTH[>]: caption ¶ in French = value`, the value at the right where `>` says so,
 * the fields of the form named after their boxes within `slip`.
 */
export function cellsOn(sheet: FormPaper, slip: string, style: Style, left = 0, top = 0, h?: number) {
  return (strings: TemplateStringsArray, ...values: unknown[]): void => {
    const template = new Template(strings, values)
    for (const { text } of template.lines) {
      const [, number = '', x, y, w, right, captions = '', value = ''] = CELL.exec(text) ?? []
      const [box, ...place] = [number, x, y, w].map((each) => template.fill(each ?? ''))
      const [x0 = 0, y0 = 0, wide = 0] = place.map(Number)
      const cell = { box: box ?? '', captions: template.fill(captions).split(' ¶ '), value: template.fill(value) }
      const at = { x: left + x0, y: top + y0, w: wide, align: right ? ('right' as const) : ('left' as const) }
      drawCell(sheet, { ...cell, ...at, ...(h && { h }) }, style, `${slip}.Box${box}[0]`)
    }
  }
}

export interface Parties {
  payer: Company
  person: Person
  year: number
  chance: Chance
}

/** What a form makes of its parties: draws itself, several times where it does, and says what stands on it. */
export type Draw = (sheet: FormPaper, parties: Parties) => Pick<Truth, 'fields' | 'document_type'>

export function canadianForm(
  draw: Draw,
  options: { fillable?: boolean; size?: [number, number]; years?: readonly number[] } = {},
): Generator {
  const { years = [2019, 2020, 2021, 2022, 2023, 2024, 2025], ...rest } = options
  return async (chance) => {
    const sheet = await FormPaper.open(rest)
    const parties: Parties = {
      payer: company(chance, 'CA'),
      person: person(chance, 'CA'),
      year: chance.pick(years),
      chance,
    }
    const truth = draw(sheet, parties)
    return { name: 'real-canadian', bytes: await sheet.save(), truth: { ...truth, risk: 'clean' } }
  }
}

import { inkOf, readCells } from './cells.ts'
import type { FormPaper, Pen } from './form-paper.ts'
import { Marks } from './place.ts'
import { brokenAt } from './sheet.ts'
import { type Cell, type Ink, Template } from './template.ts'

const ROW = /^([^ :]*?)((?:b|[sm]|\/[\d.]+|#[\d.]+)*)(?: step ([^ :]+))?: (.*)$/s
const SLOT = /^(\S+) (\S+) (\S+) (\S+) ([\d.]+)([>^]?)(\S*)((?: many| comb)*)$/
const SIDES = { '': 'left', '>': 'right', '^': 'middle' } as const

type Line = (words: string, print: Printing) => void

interface Printing {
  paper: FormPaper
  template: Template
  left: number
  top: number
}

/**
 * Prints a template on a form's paper: rows of texts as on a sheet, and
 *
 *     box X Y W H [GREY]   frame X Y W H THICKNESS [GREY]   rule Y X1 X2 [THICKNESS]   upright X Y1 Y2 [THICKNESS]
 *     value NAME X Y W H[>^][INK] [many] [comb]: text
 *
 * where an ink may be of the family `s` serif or `m` mono: `60: 40bm/14 Text`.
 */
export function printForm(
  paper: FormPaper,
  [left, top]: readonly [number, number],
  strings: readonly string[],
  values: readonly unknown[],
): void {
  const template = new Template(strings, values)
  for (const { text } of template.lines) {
    const [word = ''] = text.split(' ')
    const print = { paper, template, left, top }
    const draw = LINES[word]
    if (draw) draw(text.slice(word.length + 1), print)
    else printRow(text, print)
  }
}

const LINES: Readonly<Record<string, Line>> = {
  box: (words, print) => {
    const [x = 0, y = 0, w = 0, h = 0, grey] = numbers(words, print)
    print.paper.box(print.left + x, print.top + y, w, h, grey === undefined ? 0.5 : 0, grey)
  },
  frame: (words, print) => {
    const [x = 0, y = 0, w = 0, h = 0, thickness, grey] = numbers(words, print)
    print.paper.box(print.left + x, print.top + y, w, h, thickness, grey)
  },
  rule: (words, { paper, left, top, template }) => {
    const [y = 0, x = 0, to = 0, thickness] = numbers(words, { template })
    paper.rule(left + x, top + y, left + to, top + y, thickness)
  },
  upright: (words, { paper, left, top, template }) => {
    const [x = 0, y = 0, to = 0, thickness] = numbers(words, { template })
    paper.rule(left + x, top + y, left + x, top + to, thickness)
  },
  value: printValue,
}

const numbers = (words: string, { template }: Pick<Printing, 'template'>): number[] =>
  words.split(' ').map((word) => new Marks().place(template.fill(word)))

function printValue(line: string, { paper, template, left, top }: Printing): void {
  const [, slot = '', text = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? []
  const [, name = '', ...rest] = SLOT.exec(template.fill(slot)) ?? []
  const [x = 0, y = 0, w = 0, h = 0] = rest.slice(0, 4).map(Number)
  const [side = '', ink = '', flags = ''] = rest.slice(4)
  const value = template.value(text)
  paper.value(name, Array.isArray(value) ? value.join('\n') : String(value), {
    ...penOf(inkOf(ink), SIDES[side as '' | '>' | '^']),
    ...{ x: left + x, y: top + y, w, h },
    ...(flags.includes('many') && { many: true }),
    ...(flags.includes('comb') && { comb: true }),
  })
}

function printRow(line: string, { paper, template, left, top }: Printing): void {
  const [, y, ink = '', step, cells = ''] = ROW.exec(line) ?? []
  if (y === undefined) throw new Error(`no line of a template: ${line}`)
  const down = step === undefined ? undefined : template.number(step)
  for (const { x, side, room, lines } of readCells(cells, inkOf(template.fill(ink)), template)) {
    let at = top + template.number(y)
    for (const { ink: own, text } of lines)
      for (const each of room === undefined ? [text] : brokenAt(room, text, (part) => paper.widthOf(part, own))) {
        paper.text(left + x, at, each, penOf(own, side))
        at += down ?? paper.leading * (own.size ?? 6)
      }
  }
}

const penOf = (ink: Ink, align: Cell['side']): Pen => ({ ...ink, align })

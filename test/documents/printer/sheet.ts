import type { Chance } from '../chance.ts'
import type { Specimen } from '../specimen.ts'
import { Canvas } from './canvas.ts'
import { inkOf, readCells } from './cells.ts'
import { drawTable } from './draw-table.ts'
import { lookOf } from './look.ts'
import { Marks, PLACE } from './place.ts'
import { OFFICE, type Spacing } from './spacing.ts'
import { readTable } from './table.ts'
import { type Cell, type Line, Template } from './template.ts'
import { readTruth } from './truth.ts'

const ROW = new RegExp(`^(${PLACE})([^ :]*)(?: step ([^ :]+))?: ?(.*)$`, 's')
const DRAWN = new Set(['rule', 'upright', 'box', 'logo', 'turn'])

/**
 * A sheet on which templates are printed, in points from its upper left corner. A line of a template is
 *
 *     Y[INK] [step N]: X[>^][<ROOM][INK] text ¶ line under it | X text
 *     table Y …: or list Y …:, whose rows follow as `- cell | cell` (table.ts)
 *     rule Y X1 X2 [THICKNESS]   upright X Y1 Y2   box X Y WIDTH HEIGHT [GREY]   logo X Y SIZE   turn [Y]
 *
 * `name = ` before a line keeps where it ends, to be used as `name+14`; `a,b` is the lower of two. A line that begins
 * with `|`, `¶` or `&` goes on with the one before.
 */
export class Sheet {
  readonly #canvas: Canvas
  readonly #spacing: Spacing
  readonly #marks = new Marks()

  private constructor(canvas: Canvas, spacing: Spacing) {
    this.#canvas = canvas
    this.#spacing = spacing
  }

  /** A sheet that looks as {@link lookOf} reads. */
  static async open(chance: Chance, look = '', spacing: Partial<Spacing> = {}): Promise<Sheet> {
    return new Sheet(await Canvas.open(lookOf(look, chance), chance), { ...OFFICE, ...spacing })
  }

  get pages(): number {
    return this.#canvas.pages
  }

  /** Prints a template; answers where its last line ends, down from the upper edge. */
  print(strings: TemplateStringsArray, ...values: unknown[]): number {
    const template = new Template(strings, values)
    let end = 0
    for (const line of template.lines) {
      const [, name, text = ''] = /^(?:([a-z]\w*) = )?(.*)$/s.exec(line.text) ?? []
      end = this.#line({ ...line, text }, template)
      if (name) this.#marks.set(name, end)
    }
    return end
  }

  /** The printed sheet with its truth, as {@link readTruth} reads it. */
  async says(strings: TemplateStringsArray, ...values: unknown[]): Promise<Specimen> {
    const { name, truth } = readTruth(new Template(strings, values))
    return { name, bytes: await this.#canvas.save(), truth }
  }

  #line(line: Line, template: Template): number {
    const [word = '', ...words] = line.text.split(' ')
    if (word === 'table' || word === 'list') {
      const table = readTable(line, template)
      return drawTable(table, this.#marks.place(template.fill(table.y)), this.#canvas, this.#spacing)
    }
    if (!DRAWN.has(word)) return this.#row(line.text, template)
    const [a = 0, b = 0, c = 0, ...more] = words.map((each) => this.#marks.place(template.fill(each)))
    if (word === 'rule') this.#canvas.line([b, a], [c, a], more[0])
    else if (word === 'upright') this.#canvas.line([a, b], [a, c])
    else if (word === 'box') this.#canvas.box(a, b, c, more[0] ?? 0, more[1])
    else if (word === 'logo') this.#canvas.logo(a, b, c)
    else this.#canvas.turn()
    return a
  }

  #row(text: string, template: Template): number {
    const [, at, ink = '', step, cells = ''] = ROW.exec(text) ?? []
    if (at === undefined) throw new Error(`no line of a template: ${text}`)
    const y = this.#marks.place(template.fill(at))
    if (cells === '') return y
    let end = y
    for (const cell of readCells(cells, inkOf(template.fill(ink)), template))
      end = this.#cell(y, cell, step === undefined ? undefined : template.number(step))
    return end
  }

  #cell(y: number, cell: Cell, step?: number): number {
    const { room } = cell
    const broken = ({ ink, text }: Cell['lines'][number], to: number) =>
      brokenAt(to, text, (part) => this.#canvas.widthOf(part, ink)).map((line) => ({ ink, text: line }))
    const lines = room === undefined ? cell.lines : cell.lines.flatMap((line) => broken(line, room))
    const down = step ?? this.#spacing.leading * (lines[0]?.ink.size ?? this.#canvas.look.text)
    for (const [i, { ink, text }] of lines.entries()) this.#canvas.put(cell, y + i * down, text, ink)
    return y + lines.length * down
  }
}

/** Running text in lines that are no wider than there is room. */
export function brokenAt(room: number, text: string, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

import type { Family } from './faces.ts'

/** Of a text on a page. */
export interface Ink {
  size?: number
  bold?: boolean
  /** Where a paper has several. */
  family?: Family
  /** 0 black, 1 white. */
  grey?: number
  /** Points between letters. */
  spaced?: number
}

/** Lines of text under each other at a place of their row; each is left out where it is undefined. */
export interface Cell {
  x: number
  /** Which part of the text stands at `x`. */
  side: 'left' | 'right' | 'middle'
  /** Running text is broken where it is this wide. */
  room?: number
  lines: { ink: Ink; text: string }[]
}

/** A line of a template, without its slots' values, and the rows that follow it. */
export interface Line {
  text: string
  rows: string[]
}

const FIRST = 0xe000
const SLOT = /[\ue000-\uf8ff]/g
const ONLY_SLOT = /^[\ue000-\uf8ff]$/

/** A template whose values are filled in where they are asked for. */
export class Template {
  readonly lines: Line[] = []
  readonly #values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#values = values
    const text = strings.map((part, i) => (i === 0 ? '' : String.fromCharCode(FIRST + i - 1)) + part).join('')
    for (const line of text
      .split('\n')
      .map((each) => each.trimStart())
      .filter(Boolean))
      this.#add(line)
  }

  #add(line: string): void {
    const last = this.lines.at(-1)
    if (last && /^[|¶&] ?/.test(line)) {
      const more = line.startsWith('& ') ? line.slice(2) : line
      // Behind an empty cell a blank more, which is what stands between two bars.
      const onto = (text: string) => `${text}${text.endsWith(' |') ? '  ' : ' '}${more}`
      if (last.rows.length > 0) last.rows.push(onto(last.rows.pop() ?? ''))
      else last.text = onto(last.text)
    } else if (last && line.startsWith('-')) last.rows.push(line.slice(1))
    else this.lines.push({ text: line, rows: [] })
  }

  fill(text: string): string {
    return text.replace(SLOT, (slot) => String(this.#at(slot)))
  }

  number(text: string): number {
    const number = Number(this.fill(text))
    if (Number.isNaN(number)) throw new Error(`${this.fill(text)} is no number`)
    return number
  }

  /** The value itself where the text is nothing but a slot. */
  value(text: string): unknown {
    return ONLY_SLOT.test(text) ? this.#at(text) : this.fill(text)
  }

  #at(slot: string): unknown {
    return this.#values[slot.charCodeAt(0) - FIRST]
  }
}

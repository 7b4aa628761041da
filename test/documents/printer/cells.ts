import type { Cell, Ink, Template } from './template.ts'

const INK = /^(b?)([sm]?)(?:\/([\d.]+))?(?:#([\d.]+))?(?:_([\d.]+))?$/
const PLACE = /^(-?[\d.]+)([>^]?)(?:<([\d.]+))?(.*)$/
const FAMILIES = { s: 'serif', m: 'mono' } as const
const SIDES = { '': 'left', '>': 'right', '^': 'middle' } as const

/**
 * `bm/12#0.4_2`: bold, in mono (`s` serif) where the paper has it, of 12 points, grey, letters 2 points apart; what it
 * does not say is as in `within`.
 */
export function inkOf(text: string, within: Ink = {}): Ink {
  const [, bold, family, size, grey, spaced] = INK.exec(text) ?? []
  if (bold === undefined) throw new Error(`no ink is called ${text}`)
  return {
    ...within,
    ...(bold && { bold: true }),
    ...(family && { family: FAMILIES[family as 's' | 'm'] }),
    ...(size && { size: Number(size) }),
    ...(grey && { grey: Number(grey) }),
    ...(spaced && { spaced: Number(spaced) }),
  }
}

/** Cells as they are separated by ` | `. */
export const cellsOf = (text: string): string[] => text.split(/ \|(?: |$)/)

/** `X[>^][<ROOM][INK] text ¶[INK] line under it`: what stands at the left, right or middle of X; or a slot of such. */
export function readCells(text: string, ink: Ink, template: Template): Cell[] {
  return cellsOf(text).flatMap((cell) => {
    const whole = template.value(cell.trim())
    if (Array.isArray(whole)) return whole.map(([x, put]: [number, string | undefined]) => cellAt(x, [put], ink))
    const [place = '', ...words] = cell.trimStart().split(' ')
    const [, x, side, room, own = ''] = PLACE.exec(template.fill(place)) ?? []
    if (x === undefined) throw new Error(`no place: ${cell}`)
    const lines = linesOf(words.join(' '), inkOf(own, ink), template)
    return { ...placeOf(Number(x), SIDES[side as '' | '>' | '^']), ...(room && { room: Number(room) }), lines }
  })
}

/** A negative place is that of the right end. */
const placeOf = (x: number, side: Cell['side'] = 'left'): Pick<Cell, 'x' | 'side'> =>
  x < 0 ? { x: -x, side: 'right' } : { x, side }

const cellAt = (x: number, texts: readonly (string | undefined)[], ink: Ink): Cell => ({
  ...placeOf(x),
  lines: texts.filter((text) => text !== undefined).map((text) => ({ ink, text })),
})

function linesOf(text: string, first: Ink, template: Template): Cell['lines'] {
  let ink = first
  return text.split(' ¶').flatMap((part, i) => {
    const [own = '', ...words] = i === 0 ? ['', part] : part.split(' ')
    if (own !== '') ink = inkOf(template.fill(own))
    return textsOf(template.value(words.join(' '))).map((each) => ({ ink, text: each }))
  })
}

/** A value as lines of text; nothing where it is undefined. */
export const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((each) => each !== undefined)
    .map(String)

import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../chance.ts'
import type { Place } from '../round-file.ts'
import { widthOf } from './fonts.ts'
import { boxOf, type Item, type Laid, type Value } from './sheet.ts'

/** What a forger sets out to do: this value of this paper shall say something else. */
export interface Job {
  laid: Laid
  field: string
  /** The runs that print it. */
  items: Item[]
  to: string
  chance: Chance
}

export interface Forged {
  bytes: Uint8Array
  places: Place[]
  medium?: 'scan'
  /** The reader of the page sees the old value still, or the text says it. */
  shows?: 'old'
}

export type Technique = (job: Job) => Promise<Forged>

export const placesOf = (items: readonly Item[]): Place[] =>
  items.map((item) => ({ page: item.page, box: boxOf(item) }))

/** The run with another text, its right end where it was when it is a number. */
export function retyped(item: Item, text: string, change: Partial<Item> = {}): Item {
  const next = { ...item, text, ...change }
  const number = /^[\d.,' \u00a0-]+$/.test(item.text)
  const shift = number ? widthOf(item.text, item.font, item.size) - widthOf(text, next.font, next.size) : 0
  return { ...next, x: (change.x ?? item.x) + shift }
}

/** The paper with the runs of a job changed by its forger's editor. */
export function edited(job: Job, change: (item: Item) => Item[]): { laid: Laid; places: Place[] } {
  const changed = new Map(job.items.map((item) => [item, change(item)]))
  const items = job.laid.items.flatMap((item) => changed.get(item) ?? [item])
  return { laid: { ...job.laid, items }, places: placesOf([...changed.values()].flat()) }
}

/** What a forger's drawing program makes of the new value: digits on a white ground. */
export function label(item: Item, text: string, scale: number, ground = '#ffffff'): Canvas {
  const [x, y, right, top] = boxOf(item)
  const canvas = createCanvas(Math.ceil((right - x + 2) * scale), Math.ceil((top - y) * scale))
  const pen = canvas.getContext('2d')
  pen.fillStyle = ground
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = item.color
  pen.font = fontCss(item, scale)
  pen.textAlign = 'right'
  pen.fillText(text, (right - x) * scale, 0.74 * item.size * scale, (right - x) * scale)
  return canvas
}

export const fontCss = ({ font, size }: Item, scale: number): string =>
  `${size * scale}px "Round ${font.includes('Bold') ? 'Arial-Bold' : 'Arial'}"`

/** Says in the truth what a reader sees after the change. */
export function retold({ laid, field }: Job, said: Value): Laid['truth'] {
  const truth = structuredClone(laid.truth)
  const [table = '', at, column = ''] = field.split('.')
  const row = at === undefined ? undefined : truth.tables?.[table]?.[Number(at)]
  if (row && said === '') truth.tables?.[table]?.splice(Number(at), 1)
  else if (row && column === 'move')
    Object.assign(row, Number(said) < 0 ? { withdrawal: -Number(said) } : { deposit: said })
  else if (row) row[column] = said
  else if (field in truth.fields) truth.fields[field] = said
  return { ...truth, risk: 'flagged' }
}

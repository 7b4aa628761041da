import { widthOf } from '../../round-1/fonts.ts'
import type { Cell, Paper, Sheet } from './sheet.ts'
import { type Edit, fileOf, shown, thingsOf, updated } from './write.ts'

/** What a forger wants of a paper, and by which hand it is done. */
export interface Job {
  before: Sheet
  after: Sheet
  /** Texts that are others now, each with the old one where there was one. */
  changes: { old?: Cell; to: Cell }[]
  removed: Cell[]
}

export type Hand = (job: Job) => Uint8Array | Promise<Uint8Array>

/** The page before and after; what `kept` names was forgotten, what `told` names is set without anything following. */
export function jobOf<V>(
  paper: Paper<V>,
  set: ((values: V) => void) | undefined,
  kept: readonly string[] = [],
  told: Readonly<Record<string, string>> = {},
): Job {
  const before = paper.draw(structuredClone(paper.values))
  const values = structuredClone(paper.values)
  set?.(values)
  const after = paper.draw(values)
  const forgotten = (key: string) => kept.some((name) => key === name || key.startsWith(`${name}.`))
  const old = new Map(before.cells.map((cell) => [cell.key, cell]))
  after.cells = after.cells.map((cell) => {
    const was = old.get(cell.key)
    // What was forgotten moves along with its line.
    const text = was && forgotten(cell.key) ? was.text : told[cell.key]
    return text === undefined ? cell : { ...cell, text, x: cell.x + shift(cell, text) }
  })
  const same = (a: Cell, b: Cell) => a.text === b.text && Math.abs(a.y - b.y) + Math.abs(a.x - b.x) < 0.5
  const changes = after.cells
    .filter((cell) => !before.cells.some((was) => same(was, cell)))
    .map((to) => {
      const was = old.get(to.key)
      return was && Math.abs(was.y - to.y) < 0.5 ? { old: was, to } : { to }
    })
  const removed = before.cells.filter(
    (cell) => !after.cells.some((now) => same(now, cell)) && !changes.some((change) => change.old === cell),
  )
  return { before, after, changes, removed }
}

const shift = (cell: Cell, text: string) => (cell.right ? widthBy(cell, cell.text) - widthBy(cell, text) : 0)
const widthBy = ({ font, size }: Cell, text: string) => widthOf(text, font, size)

/** The edit that takes out what is no more and prints what is new, in whatever way. */
export function retext({ changes, removed }: Job, how: (to: Cell, old?: Cell) => string = (to) => shown(to)): Edit {
  const texts = new Map<Cell, string>(removed.map((cell) => [cell, '']))
  const over: string[] = []
  for (const { old, to } of changes)
    if (old) texts.set(old, how(to, old))
    else over.push(how(to))
  return { texts, over }
}

/** How an editor leaves a file: what it says of itself, and whether the old file stays in it. */
export interface Saved {
  info?: Record<string, string>
  behind?: boolean
}

export const saved = ({ before }: Job, edit: Edit, { info, behind }: Saved = {}): Uint8Array => {
  const after = thingsOf(before, info ? { ...edit, info } : edit)
  return behind ? updated(thingsOf(before), after) : fileOf(after)
}

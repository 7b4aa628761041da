import { readFileSync } from 'node:fs'
import { type Change, changed, without } from '../round-11-forged/sheet.ts'
import type { Forgery } from '../round-file.ts'
import type { Job } from './job.ts'
import { type Paper, paperOf } from './sheets.ts'

/** One forgery on one paper. */
export interface Wish {
  family: Forgery['family']
  technique: string
  /** Hands on the printed file, one after the other; or who prints the changed paper first, `=` its own printer. */
  hands: string[]
  field: string
  job: Job
}

/** `family | technique | paper | hands | field | changes`. */
const wishFrom =
  (find: typeof paperOf) =>
  (line: string): Wish => {
    const [family = '', technique = '', name = '', hands = '', field = '', what = ''] = line.split(' | ')
    const job = jobFrom(find(name), what)
    return { family: family as Wish['family'], technique, hands: hands.split('+'), field, job }
  }

/** `old > new @which ; -a line that goes`. */
export function jobFrom(paper: Paper, what: string): Job {
  const parts = what.split(' ; ')
  const isGone = (part: string) => part.startsWith('-') && !part.includes(' > ')
  const gone = parts.filter(isGone).map((part) => part.slice(1))
  return jobOf(paper, parts.filter((part) => !isGone(part)).map(changeOf), gone)
}

export function jobOf(paper: Paper, changes: readonly Change[], gone: readonly string[] = []): Job {
  const less = gone.length > 0 ? without(paper, gone) : paper
  const { sheet, cells } = changed(less, changes)
  const lost = paper.cells.filter(({ text }) => gone.some((each) => text.includes(each)))
  const pairs: Job['cells'] = [...cells, ...lost.map((cell): [typeof cell, typeof cell] => [cell, cell])]
  return { paper, after: { ...paper, ...sheet }, changes, cells: pairs }
}

function changeOf(part: string): Change {
  const [, old = '', text = '', nth] = part.match(/^(.*?) > (.*?)(?: @(\d+))?$/) ?? []
  return nth === undefined ? [old, text] : [old, text, +nth]
}

/** What is to be forged, a line each, on the papers that are found by their names. */
export const wishesOf = (file: URL, find: typeof paperOf): Wish[] =>
  readFileSync(file, 'utf8').trim().split('\n').map(wishFrom(find))

export const WISHES: readonly Wish[] = wishesOf(new URL('wishes.txt', import.meta.url), paperOf)

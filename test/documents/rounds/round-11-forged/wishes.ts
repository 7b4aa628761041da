import { readFileSync } from 'node:fs'
import type { Forgery } from '../round-file.ts'
import type { Job } from './job.ts'
import { type Change, changed, sheetOf, without } from './sheet.ts'

/** One forgery on one paper. */
export interface Wish {
  family: Forgery['family']
  technique: string
  paper: string
  /** Hands on the printed file, one after the other; or the printer of the changed sheet, `=` for its own. */
  hands: string
  field: string
  job: Job
}

/** `family | technique | paper | hands | field | old > new @which ; -a line that goes`. */
function wishOf(line: string): Wish {
  const [family = '', technique = '', paper = '', hands = '', field = '', what = ''] = line.split(' | ')
  const parts = what.split(' ; ')
  const gone = parts.filter((part) => part.startsWith('-') && !part.includes(' > ')).map((part) => part.slice(1))
  const changes = parts.filter((part) => part.includes(' > ')).map(changeOf)
  const sheet = sheetOf(paper)
  const less = gone.length > 0 ? without(sheet, gone) : sheet
  const { sheet: after, cells } = changed(less, changes)
  const lost = sheet.cells.filter(({ text }) => gone.some((each) => text.includes(each)))
  const pairs = [...cells, ...lost.map((cell): [typeof cell, typeof cell] => [cell, cell])]
  return {
    family: family as Wish['family'],
    technique,
    paper,
    hands,
    field,
    job: { sheet, after, changes, cells: pairs },
  }
}

function changeOf(part: string): Change {
  const [, old = '', text = '', nth] = part.match(/^(.*?) > (.*?)(?: @(\d+))?$/) ?? []
  return nth === undefined ? [old, text] : [old, text, +nth]
}

export const WISHES: readonly Wish[] = readFileSync(new URL('wishes.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(wishOf)

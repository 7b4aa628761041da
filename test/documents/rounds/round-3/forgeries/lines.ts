import { readFileSync } from 'node:fs'
import type { Forgery } from '../../round-file.ts'

/** A line of the list: a technique, the paper, and what its fields are made to show. */
export interface Line {
  at: number
  technique: string
  family: Forgery['family']
  medium: 'text' | 'scan'
  paper: string
  /** Field to text, the value after another ` = ` where the text does not say it plainly. The first is the aim. */
  shown: Map<string, string>
}

export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, at) => {
    const [technique = '', family, medium, paper = '', changes = ''] = line.split(' | ')
    const shown = new Map(
      changes.split(' ; ').map((change) => [change.split(' = ')[0] ?? '', change.replace(/^.*? = /, '')]),
    )
    return { at: at + 1, technique, family: family as Line['family'], medium: medium as Line['medium'], paper, shown }
  })
}

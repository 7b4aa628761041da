import { readFileSync } from 'node:fs'
import type { Forgery } from '../../round-file.ts'

/** A line of the list: what is done to which paper, through what it is seen, and how it becomes a file. */
export interface Line {
  name: string
  technique: string
  family: Forgery['family']
  paper: string
  lenses: string[]
  how: string
  /** Whether only what is named changes, or all that must agree with it. */
  scope: 'one' | 'all'
  /** Field to text, the value after another ` = ` where the text does not say it plainly; the aim first. */
  shown: Map<string, string>
  save: string
  form: string
  maker: string
}

export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, at) => {
    const [
      technique = '',
      family,
      paper = '',
      seen = '',
      how = '',
      scope,
      changes = '',
      save = '',
      form = '',
      maker = '',
    ] = line.split(' | ')
    const pairs = changes.split(' ; ').map((change) => change.split(/ = (.*)/s).slice(0, 2) as [string, string])
    return {
      // Numbers go on from those of the forged texts.
      name: `forged-${at + 61}-${technique}-${paper}`,
      technique,
      family: family as Line['family'],
      paper,
      lenses: seen.split(' > '),
      how,
      scope: scope as Line['scope'],
      shown: new Map(pairs),
      save,
      form,
      maker,
    }
  })
}

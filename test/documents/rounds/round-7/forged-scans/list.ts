import { readFileSync } from 'node:fs'
import type { Forgery } from '../../round-file.ts'

/** A line of the list: what is done to which paper, through what it is seen, and how it becomes a file. */
export interface Line {
  name: string
  technique: string
  family: Forgery['family']
  paper: string
  lenses: string[]
  /** What is done one after the other, each with a word that it may need. */
  steps: [step: string, word: string][]
  scope: 'one' | 'all'
  shown: Map<string, string>
  quality: number
  form: string
  maker: string
}

export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, at) => {
    const [technique = '', family, paper = '', seen = '', how = '', scope, changes = '', ...rest] = line.split(' | ')
    const [quality, form = '', maker = ''] = rest
    const pairs = changes.split(' ; ').map((change) => change.split(/ = (.*)/s).slice(0, 2) as [string, string])
    const steps = how.split(' + ').map((step): [string, string] => {
      const [name = '', word = ''] = step.split(': ')
      return [name, word]
    })
    const name = `forged-scan-7-${String(at + 1).padStart(2, '0')}-${technique}-${paper}`
    const told = { family: family as Line['family'], scope: scope as Line['scope'], shown: new Map(pairs) }
    return { name, technique, paper, lenses: seen.split(' > '), steps, quality: Number(quality), form, maker, ...told }
  })
}

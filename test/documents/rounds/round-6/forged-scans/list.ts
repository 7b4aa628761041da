import { readFileSync } from 'node:fs'
import type { Line } from '../../round-5/forged-scans/list.ts'

/** The forged scans: what is done to which paper, seen through what; how they are read is as in the round before. */
export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, at) => {
    const [technique = '', family, paper = '', seen = '', how = '', scope, changes = '', ...rest] = line.split(' | ')
    const [save = '', form = '', maker = ''] = rest
    const pairs = changes.split(' ; ').map((change) => change.split(/ = (.*)/s).slice(0, 2) as [string, string])
    const name = `forged-scan-${String(at + 1).padStart(2, '0')}-${technique}-${paper}`
    const told = { family: family as Line['family'], scope: scope as Line['scope'], lenses: seen.split(' > ') }
    return { name, technique, paper, how, shown: new Map(pairs), save, form, maker, ...told }
  })
}

/** What is done one after the other, each with a word that it may need. */
export const stepsOf = ({ how }: Pick<Line, 'how'>): [step: string, word: string][] =>
  how
    .split(' + ')
    .map((step) => step.split(': ') as [string, string])
    .map(([step, word = '']) => [step, word])

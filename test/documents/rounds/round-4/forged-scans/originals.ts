import { readFileSync } from 'node:fs'
import type { Truth } from '../../../specimen.ts'
import { type Paper, printPapers, readPapers, retyped, truthOf, wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import type { Forgery } from '../../round-file.ts'
import type { Edit } from './desk.ts'

/** A line of the list: what is done to which paper, and how it becomes a file. */
export interface Line {
  name: string
  technique: string
  family: Forgery['family']
  paper: string
  looks: string[]
  how: string
  /** Field to text, the value after another ` = ` where the text does not say it plainly. */
  shown: Map<string, string>
  steps: string[]
  maker: string
}

const parts = (text: string, by: string) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean)

export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, at) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [technique = '', family, paper = '', looks = '', how = '', changes = '', steps = '', maker = ''] = cells
    const name = `forged-scan-${String(at + 1).padStart(2, '0')}-${technique}-${paper}`
    const shown = new Map(parts(changes, ' ; ').map((each) => each.split(/ = (.*)/s, 2) as [string, string]))

    return {
      name,
      technique,
      family: family as Line['family'],
      paper,
      looks: parts(looks, '>'),
      how,
      shown,
      steps: parts(steps, ' ; '),
      maker,
    }
  })
}

/** A genuine paper as its program prints it. */
export interface Original {
  bytes: Uint8Array
  truth: Truth
  made: string
  edits(line: Line): Edit[]
  reprint(line: Line): Promise<Uint8Array>
}

const markOf = ({ source }: Paper, name: string) => new RegExp(` ${name}=(\\S+)`).exec(source)?.[1]

export async function readOriginals(lines: readonly Line[]): Promise<Map<string, Original>> {
  const wanted = readPapers(new URL('papers/', import.meta.url)).filter(({ name }) =>
    lines.some(({ paper }) => paper === name),
  )
  const files = await printPapers(wanted)
  return new Map(wanted.map((paper, at) => [paper.name, originalOf(paper, files[at] ?? new Uint8Array())]))
}

function originalOf(paper: Paper, bytes: Uint8Array): Original {
  const truth = { ...truthOf(paper), optional: markOf(paper, 'optional')?.split(',') ?? [], scan: true }
  const edits = ({ shown }: Line) =>
    [...shown].map(([field, change]) => {
      const { text, before } = wordsOf(paper, field)
      return { field, spot: locate(bytes, text, before), to: change.split(' = ')[0] ?? '' }
    })
  const reprint = async ({ shown }: Line) => (await printPapers([retyped(paper, shown)]))[0] ?? bytes
  return { bytes, truth, made: markOf(paper, 'made') ?? '', edits, reprint }
}

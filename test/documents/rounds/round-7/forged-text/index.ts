import { readFileSync } from 'node:fs'
import { retold } from '../../round-3/forgeries/originals.ts'
import { retyped } from '../../round-3/forgeries/papers.ts'
import { differing } from '../../round-5/forged-scans/originals.ts'
import type { Forgery, Place, RoundFile } from '../../round-file.ts'
import { ACTS, actedOn } from './acts.ts'
import { COVERS } from './covers.ts'
import { reachOf, type Way } from './edit.ts'
import { FILES } from './files.ts'
import { LETTERS } from './letters.ts'
import { fail, type Paper, printedBy, readPapers, recalculated, truthOf } from './papers.ts'
import { boxOf, type Print, pieceOf, printed } from './print.ts'

const WAYS: Record<string, Way> = { ...COVERS, ...LETTERS, ...FILES }
/** Ways that make the whole paper up anew: its values stand where the new print has them. */
const MADE_UP: readonly string[] = ['reprinted', 'retyped', 'late', 'xml-kept']

/** A line of the list: what is done to which paper, and what it is made to show, the aim first. */
export interface Line {
  name: string
  technique: string
  family: Forgery['family']
  paper: string
  way: string
  word: string
  /** Whether only what is named changes, or all that follows from it. */
  scope: 'one' | 'all'
  shown: Map<string, string>
  producer: string
}

export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, at) => {
    const [technique = '', family, paper = '', how = '', scope, changes = '', producer = ''] = line.split(/ \| ?/)
    const [way = '', word = ''] = how.split(': ')
    const pairs = changes.split(' ; ').map((change) => change.split(/ = (.*)/s).slice(0, 2) as [string, string])
    const name = `forged-7-${String(at + 1).padStart(2, '0')}-${technique}-${paper}`
    const told = { family: family as Line['family'], scope: scope as Line['scope'], shown: new Map(pairs) }
    return { name, technique, paper, way, word, producer: producer.trim(), ...told }
  })
}

export const actName = ([act, paper]: (typeof ACTS)[number], at: number): string =>
  `innocent-7-${String(at + 1).padStart(2, '0')}-${act}-${paper}`

/** The kit draws its papers itself and needs no other program. */
export const left: string[] = []

/** Every forged and innocent file, one after the other. */
export async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  const papers = new Map(readPapers().map((paper) => [paper.name, paper]))
  const printOf = (name: string) => printed(papers.get(name) ?? fail(`there is no paper ${name}`))
  for (const line of readLines()) if (wanted(line.name)) yield forged(line, await printOf(line.paper))
  for (const [at, act] of ACTS.entries()) {
    const name = actName(act, at)
    if (!wanted(name)) continue
    yield { name, kind: 'innocent', medium: 'text', ...(await actedOn(act, await printOf(act[1]))), act: act[0] }
  }
}

/** The paper with its new values, and every value that is another one then. */
export function wish(
  { scope, shown }: Pick<Line, 'scope' | 'shown'>,
  paper: Paper,
): { other: Paper; all: Map<string, string> } {
  const other = scope === 'all' ? recalculated(paper, shown) : { ...paper, ...retyped(paper, shown) }
  return { other, all: differing(paper, other, [...shown.keys()]) }
}

async function forged(line: Line, print: Print): Promise<RoundFile> {
  const { technique, family, way, word, producer } = line
  const { other, all } = wish(line, print.paper)
  const changes = [...all]
    .filter(([field]) => way !== 'swapped' || pieceOf(print, field).page === Number(word))
    .map(([field, change]) => ({ piece: pieceOf(print, field), to: change.split(' = ')[0] ?? '' }))
  const work = WAYS[way] ?? fail(`nobody knows how to do ${way}`)
  const bytes = await work({ print, changes, producer, word, other })
  const fresh = MADE_UP.includes(way) ? await printed(way === 'retyped' ? printedBy(other, 'words') : other) : undefined
  const places: Place[] = changes.map((change) => {
    const piece = fresh ? pieceOf(fresh, change.piece.field) : change.piece
    return { page: piece.page, box: fresh ? boxOf(piece) : reachOf(change, way === 'size' ? Number(word) : 1) }
  })
  const told = new Map([...all].filter(([field]) => changes.some(({ piece }) => piece.field === field)))
  const field = [...told.keys()][0] ?? fail(`${line.name} changes nothing`)
  const truth = { ...retold(truthOf(print.paper), told), risk: 'flagged' as const }
  return {
    name: line.name,
    kind: 'forged',
    medium: 'text',
    bytes,
    truth,
    forgery: { technique, family, field, places },
  }
}

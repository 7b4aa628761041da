import type { Truth } from '../../../specimen.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { joined, newBox } from '../../round-3/forgeries/job.ts'
import { retyped, wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { type Paper, printAll, readPapers, recalculated, truthOf as told } from '../forged-text/papers.ts'
import type { Edit } from './brush.ts'
import type { Line } from './list.ts'

export const papers = (): Paper[] => readPapers(new URL('papers/', import.meta.url))

export const truthOf = (paper: Paper): Truth => ({ ...told(paper), scan: true })

const VALUE = /\[\[([^|\]]+)\|([^|\]]+)(?:\|([^\]]+))?\]\]/g
const textsOf = ({ source }: Paper) =>
  new Map([...source.matchAll(VALUE)].map(([, key = '', text = '', said]) => [key, said ? `${text} = ${said}` : text]))

/** The paper as the forger would have it: only what is named changes, or all that follows from it too. */
export const wished = (paper: Paper, { shown, scope }: Line): Paper =>
  scope === 'all' ? recalculated(paper, shown) : { ...paper, ...retyped(paper, shown) }

/** Every value that differs between two papers, those that were aimed at first. */
export function differing(paper: Paper, other: Paper, aims: readonly string[]): Map<string, string> {
  const old = textsOf(paper)
  const fresh = [...textsOf(other)].filter(([key, text]) => old.get(key) !== text)
  const rank = ([key]: readonly [string, string]) => (aims.includes(key) ? aims.indexOf(key) : aims.length)
  return new Map(fresh.sort((a, b) => rank(a) - rank(b)))
}

/** The paper with its new values set in another face. */
export function inFace(paper: Paper, shown: ReadonlyMap<string, string>, style: string): Paper {
  const source = paper.source.replace(VALUE, (whole, key: string) =>
    shown.has(key) ? `<span style="${style}">${whole}</span>` : whole,
  )
  return { ...paper, source }
}

const isAmount = (text: string) => /[.,]\d\d$/.test(text)

/** Where a value stands in a print, and what shall stand there. */
export function editOf(paper: Paper, print: Uint8Array, field: string, to: string): Edit {
  const { text, before } = wordsOf(paper, field)
  const spot = locate(print, text, before)
  const right = isAmount(to) && /class=n|align=right|justify-content/.test(paper.source)
  const wide = ((spot.box[2] - spot.box[0]) / text.length) * to.length
  const fresh: Box = right ? newBox(spot, to) : [spot.box[0], spot.box[1], spot.box[0] + wide, spot.box[3]]
  const [x, y, end, top] = joined(spot.box, fresh)
  return { field, spot, to, right, box: [x - 0.3, y - 0.3, end + 0.3, top + 0.8] }
}

/** The prints of papers by what they say, each printed once, those of one program together. */
export async function printsOf(all: readonly Paper[]): Promise<(paper: Paper) => Uint8Array> {
  const bySource = new Map(all.map((paper) => [paper.source, paper]))
  const files = await printAll([...bySource.values()])
  const keys = [...bySource.keys()]
  return ({ source, name }) => {
    const file = files[keys.indexOf(source)]
    if (!file) throw new Error(`${name} was not printed`)
    return file
  }
}

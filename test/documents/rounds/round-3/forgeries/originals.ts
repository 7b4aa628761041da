import type { Truth } from '../../../specimen.ts'
import { printed } from '../../round-1/printer.ts'
import { readLayouts } from '../../round-1/read-layouts.ts'
import { type Item, layOut } from '../../round-1/sheet.ts'
import type { Line } from './lines.ts'
import { type Paper, printPapers, readPapers, retyped, truthOf, wordsOf } from './papers.ts'
import { locate, type Spot } from './spot.ts'
import { readValue } from './values.ts'

/** A genuine file with what it says, and where. */
export interface Original {
  bytes: Uint8Array
  truth: Truth
  spot(field: string): Spot
  /** What a machine would read on it, where the kit knows. */
  items: Item[]
}

/** Every paper that the lines need, printed; reprints of papers with other values among them. */
export async function readOriginals(lines: readonly Line[], needs: (line: Line) => boolean) {
  const papers = new Map(readPapers().map((paper) => [paper.name, paper]))
  const wanted = new Map<string, Paper>()
  for (const line of lines) {
    const paper = papers.get(line.paper)
    if (paper) wanted.set(keyOf(line, needs), needs(line) ? retyped(paper, line.shown) : paper)
  }
  const files = await printPapers([...wanted.values()])
  const originals = new Map<string, Original>()
  for (const [at, [key, paper]] of [...wanted].entries())
    originals.set(key, foreign(paper, files[at] ?? new Uint8Array()))
  for (const sheet of readLayouts())
    if (lines.some(({ paper }) => paper === sheet.name)) originals.set(sheet.name, await own(layOut(sheet)))
  return (line: Line): Original => {
    const original = originals.get(keyOf(line, needs))
    if (!original) throw new Error(`there is no paper ${line.paper}`)
    return original
  }
}

const keyOf = (line: Line, needs: (line: Line) => boolean) => (needs(line) ? `${line.paper} ${line.at}` : line.paper)

const foreign = (paper: Paper, bytes: Uint8Array): Original => ({
  bytes,
  truth: truthOf(paper),
  items: [],
  spot: (field) => {
    const { text, before } = wordsOf(paper, field)
    return locate(bytes, text, before)
  },
})

async function own(laid: ReturnType<typeof layOut>): Promise<Original> {
  const bytes = await printed(laid)
  const spot = (field: string) => {
    const at = laid.items.findIndex(({ key }) => key === field)
    const before = laid.items.slice(0, Math.max(0, at)).map(({ text }) => text)
    return locate(bytes, laid.items[at]?.text ?? `no ${field}`, before.join(' '))
  }
  return { bytes, truth: laid.truth, items: laid.items, spot }
}

/** The truth of a page on which a field was given another text. */
export function retold(truth: Truth, shown: ReadonlyMap<string, string>): Truth {
  const told = structuredClone(truth)
  for (const [key, change] of shown) {
    const [text = '', said] = change.split(' = ')
    const [table = '', row, cell = ''] = key.split('.')
    const value = readValue(truth.document_type, row === undefined ? key : cell, said ?? text)
    const cells = told.tables?.[table]?.[Number(row)]
    if (row !== undefined && cells) cells[cell] = value
    else if (key in told.fields) told.fields[key] = value
  }
  return { ...told, risk: 'flagged' }
}

import { readdirSync, readFileSync } from 'node:fs'
import type { DocumentType } from '../../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../../specimen.ts'
import { truthOf as truthIn } from '../../round-3/forgeries/papers.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { dated, type Paper as Printable, printAll as printed } from '../../round-4/forged-text/papers.ts'
import { rowsWritten, type Style, workedOut } from './sums.ts'
import { withXml } from './xml.ts'

const FOLDER = new URL('papers/', import.meta.url)

/** A genuine paper as data: rows and sums are worked out, so that it closes. */
export interface Paper extends Printable {
  style: Style
  /** What happens to it on its way, after it is printed. */
  after: string
  /** Fields that the paper says without words, a currency by its sign. */
  says: Record<string, string>
  optional: string[]
  /** Before anything is worked out. */
  raw: string
}

export const readPapers = (folder = FOLDER): Paper[] =>
  readdirSync(folder)
    .sort()
    .map((file) => readPaper(file, readFileSync(new URL(file, folder), 'utf8')))

function readPaper(file: string, text: string): Paper {
  const [, type, by, width, height, made = '', style, rest = ''] =
    /([A-Z0-9_]+) (\w+) (\d+)x(\d+) (\S+) (en|de|fr)(.*?)(?:-->|\n)/.exec(text) ?? []
  const options = Object.fromEntries(rest.matchAll(/(\w+)=(\S+)/g).map(([, key, value]) => [key, value]))
  const { after = '', optional = '', ...says } = options
  const raw = rowsWritten(text)
  const size: [number, number] = [Number(width), Number(height)]
  const maker = by as Paper['maker']
  const told = { says, after, optional: optional.split(',').filter(Boolean), made, style: style as Style, raw }
  const name = file.replace(/\..*/, '')
  return { name, type: type as DocumentType, maker, by: maker, size, source: workedOut(raw, told.style), ...told }
}

/** The paper with some values typed at its source, whatever follows from them worked out anew. */
export const recalculated = (paper: Paper, given: ReadonlyMap<string, string>): Paper => ({
  ...paper,
  source: workedOut(paper.raw, paper.style, given),
})

export function truthOf(paper: Paper): Truth {
  const { items: _, ...tables } = truthIn(paper).tables ?? {}
  const fields = { ...truthIn(paper).fields, ...paper.says }
  return { ...truthIn(paper), fields, tables, ...(paper.optional.length > 0 ? { optional: paper.optional } : {}) }
}

const AFTER: Record<string, (bytes: Uint8Array, paper: Paper) => Promise<Uint8Array> | Uint8Array> = {
  gs: (bytes, paper) => days(through('gs', ['-q', '-sDEVICE=pdfwrite', '-o', 'OUT', 'IN'], bytes), paper, 0),
  zugferd: (bytes, paper) => withXml(bytes, truthOf(paper)),
}

/** The days that a program wrote into a file, which knows only today, some days after the paper was made. */
export function days(bytes: Uint8Array, { made }: Paper, after: number): Uint8Array {
  const day = new Date(Date.parse(made) + after * 86_400_000).toISOString().slice(0, 10)
  return dated(bytes, day, '19')
}

/** Prints papers as their issuers do. */
export async function printAll(papers: readonly Paper[]): Promise<Uint8Array[]> {
  const files = await printed(papers)
  const all: Uint8Array[] = []
  for (const [at, paper] of papers.entries()) {
    const bytes = files[at] ?? new Uint8Array()
    all.push((await AFTER[paper.after]?.(bytes, paper)) ?? bytes)
  }
  return all
}

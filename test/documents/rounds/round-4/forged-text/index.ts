import { readFileSync } from 'node:fs'
import { installed } from '../../installed.ts'
import { retold } from '../../round-3/forgeries/originals.ts'
import { retyped, truthOf, wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import type { Forgery, RoundFile } from '../../round-file.ts'
import { COVERS } from './cover.ts'
import { HIDDEN } from './hidden.ts'
import { type Job, reach, type Way } from './job.ts'
import { dated, type Paper, printAll, readPapers } from './papers.ts'
import { SAME_FONT } from './same-font.ts'
import { STRUCTURES, together } from './structure.ts'
import { VECTORS } from './vector.ts'

const WAYS: Record<string, Way> = { ...COVERS, ...VECTORS, ...SAME_FONT, ...HIDDEN, ...STRUCTURES }
const PROGRAMS = ['chromium', 'soffice', 'wkhtmltopdf', 'groff', 'gs', 'pdftocairo', 'mutool', 'qpdf']
const missing = PROGRAMS.filter((program) => !installed(program))

/** A line of the list: what was done, how it was typed, and what the paper is made to show, the aim first. */
interface Line {
  at: number
  technique: string
  family: Forgery['family']
  way: string
  paper: string
  shown: Map<string, string>
}

export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, at) => {
    const [technique = '', family, way = '', paper = '', changes = ''] = line.split(' | ')
    const pairs = changes.split(' ; ').map((change) => change.split(/ = (.*)/s).slice(0, 2) as [string, string])
    const same = way === '' ? technique : way
    return { at: at + 1, technique, family: family as Line['family'], way: same, paper, shown: new Map(pairs) }
  })
}

export const nameOf = ({ at, technique, paper }: Line) => `text-${String(at).padStart(2, '0')}-${technique}-${paper}`

/** No LibreOffice of the machine opens a PDF in Draw, so nobody edits one there. */
export const left: string[] = missing.length > 0 ? readLines().map((line) => `${nameOf(line)}: no ${missing}`) : []

/** Ways in which the values are typed where the paper was written, or in an imitation, and printed again. */
const PRINTED: Record<string, (paper: Paper) => Paper> = {
  reprint: (paper) => paper,
  'printed-early': (paper) => paper,
  'first-page-only': (paper) => paper,
  'by-wkhtmltopdf': (paper) => ({
    ...{ ...paper, maker: 'wkhtmltopdf', by: 'wkhtmltopdf' },
    source: paper.source.replaceAll('Arial', 'Liberation Sans'),
  }),
  'by-chromium': (paper) => ({ ...paper, maker: 'chromium', by: 'chromium' }),
  'by-office': (paper) => ({
    ...{ ...paper, maker: 'soffice', by: 'soffice' },
    source: paper.source
      .replace(/-->\n/, '-->\n<html><body>')
      .replaceAll('class=n', 'align=right')
      .replaceAll('<table>', '<table width=100% cellspacing=0 cellpadding=2>'),
  }),
}

/** Machines are told the new text, and the page goes on showing the old one. */
const SHOWS_OLD = ['copied-text-says-new']

/** Every forged file of the list, one after the other. */
export async function* forgeries(only: (line: Line) => boolean = () => true): AsyncGenerator<RoundFile> {
  if (missing.length > 0) return
  const lines = readLines().filter(only)
  const papers = readPapers()
  const wanted = lines.map((line) => paperOf(line, papers))
  const genuine = papers.filter(({ name }) => lines.some(({ paper }) => paper === name))
  const again = wanted.filter((_, at) => lines[at] && lines[at].way in PRINTED)
  const files = await printAll([...genuine, ...again])
  for (const [at, line] of lines.entries()) {
    const paper = wanted[at] as Paper
    const old = files[genuine.findIndex(({ name }) => name === line.paper)] as Uint8Array
    const fresh = line.way in PRINTED ? files[genuine.length + again.indexOf(paper)] : undefined
    const { bytes, places } = fresh ? reprinted(line, paper, fresh, old) : await edited(line, paper, old)
    const truth = retold(truthOf(paper), fresh || SHOWS_OLD.includes(line.way) ? new Map() : line.shown)
    const [field = ''] = line.shown.keys()
    const forgery = { technique: line.technique, family: line.family, field, places }
    yield { name: nameOf(line), kind: 'forged', medium: 'text', bytes, truth, forgery }
  }
}

function paperOf({ way, paper: name, shown }: Line, papers: readonly Paper[]): Paper {
  const paper = papers.find((each) => each.name === name)
  if (!paper) throw new Error(`there is no paper ${name}`)
  const printed = PRINTED[way]
  return printed ? { ...printed(paper), source: retyped(printed(paper), shown).source } : paper
}

type Made = Pick<RoundFile, 'bytes'> & Pick<Forgery, 'places'>

function reprinted({ way, shown }: Line, paper: Paper, fresh: Uint8Array, old: Uint8Array): Made {
  const places = [...shown.keys()].map((field) => {
    const { text, before } = wordsOf(paper, field)
    const { page, box } = locate(fresh, text, before)
    return { page, box }
  })
  if (way === 'first-page-only')
    return { bytes: together(fresh, old, '--empty', '--pages', 'A', '1', 'B', '2', '--', 'OUT'), places }
  return { bytes: way === 'printed-early' ? dated(fresh, earlier(paper.made)) : fresh, places }
}

const earlier = (day: string) => new Date(Date.parse(day) - 17 * 86_400_000).toISOString().slice(0, 10)

async function edited({ way, shown }: Line, paper: Paper, bytes: Uint8Array): Promise<Made> {
  const changes = [...shown].map(([field, change]) => {
    const { text, before } = wordsOf(paper, field)
    const times = before.replace(/\s/g, '').split(text.replace(/\s/g, '')).length - 1
    return { spot: locate(bytes, text, before), times, to: change.split(' = ')[0] ?? '' }
  })
  const job: Job = { bytes: new Uint8Array(bytes), changes, paper }
  const made = await WAYS[way]?.(job)
  if (!made) throw new Error(`nobody knows how to do ${way}`)
  return { bytes: made, places: changes.map((change) => ({ page: change.spot.page, box: reach(change) })) }
}

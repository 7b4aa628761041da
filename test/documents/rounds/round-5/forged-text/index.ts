import { readFileSync } from 'node:fs'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import { joined } from '../../round-3/forgeries/job.ts'
import { retold } from '../../round-3/forgeries/originals.ts'
import { retyped, wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { type Job, reach, type Way } from '../../round-4/forged-text/job.ts'
import { together } from '../../round-4/forged-text/structure.ts'
import type { Forgery, Place, RoundFile } from '../../round-file.ts'
import { ACTS, actedOn } from './acts.ts'
import { COVERS, rowHidden } from './covers.ts'
import { FILES, SHOWS_OLD } from './files.ts'
import { LETTERS } from './letters.ts'
import { type Paper, printAll, readPapers, recalculated, truthOf } from './papers.ts'
import { withXml } from './xml.ts'

const WAYS: Record<string, Way> = { ...COVERS, ...LETTERS, ...FILES }
const PROGRAMS = ['chromium', 'soffice', 'wkhtmltopdf', 'groff', 'gs', 'mutool', 'qpdf', 'pdftotext', 'pdftocairo']
const missing = [...PROGRAMS, 'fonts-liberation'].filter((program) => !installed(program))

/** A line of the list: what was done, to which paper, and what it is made to show, the aim first. */
export interface Line {
  at: number
  technique: string
  family: Forgery['family']
  paper: string
  shown: Map<string, string>
}

export function readLines(): Line[] {
  const [, ...lines] = readFileSync(new URL('list.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line, at) => {
    const [technique = '', family, paper = '', changes = ''] = line.split(' | ')
    const pairs = changes.split(' ; ').map((change) => change.split(/ = (.*)/s).slice(0, 2) as [string, string])
    return { at: at + 1, technique, family: family as Line['family'], paper, shown: new Map(pairs) }
  })
}

const number = (at: number) => String(at).padStart(2, '0')
export const nameOf = ({ at, technique, paper }: Line) => `forged-${number(at)}-${technique}-${paper}`
const actName = (at: number, [act, paper]: readonly [string, string]) => `innocent-${number(at + 1)}-${act}-${paper}`

export const left: string[] =
  missing.length > 0
    ? [...readLines().map(nameOf), ...ACTS.map((act, at) => actName(at, act))].map((name) => `${name}: no ${missing}`)
    : []

/** Where only the new text is typed and nothing else follows; elsewhere the rest is worked out anew. */
const typedOnly = (paper: Paper, { shown }: Line): Paper => ({ ...paper, ...retyped(paper, shown) })
const workedOut = (paper: Paper, { shown }: Line): Paper => recalculated(paper, shown)

const inOffice = (paper: Paper, line: Line): Paper => {
  const { source, ...rest } = workedOut(paper, line)
  if (!source.startsWith('<!--')) return { ...rest, source }
  const office = source
    .replace(/-->\n/, '-->\n<html><body>')
    .replaceAll('class=n', 'align=right')
    .replaceAll('<table', '<table width=100%')
  return { ...rest, source: office, maker: 'soffice', by: 'soffice' }
}

/** Ways in which the paper is printed again, by its own program or another. */
const PRINTED: Record<string, (paper: Paper, line: Line) => Paper> = {
  'inspect-element': typedOnly,
  'hours-raised': typedOnly,
  'date-moved': typedOnly,
  'check-digit': typedOnly,
  'words-left': typedOnly,
  'monthly-left': typedOnly,
  'law-broken': workedOut,
  'invented-rows': workedOut,
  'typed-at-source': workedOut,
  'retyped-in-office': inOffice,
  'xml-left': (paper, line) => ({ ...workedOut(paper, line), after: '' }),
  'generator-site': (paper, line) => ({ ...workedOut(paper, line), maker: 'wkhtmltopdf', by: 'wkhtmltopdf' }),
  'page-from-another-print': (paper, line) => ({ ...workedOut(paper, line), maker: 'chromium', by: 'chromium' }),
}

interface Made {
  bytes: Uint8Array
  places: Place[]
  truth: Truth
}

/** Every forged and innocent file, one after the other. */
export async function* files(only: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  if (missing.length > 0) return
  const lines = readLines().filter((line) => only(nameOf(line)))
  const acts = [...ACTS.entries()].filter(([at, act]) => only(actName(at, act)))
  const papers = new Map(readPapers().map((paper) => [paper.name, paper]))
  const paperOf = (name: string) => papers.get(name) ?? fail(`there is no paper ${name}`)
  const genuine = [...new Set([...lines.map(({ paper }) => paper), ...acts.map(([, [, paper]]) => paper)])].map(paperOf)
  const again = lines.map((line) => PRINTED[line.technique]?.(paperOf(line.paper), line))
  const fresh = again.filter((paper) => paper !== undefined)
  const prints = await printAll([...genuine, ...fresh])
  const printOf = (paper: Paper) => prints[[...genuine, ...fresh].indexOf(paper)] ?? fail(`no print of ${paper.name}`)
  for (const [at, line] of lines.entries()) {
    const [paper, other] = [paperOf(line.paper), again[at]]
    const old = printOf(paper)
    const made = other ? await reprinted(line, [paper, other], old, printOf(other)) : await edited(line, paper, old)
    const forgery = { technique: line.technique, family: line.family, field: aimOf(line), places: made.places }
    yield { name: nameOf(line), kind: 'forged', medium: 'text', bytes: made.bytes, truth: flagged(made.truth), forgery }
  }
  for (const [at, [act, name]] of acts) {
    const [paper, bytes] = [paperOf(name), printOf(paperOf(name))]
    yield {
      name: actName(at, [act, name]),
      kind: 'innocent',
      medium: 'text',
      ...(await actedOn(act, paper, bytes)),
      act,
    }
  }
}

const flagged = (truth: Truth): Truth => ({ ...truth, risk: 'flagged' })
const aimOf = ({ shown }: Line) => [...shown.keys()][0] ?? ''

function fail(message: string): never {
  throw new Error(message)
}

const placeOf = (paper: Paper, bytes: Uint8Array, field: string): Place => {
  const { text, before } = wordsOf(paper, field)
  const { page, box } = locate(bytes, text, before)
  return { page, box }
}

async function reprinted(
  line: Line,
  [paper, other]: [Paper, Paper],
  old: Uint8Array,
  fresh: Uint8Array,
): Promise<Made> {
  const places = [...line.shown.keys()].map((field) => placeOf(other, fresh, field))
  if (line.technique === 'xml-left')
    return { bytes: await withXml(fresh, truthOf(paper)), places, truth: truthOf(other) }
  if (line.technique !== 'page-from-another-print') return { bytes: fresh, places, truth: truthOf(other) }
  const [page] = places.map((place) => place.page)
  const rows = truthOf(other).tables?.transactions ?? []
  const onPage = rows.map((_, at) => placeOf(other, fresh, `transactions.${at}.date`).page === page)
  const told = truthOf(paper)
  const transactions = told.tables?.transactions?.map((row, at) => (onPage[at] ? (rows[at] ?? row) : row)) ?? []
  const pages = ['--empty', '--pages', 'B', '1', 'A', '2', 'B', '3', '--', 'OUT']
  return { bytes: together(fresh, old, ...pages), places, truth: { ...told, tables: { transactions } } }
}

async function edited(line: Line, paper: Paper, old: Uint8Array): Promise<Made> {
  if (line.technique === 'page-left-out') return withoutPage(paper, old)
  if (line.technique === 'row-hidden') return withoutRow(line, paper, old)
  const changes = [...line.shown].map(([field, change]) => {
    const { text, before } = wordsOf(paper, field)
    const times = before.replace(/\s/g, '').split(text.replace(/\s/g, '')).length - 1
    return { spot: locate(old, text, before), times, to: change.split(' = ')[0] ?? '' }
  })
  const way = WAYS[line.technique] ?? fail(`nobody knows how to do ${line.technique}`)
  const bytes = await way({ bytes: new Uint8Array(old), changes, paper })
  const places = changes.map((change) => ({ page: change.spot.page, box: reach(change) }))
  const truth = SHOWS_OLD.includes(line.technique) ? truthOf(paper) : retold(truthOf(paper), line.shown)
  return { bytes, places, truth }
}

/** The cells of a row, from the first to the last. */
async function withoutRow(line: Line, paper: Paper, old: Uint8Array): Promise<Made> {
  const row = Number(aimOf(line).split('.')[1])
  const cells = Object.keys(truthOf(paper).tables?.transactions?.[row] ?? {})
  const spots = cells.map((cell) => {
    const { text, before } = wordsOf(paper, `transactions.${row}.${cell}`)
    return locate(old, text, before)
  })
  const [first] = spots
  if (!first) throw new Error(`${paper.name} has no row ${row}`)
  const [x, y, right, top] = spots.map(({ box }) => box).reduce(joined)
  const job: Job = { bytes: new Uint8Array(old), changes: [{ spot: first, to: '', times: 0 }], paper }
  const band: Place['box'] = [x - 3, y - 1, right + 3, top + 1]
  return { bytes: await rowHidden(job, band), places: [{ page: first.page, box: band }], truth: less(paper, [row]) }
}

/** The middle one of three pages is left out; the last one still says which it is. */
async function withoutPage(paper: Paper, old: Uint8Array): Promise<Made> {
  const rows = truthOf(paper).tables?.transactions ?? []
  const gone = [...rows.keys()].filter((at) => placeOf(paper, old, `transactions.${at}.date`).page === 2)
  const bytes = together(old, old, '--empty', '--pages', 'A', '1', 'A', '3', '--', 'OUT')
  const next = Math.max(...gone) + 1
  const { box } = placeOf(paper, old, `transactions.${next}.date`)
  const { box: end } = placeOf(paper, old, `transactions.${next}.balance`)
  return { bytes, places: [{ page: 2, box: joined(box, end) }], truth: less(paper, gone) }
}

function less(paper: Paper, gone: readonly number[]): Truth {
  const told = truthOf(paper)
  const transactions = told.tables?.transactions?.filter((_, at) => !gone.includes(at)) ?? []
  return { ...told, tables: { transactions } }
}

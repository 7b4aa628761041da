import { readFileSync } from 'node:fs'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import { joined } from '../../round-3/forgeries/job.ts'
import { retold } from '../../round-3/forgeries/originals.ts'
import { retyped, wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { type Job, reach, type Way } from '../../round-4/forged-text/job.ts'
import type { Forgery, Place, RoundFile } from '../../round-file.ts'
import { ACTS, actedOn } from './acts.ts'
import { COVERS } from './covers.ts'
import { FILES } from './files.ts'
import { bandClippedAway, HIDDEN } from './hidden.ts'
import { LETTERS } from './letters.ts'
import { type Paper, printAll, readPapers, recalculated, truthOf } from './papers.ts'

const WAYS: Record<string, Way> = { ...COVERS, ...LETTERS, ...HIDDEN, ...FILES }
const PROGRAMS = ['chromium', 'soffice', 'wkhtmltopdf', 'groff', 'gs', 'mutool', 'qpdf', 'openssl', 'pdftotext']
const missing = [...PROGRAMS, 'pdftocairo', 'fonts-liberation'].filter((program) => !installed(program))

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
    const pairs = changes.split(' ; ').map((change) => change.split(/ = ?(.*)/s).slice(0, 2) as [string, string])
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

/** Only what the forger thinks of is typed anew. */
const typedOnly = (paper: Paper, { shown }: Line): Paper => ({ ...paper, ...retyped(paper, shown) })
/** Whatever follows from what he types is worked out anew. */
const workedOut = (paper: Paper, { shown }: Line): Paper => recalculated(paper, shown)

/** Ways in which the paper is printed again from its source. */
const PRINTED: Record<string, (paper: Paper, line: Line) => Paper> = {
  'decimal-moved': typedOnly,
  'half-recalculated': typedOnly,
  'year-moved': typedOnly,
  'words-left': typedOnly,
  'tip-on-top': typedOnly,
  'check-digit': typedOnly,
  'dates-crossed': typedOnly,
  'vat-left': typedOnly,
  'insurance-left': typedOnly,
  'rate-of-last-year': workedOut,
  'retyped-whole': workedOut,
}

/** Ways after which the page goes on showing what it showed. */
const SHOWS_OLD: readonly string[] = ['unicode-for-machines']

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
    const made = other ? reprinted(line, other, printOf(other)) : await edited(line, paper, printOf(paper))
    const forgery = { technique: line.technique, family: line.family, field: aimOf(line), places: made.places }
    const truth: Truth = { ...made.truth, risk: 'flagged' }
    yield { name: nameOf(line), kind: 'forged', medium: 'text', bytes: made.bytes, truth, forgery }
  }
  for (const [at, [act, name]] of acts) {
    const done = await actedOn(act, paperOf(name), printOf(paperOf(name)))
    yield { name: actName(at, [act, name]), kind: 'innocent', medium: 'text', ...done, act }
  }
}

const aimOf = ({ shown }: Line) => [...shown.keys()][0] ?? ''

function fail(message: string): never {
  throw new Error(message)
}

/** Where a field stands, and how often the same text stands before it on its page. */
const spotOf = (paper: Paper, bytes: Uint8Array, field: string) => {
  const { text, before } = wordsOf(paper, field)
  const spot = locate(bytes, text, before)
  const count = before.replace(/\s/g, '').split(text.replace(/\s/g, '')).length - 1
  const same = Array.from({ length: count }, (_, at) => locate(bytes, text, text.repeat(at)))
  return { spot, times: same.filter(({ page }) => page === spot.page).length }
}

function reprinted(line: Line, other: Paper, fresh: Uint8Array): Made {
  const places = [...line.shown.keys()].map((field) => {
    const { page, box } = spotOf(other, fresh, field).spot
    return { page, box }
  })
  return { bytes: fresh, places, truth: truthOf(other) }
}

async function edited(line: Line, paper: Paper, old: Uint8Array): Promise<Made> {
  if (line.technique === 'rows-clipped-away') return withoutRows(line, paper, old)
  const changes = [...line.shown].map(([field, change]) => {
    const found = spotOf(paper, old, field)
    const to = change.split(' = ')[0] ?? ''
    return { ...found, to }
  })
  const way = WAYS[line.technique] ?? fail(`nobody knows how to do ${line.technique}`)
  const bytes = await way({ bytes: new Uint8Array(old), changes, paper })
  const places = changes.map((change) => ({ page: change.spot.page, box: reach(change) }))
  const truth = SHOWS_OLD.includes(line.technique) ? truthOf(paper) : retold(truthOf(paper), line.shown)
  return { bytes, places, truth }
}

/** Two rows that make up for each other are gone; the place is the line that stands where they stood. */
async function withoutRows(line: Line, paper: Paper, old: Uint8Array): Promise<Made> {
  const gone = [...line.shown.keys()].map((key) => Number(key.split('.')[1]))
  const rowAt = (row: number) => {
    const cells = Object.keys(truthOf(paper).tables?.transactions?.[row] ?? {})
    const spots = cells.map((cell) => spotOf(paper, old, `transactions.${row}.${cell}`).spot)
    return { page: spots[0]?.page ?? 1, box: spots.map(({ box }) => box).reduce(joined), spot: spots[0] }
  }
  const [first, next] = [rowAt(gone[0] ?? 0), rowAt((gone.at(-1) ?? 0) + 1)]
  const high = first.box[3] - first.box[1]
  const gap = (first.box[1] - next.box[1]) / gone.length - high
  const shift = first.box[1] - next.box[1]
  const top = first.box[3] + gap / 2
  const job: Job = {
    bytes: new Uint8Array(old),
    changes: [{ spot: first.spot ?? fail('no row'), to: '', times: 0 }],
    paper,
  }
  const bytes = await bandClippedAway(job, [0, top - shift, 0, top])
  const [x, y, right, end] = next.box
  const box: Place['box'] = [x, y + shift, right, end + shift]
  return { bytes, places: [{ page: first.page, box }], truth: less(paper, gone) }
}

function less(paper: Paper, gone: readonly number[]): Truth {
  const told = truthOf(paper)
  const transactions = told.tables?.transactions?.filter((_, at) => !gone.includes(at)) ?? []
  return { ...told, tables: { transactions } }
}

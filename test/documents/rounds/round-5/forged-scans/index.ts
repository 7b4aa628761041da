import { Chance } from '../../../chance.ts'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import { shownBox } from '../../round-1/scan.ts'
import { joined } from '../../round-3/forgeries/job.ts'
import { retold } from '../../round-3/forgeries/originals.ts'
import type { Place, RoundFile } from '../../round-file.ts'
import type { Paper } from '../forged-text/papers.ts'
import { ACTS, acted, actName } from './acts.ts'
import type { Edit } from './brush.ts'
import { type Desk, RETOUCHES } from './editor.ts'
import { lensOf, type Sheet, seen, sheetOf } from './lens.ts'
import { type Line, readLines } from './list.ts'
import { differing, editOf, inFace, papers, printsOf, truthOf, wished } from './originals.ts'
import { HANDWORK } from './paper-work.ts'
import { exchangedFile, LATE, layered, type Way, wrapped } from './wrap.ts'

const PROGRAMS = ['chromium', 'soffice', 'wkhtmltopdf', 'groff', 'gs', 'mutool', 'qpdf', 'convert', 'tesseract']
const missing = [...PROGRAMS, 'fonts-liberation'].filter((program) => !installed(program))

export const left: string[] =
  missing.length > 0
    ? [...readLines().map(({ name }) => name), ...ACTS.map(actName)].map((name) => `${name}: no ${missing.join(', ')}`)
    : []

const seeded = (name: string) => new Chance([...name].reduce((sum, letter) => (sum * 43 + letter.charCodeAt(0)) | 0, 5))

/** A paper with what its forger wants of it. */
interface Wish {
  line: Line
  paper: Paper
  /** The paper with its new values, printed again. */
  other: Paper
  shown: Map<string, string>
}

function wishOf(line: Line, paper: Paper): Wish {
  if (line.how === 'closed-up') return { line, paper, other: paper, shown: line.shown }
  const other = wished(paper, line)
  const shown = differing(paper, other, [...line.shown.keys()])
  const [how, style] = line.how.split(': ')
  return { line, paper, other: how === 'reprinted' && style ? inFace(other, shown, style) : other, shown }
}

type PrintOf = (paper: Paper) => Uint8Array

/** Every forged and innocent scan, one after the other. */
export async function* files(only: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  if (missing.length > 0) return
  const byName = new Map(papers().map((paper) => [paper.name, paper]))
  const paperOf = (name: string) => byName.get(name) ?? fail(`there is no paper ${name}`)
  const wishes = readLines()
    .filter(({ name }) => only(name))
    .map((line) => wishOf(line, paperOf(line.paper)))
  const acts = ACTS.map((act, at) => ({ act, name: actName(act, at) })).filter(({ name }) => only(name))
  const wanted = [...wishes.flatMap(({ paper, other }) => [paper, other]), ...acts.map(({ act }) => paperOf(act[1]))]
  const printOf = await printsOf(wanted)
  for (const wish of wishes) yield await forged(wish, printOf)
  for (const { act, name } of acts) {
    const paper = paperOf(act[1])
    const done = await acted(act, paper, printOf(paper), seeded(name))
    yield { name, kind: 'innocent', medium: 'scan', ...done, act: act[0] }
  }
}

function fail(message: string): never {
  throw new Error(message)
}

async function forged(wish: Wish, printOf: PrintOf): Promise<RoundFile> {
  const { line, paper, shown } = wish
  const { name, technique, family, how } = line
  const row = how === 'closed-up' ? Number([...shown.keys()][0]?.split('.')[1]) : undefined
  const edits = row === undefined ? editsOf(wish, printOf) : rowEdits(paper, printOf(paper), row)
  const { bytes, picture } = await made(wish, edits, printOf)
  const places = row === undefined ? edits.map((edit) => placeOf(picture, edit)) : [rowPlace(picture, edits)]
  const truth = truthBy(wish, row)
  const told = (key: string) => key in truth.fields || key.includes('.')
  const [first = ''] = shown.keys()
  const field = row === undefined ? ([...shown.keys()].find(told) ?? first) : `transactions.${row}`
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery: { technique, family, field, places } }
}

/** What the page shows: the new values, but for layers that only machines read. */
function truthBy({ line, paper, shown }: Wish, row?: number): Truth {
  const whole = truthOf(paper)
  const scan = !/^layer|^exchanged|scan-edited|written-over/.test(line.how)
  if (row === undefined) return { ...retold(whole, line.how === 'layer' ? new Map() : shown), scan }
  const transactions = whole.tables?.transactions?.filter((_, at) => at !== row) ?? []
  return { ...whole, tables: { transactions }, risk: 'flagged' }
}

function editsOf({ line, paper, other, shown }: Wish, printOf: PrintOf): Edit[] {
  const reprinted = line.how.startsWith('reprinted')
  return [...shown].map(([field, change]) => {
    const text = change.split(' = ')[0] ?? ''
    return editOf(reprinted ? other : paper, printOf(reprinted ? other : paper), field, text)
  })
}

/** The line that goes, the next one and the last one. */
function rowEdits(paper: Paper, print: Uint8Array, row: number): Edit[] {
  const last = (truthOf(paper).tables?.transactions?.length ?? 0) - 1
  return [row, row + 1, last].map((at) => editOf(paper, print, `transactions.${at}.date`, ''))
}

const placeOf = (picture: Sheet, { box }: Edit): Place => ({ page: 1, box: shownBox(picture, box) })

/** From the place of the line that went down to the foot of the table. */
function rowPlace(picture: Sheet, edits: readonly Edit[]): Place {
  const [x, y, , top] = edits.map(({ box }) => box).reduce(joined)
  return { page: 1, box: shownBox(picture, [x, y, picture.size[0] - x, top]) }
}

async function made({ line, paper, other }: Wish, edits: Edit[], printOf: PrintOf) {
  const chance = seeded(line.name)
  const [first = '', second] = line.lenses
  const [lens, print] = [lensOf(first), printOf(paper)]
  const [how = '', also = ''] = line.how.split(': ')
  const sheet = await sheetOf(how === 'reprinted' ? printOf(other) : print, lens.dpi)
  HANDWORK[how]?.({ sheet, edits, chance })
  let picture = await seen(sheet, lens, chance)
  const way: Way = { save: line.save, form: line.form, maker: line.maker, made: paper.made }
  const said = edits.map(({ spot, to }) => [spot.text, to] as const)
  const layer = how === 'layer' || how === 'exchanged' || how === 'scan-edited'
  const base = layer ? await layered(picture, way, how === 'layer' ? said : []) : undefined
  const donor = { ...lensOf('feeder-clean'), dpi: lens.dpi, skew: lens.skew + 0.15 }
  const fromOther = async () => seen(await sheetOf(printOf(other), lens.dpi), donor, chance)
  const desk: Desk = { sheet: picture, edits, chance, print, other: fromOther }
  await RETOUCHES[how === 'exchanged' ? also : how]?.(desk)
  if (second) picture = await seen(picture, lensOf(second), chance)
  if (how === 'exchanged' && base) return { bytes: await exchangedFile(base, picture, line.save), picture }
  const file = base ?? (await wrapped(picture, way))
  return { bytes: (await LATE[how]?.(file, picture, edits, chance)) ?? file, picture }
}

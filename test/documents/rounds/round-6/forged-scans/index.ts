import { createCanvas } from '@napi-rs/canvas'
import { Chance } from '../../../chance.ts'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import { shownBox } from '../../round-1/scan.ts'
import { retold } from '../../round-3/forgeries/originals.ts'
import { wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import type { Edit } from '../../round-5/forged-scans/brush.ts'
import { type Sheet, seen, sheetOf } from '../../round-5/forged-scans/lens.ts'
import type { Line } from '../../round-5/forged-scans/list.ts'
import { differing, editOf, printsOf, truthOf, wished } from '../../round-5/forged-scans/originals.ts'
import { exchangedFile, layered, type Way, wrapped } from '../../round-5/forged-scans/wrap.ts'
import { type Paper, readPapers } from '../../round-5/forged-text/papers.ts'
import type { Place, RoundFile } from '../../round-file.ts'
import { ACTS, acted, actName } from './acts.ts'
import { AFTERS } from './after.ts'
import { type Change, lensOf } from './craft.ts'
import { HANDWORK } from './handwork.ts'
import { stampedOver } from './late.ts'
import { readLines, stepsOf } from './list.ts'
import { type Desk, RETOUCHES } from './retouch.ts'

const PROGRAMS = ['chromium', 'wkhtmltopdf', 'mutool', 'gs', 'convert', 'tesseract']
const missing = [...PROGRAMS, 'fonts-liberation'].filter((program) => !installed(program))

export const papers = (): Paper[] => readPapers(new URL('papers/', import.meta.url))

export const left: string[] =
  missing.length > 0
    ? [...readLines().map(({ name }) => name), ...ACTS.map(actName)].map((name) => `${name}: no ${missing.join(', ')}`)
    : []

const seeded = (name: string) => new Chance([...name].reduce((sum, letter) => (sum * 41 + letter.charCodeAt(0)) | 0, 6))

/** A paper with what its forger wants of it. */
interface Wish {
  line: Line
  paper: Paper
  /** The paper with its new values. */
  other: Paper
  shown: Map<string, string>
}

const wishOf = (line: Line, paper: Paper): Wish => {
  const other = wished(paper, line)
  return { line, paper, other, shown: differing(paper, other, [...line.shown.keys()]) }
}

type PrintOf = (paper: Paper) => Uint8Array

/** Every forged and innocent scan, one after the other. */
export async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  if (missing.length > 0) return
  const byName = new Map(papers().map((paper) => [paper.name, paper]))
  const paperOf = (name: string) => byName.get(name) ?? fail(`there is no paper ${name}`)
  const wishes = readLines()
    .filter(({ name }) => wanted(name))
    .map((line) => wishOf(line, paperOf(line.paper)))
  const acts = ACTS.map((act, at) => ({ act, name: actName(act, at) })).filter(({ name }) => wanted(name))
  const all = [...wishes.flatMap(({ paper, other }) => [paper, other]), ...acts.map(({ act }) => paperOf(act[1]))]
  const printOf = await printsOf(all)
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
  const { name, technique, family } = line
  const edits = editsOf(wish, printOf)
  const { bytes, picture } = await made(wish, edits, printOf)
  const boxes = [...edits.map(({ box }) => box), ...wipedBoxes(line, printOf(paper))]
  const places: Place[] = boxes.map((box) => ({ page: 1, box: shownBox(picture, box) }))
  const truth = truthBy(wish)
  const [first = ''] = shown.keys()
  const field = [...shown.keys()].find((key) => key in truth.fields || key.includes('.')) ?? first
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery: { technique, family, field, places } }
}

/** What the page shows: the new values, but for layers that only machines read. */
function truthBy({ line, paper, shown }: Wish): Truth {
  const steps = stepsOf(line).map(([step]) => step)
  const scan = !steps.some((step) => step === 'layer' || step === 'exchanged')
  return { ...retold(truthOf(paper), steps.includes('layer') ? new Map() : shown), scan }
}

/** What is wiped out is not set anew. */
function editsOf({ line, paper, other, shown }: Wish, printOf: PrintOf): Change[] {
  const set = [...shown].filter(([, text]) => !(line.how.startsWith('wiped') && text === '0.00'))
  return set.map(([field, change]) => {
    const edit = editOf(paper, printOf(paper), field, change.split(' = ')[0] ?? '')
    const { spot } = editOf(other, printOf(other), field, edit.to)
    const side = edit.right ? 2 : 0
    // A longer amount takes the sign of the currency before it with it.
    const signed = edit.right && edit.to.length > edit.spot.text.length && paper.source.includes(`$[[${field}|`)
    const [left, ...others] = edit.box
    const box: Edit['box'] = [left - (signed ? 0.62 * edit.spot.size : 0), ...others]
    return { ...edit, box, shift: [spot.box[side] - edit.spot.box[side], spot.y - edit.spot.y] }
  })
}

function wipedBoxes(line: Line, print: Uint8Array): Edit['box'][] {
  const [, word = ''] = stepsOf(line).find(([step]) => step === 'wiped') ?? []
  return word ? word.split('~').map((text) => locate(print, text, '').box) : []
}

async function made({ line, paper, other }: Wish, edits: Change[], printOf: PrintOf) {
  const chance = seeded(line.name)
  const [lens, second] = line.lenses.map(lensOf)
  if (!lens) throw new Error(`${line.name} has no lens`)
  const print = printOf(paper)
  const fresh = await sheetOf(printOf(other), lens.dpi)
  const sheet = await sheetOf(print, lens.dpi)
  const steps = stepsOf(line)
  for (const [step] of steps) HANDWORK[step]?.({ sheet, edits, chance, fresh })
  let picture = await seen(sheet, lens, chance)
  const way: Way = { save: line.save, form: line.form, maker: line.maker, made: paper.made }
  const base = await baseOf(steps, picture, way, edits)
  const donor = async (by?: string): Promise<Sheet> => {
    const through = by ? { ...lensOf(by), dpi: lens.dpi } : { ...lens, skew: lens.skew + 0.2 }
    return seen(await sheetOf(printOf(other), lens.dpi), through, chance)
  }
  const desk: Omit<Desk, 'sheet' | 'word'> = { ...deskOf(paper, print, edits, chance), fresh, other: donor }
  for (const [step, word] of steps) {
    await RETOUCHES[step]?.({ ...desk, sheet: picture, word })
    picture = (await AFTERS[step]?.(picture, chance)) ?? picture
  }
  if (second) picture = await seen(picture, second, chance)
  if (steps[0]?.[0] === 'exchanged' && base) return { bytes: await exchangedFile(base, picture, line.save), picture }
  if (steps[0]?.[0] === 'stamp' && base) return { bytes: await stampedOver(base, picture, edits), picture }
  return { bytes: base ?? (await wrapped(picture, way)), picture }
}

const deskOf = (paper: Paper, bytes: Uint8Array, edits: Change[], chance: Chance) => ({
  bytes,
  edits,
  chance,
  find: (text: string, count = 0) => locate(bytes, text, `${text} `.repeat(count)),
  spotOf: (field: string) => {
    const { text, before } = wordsOf(paper, field)
    return locate(bytes, text, before)
  },
})

/** The file as it is before its picture is changed, where its layer or its picture stays. */
async function baseOf(
  steps: readonly [string, string][],
  picture: Sheet,
  way: Way,
  edits: readonly Edit[],
): Promise<Uint8Array | undefined> {
  const first = steps[0]?.[0]
  const said = edits.map(({ spot, to }) => [spot.text, to] as const)
  if (first === 'layer') return layered(picture, way, said)
  if (first === 'exchanged') return layered(picture, way)
  if (first !== 'stamp') return
  const canvas = createCanvas(picture.canvas.width, picture.canvas.height)
  canvas.getContext('2d').drawImage(picture.canvas, 0, 0)
  return wrapped({ ...picture, canvas }, way)
}

import type { Truth } from '../../../specimen.ts'
import { shownBox } from '../../round-1/scan.ts'
import { retold } from '../../round-3/forgeries/originals.ts'
import { seen, sheetOf } from '../../round-5/forged-scans/lens.ts'
import { AFTERS } from '../../round-6/forged-scans/after.ts'
import type { Change } from '../../round-6/forged-scans/craft.ts'
import { type Desk, RETOUCHES } from '../../round-6/forged-scans/retouch.ts'
import type { Place, RoundFile } from '../../round-file.ts'
import { wish } from '../forged-text/index.ts'
import { fail, readPapers, truthOf } from '../forged-text/papers.ts'
import { boxOf, type Print, pieceOf, printed } from '../forged-text/print.ts'
import type { ReadText } from '../forged-text/recognised.ts'
import { ACTS, acted, actName } from './acts.ts'
import { type Line, readLines } from './list.ts'
import { editOf, found, lensOf, seeded, spotOf } from './originals.ts'
import { TOOLS } from './tools.ts'
import { filed, LATE, lateOver, type Way } from './wrap.ts'

const STEPS = { ...RETOUCHES, ...TOOLS }

/** The kit draws its papers itself and needs no other program. */
export const left: string[] = []

/** Every forged and innocent scan, one after the other. */
export async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  const papers = new Map(readPapers().map((paper) => [paper.name, paper]))
  const printOf = (name: string) => printed(papers.get(name) ?? fail(`there is no paper ${name}`))
  for (const line of readLines()) if (wanted(line.name)) yield forged(line, await printOf(line.paper))
  for (const [at, act] of ACTS.entries()) {
    const name = actName(act, at)
    if (!wanted(name)) continue
    const done = await acted(act, await printOf(act[1]), seeded(name))
    yield { name, kind: 'innocent', medium: 'scan', ...done, act: act[0] }
  }
}

const has = ({ steps }: Line, ...names: string[]) => steps.some(([step]) => names.includes(step))

async function forged(line: Line, print: Print): Promise<RoundFile> {
  const { name, technique, family } = line
  const { other, all } = wish(line, print.paper)
  const fresh = await printed(other)
  const edits = [...all].map(([field, change]) => editOf(print, fresh, field, change.split(' = ')[0] ?? ''))
  const { bytes, picture } = await made(line, print, fresh, edits)
  const places: Place[] = edits.map(({ box }) => ({ page: 1, box: shownBox(picture, box) }))
  // What only machines read is not what the page shows.
  const shown = has(line, 'new-layer') ? new Map<string, string>() : all
  const scan = !has(line, 'new-layer', 'old-layer', 'box', 'note')
  const truth: Truth = { ...retold(truthOf(print.paper), shown), scan, risk: 'flagged' }
  const field = [...all.keys()][0] ?? fail(`${name} changes nothing`)
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery: { technique, family, field, places } }
}

const readOf = ({ pieces }: Print): ReadText[] =>
  pieces.filter(({ page }) => page === 1).map((piece) => ({ text: piece.text, box: boxOf(piece), size: piece.size }))

async function made(line: Line, print: Print, fresh: Print, edits: Change[]) {
  const chance = seeded(line.name)
  const [lens, second] = line.lenses.map(lensOf)
  if (!lens) return fail(`${line.name} has no lens`)
  let picture = await seen(await sheetOf(print.bytes, lens.dpi), lens, chance)
  const desk: Omit<Desk, 'sheet' | 'word'> = {
    edits,
    chance,
    bytes: print.bytes,
    fresh: await sheetOf(fresh.bytes, lens.dpi),
    find: (text) => (text.length === 1 ? digitOf(print, edits, text) : found(print, text)),
    spotOf: (field) => spotOf(pieceOf(print, field)),
    other: async (by) => seen(await sheetOf(fresh.bytes, lens.dpi), donorLens(lens, by), chance),
  }
  for (const [step, word] of line.steps) {
    await STEPS[step]?.({ ...desk, sheet: picture, word })
    picture = (await AFTERS[step]?.(picture, chance)) ?? picture
  }
  if (second) picture = await seen(picture, second, chance)
  const texts = readOf(has(line, 'new-layer') ? fresh : print)
  const way: Way = { quality: line.quality, form: line.form, maker: line.maker, made: print.paper.made, texts }
  const bytes = await filed(picture, way)
  const late = LATE[line.steps[0]?.[0] ?? '']
  return { bytes: late ? await lateOver(bytes, picture, edits, late, way) : bytes, picture }
}

const donorLens = (lens: ReturnType<typeof lensOf>, by?: string) =>
  by ? { ...lensOf(by), dpi: lens.dpi } : { ...lens, skew: lens.skew + 0.2 }

/** A digit of the same face and size elsewhere on the page, as a spot of one letter. */
function digitOf(print: Print, edits: readonly Change[], digit: string): ReturnType<typeof spotOf> {
  const own = edits[0]?.spot ?? fail('nothing changes')
  const fits = print.pieces
    .map(spotOf)
    .filter(({ text, page, y }) => page === 1 && text.includes(digit) && Math.abs(y - own.y) > 2)
  const near = fits.find(({ font, size }) => font === own.font && size === own.size) ?? fits[0] ?? fail(`no ${digit}`)
  const ends = near.letters[near.text.replace(/\s/g, '').indexOf(digit)] ?? fail(`no ${digit}`)
  return { ...near, text: digit, x: ends[0], box: [ends[0], near.box[1], ends[1], near.box[3]] }
}

import { languageOf } from './language.ts'
import { figuresAgain, findLost, lookAgain } from './read-doubted.ts'
import { confidenceOf, type Order, prepare, readPacked, type Sheet } from './read-pieces.ts'
import type { RuledLine } from './ruled-lines.ts'
import { type Straight, upsideDown } from './straighten.ts'
import { canRead, type Language, type SeenWord } from './tesseract.ts'
import type { TextLine } from './text-lines.ts'

export interface Print {
  straight: Straight
  /** Pieces of lines with their words, in pixels of the upright bitmap. */
  pieces: SeenWord[][]
  /** The letters of each piece. */
  rows: readonly TextLine[]
  lines: RuledLine[]
  language: Language
}

/** Which way is up and which language it is shows in so many of the longest pieces. */
const SAMPLE = 8

/** Below this mean confidence a page may be the wrong way up. */
const LEGIBLE = 0.88

/** Everything that is printed on a straightened page, the right way up. */
export async function readPrint(straight: Straight, order: Order): Promise<Print> {
  const sheet = prepare(straight, order.dpi)
  const language = order.language ?? 'eng'
  if (sheet.rows.length === 0) return { straight, pieces: [], rows: [], lines: sheet.lines, language }
  return await readSheet(await upright(sheet, { ...order, language }), order)
}

/** A sheet with the longest of its pieces as they were read, and in which language. */
interface Sample {
  sheet: Sheet
  read: SeenWord[][]
  language: Language
}

async function readSheet({ sheet, read, language }: Sample, order: Order): Promise<Print> {
  const found = order.language ?? languageOf(read.flat())
  const kept = found === undefined || found === language ? read : []
  let pieces = await readRest(sheet, kept, { ...order, language: found ?? language })
  // What the longest pieces left open, all of them may tell.
  const told = found ?? languageOf(pieces.flat()) ?? language
  if (!found && told !== language) pieces = await readRest(sheet, [], { ...order, language: told })
  await lookAgain(sheet, pieces, { ...order, language: told })
  await findLost(sheet, pieces, { ...order, language: told })
  if (OTHER_LETTERS.includes(told)) await figuresAgain(sheet, pieces, order)
  return { straight: sheet.straight, pieces, rows: sheet.rows, lines: sheet.lines, language: told }
}

// What reads as words of a language stands upright, however unsurely it is read with another one's data.
async function upright(sheet: Sheet, order: Order & { language: Language }): Promise<Sample> {
  const { language } = order
  const read = await readPacked(sheet, sampleOf(sheet), order)
  if (confidenceOf(read) >= LEGIBLE || languageOf(read.flat())) return { sheet, read, language }
  const turned = await readPacked(sheet, sampleOf(sheet), order, { flipped: true })
  if (confidenceOf(turned) <= confidenceOf(read)) return await inOtherLetters({ sheet, read, language }, order)
  const other = prepare(upsideDown(sheet.straight), order.dpi)
  return await inOtherLetters({ sheet: other, read: await readPacked(other, sampleOf(other), order), language }, order)
}

/** Languages that are not written in Latin letters: no other one's data read any of their words. */
const OTHER_LETTERS: readonly Language[] = ['ell', 'bul']

/** The sample in the first of those languages that it reads as; where it reads as none, as it was. */
async function inOtherLetters(sample: Sample, order: Order): Promise<Sample> {
  if (order.language !== 'eng' || languageOf(sample.read.flat())) return sample
  for (const language of OTHER_LETTERS.filter(canRead)) {
    const read = await readPacked(sample.sheet, sampleOf(sample.sheet), { ...order, language })
    if (languageOf(read.flat()) === language) return { ...sample, read, language }
  }
  return sample
}

/** All rows in order, those of the sample as they were read where it is not empty. */
async function readRest(sheet: Sheet, sample: SeenWord[][], order: Order): Promise<SeenWord[][]> {
  const known = new Map(sample.length > 0 ? sampleOf(sheet).map((row, at) => [row, sample[at] ?? []]) : [])
  const rest = sheet.rows.filter((row) => !known.has(row))
  const read = await readPacked(sheet, rest, order)
  for (const [at, row] of rest.entries()) known.set(row, read[at] ?? [])
  return sheet.rows.map((row) => known.get(row) ?? [])
}

function sampleOf({ rows }: Sheet): TextLine[] {
  return rows.toSorted((a, b) => b.parts.length - a.parts.length).slice(0, SAMPLE)
}

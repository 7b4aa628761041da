import { type Bitmap, turn } from './bitmap.ts'
import { componentsOf } from './components.ts'
import { inkOf, invertBars } from './ink.ts'
import { languageOf } from './language.ts'
import { type Heights, LARGE, PLAIN, pack, unpack } from './pack.ts'
import { eraseLines, type RuledLine, ruledLines } from './ruled-lines.ts'
import { type Straight, upsideDown } from './straighten.ts'
import type { Language, SeenWord, TesseractPool } from './tesseract.ts'
import { type TextLine, textLines } from './text-lines.ts'
import { tidyWords } from './tidy-words.ts'

export interface Print {
  straight: Straight
  /** Pieces of lines with their words, in pixels of the upright bitmap. */
  pieces: SeenWord[][]
  /** The letters of each piece. */
  rows: readonly TextLine[]
  lines: RuledLine[]
  language: Language
}

interface Sheet {
  straight: Straight
  lines: RuledLine[]
  clean: Bitmap
  rows: TextLine[]
}

interface Order {
  pool: TesseractPool
  dpi: number
  /** The document's, where it is known. */
  language: Language | undefined
  signal: AbortSignal | undefined
}

/** Which way is up and which language it is shows in so many of the longest pieces. */
const SAMPLE = 8

/** Below this mean confidence a page may be the wrong way up. */
const LEGIBLE = 0.88

/** More pieces of lines than this are read by several workers; a call costs about 20 ms. */
const PIECES = 24

/** Everything that is printed on a straightened page, the right way up. */
export async function readPrint(straight: Straight, order: Order): Promise<Print> {
  let sheet = prepare(straight, order.dpi)
  const language = order.language ?? 'eng'
  if (sheet.rows.length === 0) return { straight, pieces: [], rows: [], lines: sheet.lines, language }
  const first = { ...order, language }
  let sample = await readPacked(sheet, sampleOf(sheet), first)
  if (confidenceOf(sample) < LEGIBLE) {
    const turned = await readPacked(sheet, sampleOf(sheet), first, { flipped: true })
    if (confidenceOf(turned) > confidenceOf(sample)) {
      sheet = prepare(upsideDown(straight), order.dpi)
      sample = await readPacked(sheet, sampleOf(sheet), first)
    }
  }
  const found = order.language ?? languageOf(sample.flat())
  const kept = found === undefined || found === language ? sample : []
  let pieces = await readRest(sheet, kept, { ...order, language: found ?? language })
  // What the longest pieces left open, all of them may tell.
  const told = found ?? languageOf(pieces.flat()) ?? language
  if (!found && told !== language) pieces = await readRest(sheet, [], { ...order, language: told })
  await lookAgain(sheet, pieces, { ...order, language: told })
  return { straight: sheet.straight, pieces, rows: sheet.rows, lines: sheet.lines, language: told }
}

/** All rows in order, those of the sample as they were read where it is not empty. */
async function readRest(sheet: Sheet, sample: SeenWord[][], order: Order): Promise<SeenWord[][]> {
  const known = new Map(sample.length > 0 ? sampleOf(sheet).map((row, at) => [row, sample[at] ?? []]) : [])
  const rest = sheet.rows.filter((row) => !known.has(row))
  const read = await readPacked(sheet, rest, order)
  for (const [at, row] of rest.entries()) known.set(row, read[at] ?? [])
  return sheet.rows.map((row) => known.get(row) ?? [])
}

function prepare(straight: Straight, dpi: number): Sheet {
  const lines = ruledLines(straight.bitmap, dpi)
  const clean = invertBars(eraseLines(straight.bitmap, lines, dpi), dpi)
  const rows = textLines(componentsOf({ ...clean, data: inkOf(clean, dpi) }), lines, dpi)
  return { straight, lines, clean, rows: rows.sort((a, b) => a.y0 - b.y0) }
}

function sampleOf({ rows }: Sheet): TextLine[] {
  return rows.toSorted((a, b) => b.parts.length - a.parts.length).slice(0, SAMPLE)
}

/** Puts the second reading of a weak piece in the place of the first where it is surer. */
async function lookAgain(sheet: Sheet, pieces: SeenWord[][], order: Order): Promise<void> {
  const { rows } = sheet
  const weak = rows.flatMap((_, at) => (isWeak(pieces[at] ?? []) ? [at] : []))
  if (weak.length === 0) return
  const again = weak.map((at) => rows[at] as TextLine)
  const second = await readPacked(sheet, again, order, { heights: LARGE })
  for (const [k, at] of weak.entries()) {
    const [before, after] = [pieces[at] ?? [], second[k] ?? []]
    if (confidenceOf([after]) > confidenceOf([before])) pieces[at] = after
  }
}

/** A piece with a number that is this unsure, or with nothing in it, is looked at again in another size. */
const UNSURE = 0.75

function isWeak(piece: readonly SeenWord[]): boolean {
  return piece.length === 0 || piece.some(({ text, confidence }) => confidence < UNSURE && /\d/.test(text))
}

async function readPacked(
  sheet: Sheet,
  rows: readonly TextLine[],
  { pool, dpi, language, signal }: Order,
  { heights = PLAIN, flipped = false }: { heights?: Heights; flipped?: boolean } = {},
): Promise<SeenWord[][]> {
  const count = Math.min(Math.ceil(rows.length / PIECES), 4 * pool.size)
  const size = Math.ceil(rows.length / Math.max(1, count))
  const parts = Array.from({ length: count }, (_, at) => rows.slice(at * size, (at + 1) * size))
  const read = parts.map(async (part) => {
    const packed = pack(sheet.clean, part, sheet.rows, heights)
    const bitmap = flipped ? turn(packed.bitmap, 180) : packed.bitmap
    const words = await pool.read(bitmap, { language: language ?? 'eng', dpi, signal })
    // Of what stands on its head only the confidence is asked for.
    if (flipped) return [words]
    return packed.slots.map((slot) => {
      const own = words.filter(({ y0, y1 }) => (y0 + y1) / 2 >= slot.top - 4 && (y0 + y1) / 2 < slot.bottom + 4)
      return tidyWords(own.map((word) => onPage(word, (x, y) => unpack(slot, x, y))))
    })
  })
  return (await Promise.all(read)).flat()
}

function onPage(word: SeenWord, place: (x: number, y: number) => [number, number]): SeenWord {
  const [[x0, y0], [x1, y1]] = [place(word.x0, word.y0), place(word.x1, word.y1)]
  return { ...word, x0, y0, x1, y1 }
}

function confidenceOf(pieces: readonly SeenWord[][]): number {
  const words = pieces.flat()
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters
}

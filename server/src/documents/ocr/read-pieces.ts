import { type Bitmap, turn } from './bitmap.ts'
import { componentsOf } from './components.ts'
import { inkOf, invertBars } from './ink.ts'
import { type Heights, PLAIN, pack, unpack } from './pack.ts'
import { eraseLines, type RuledLine, ruledLines } from './ruled-lines.ts'
import type { Straight } from './straighten.ts'
import type { Language, SeenWord, TesseractPool } from './tesseract.ts'
import { type TextLine, textLines } from './text-lines.ts'
import { tidyWords } from './tidy-words.ts'

/** A page made ready for recognition: its ruled lines, and its pieces of text lines on a picture without them. */
export interface Sheet {
  straight: Straight
  lines: RuledLine[]
  clean: Bitmap
  rows: TextLine[]
}

/** How pieces are read. */
export interface Order {
  pool: TesseractPool
  dpi: number
  /** The document's, where it is known. */
  language: Language | undefined
  signal: AbortSignal | undefined
}

/** More pieces of lines than this are read by several workers; a call costs about 20 ms. */
const PIECES = 24

/** The pieces of a page's text lines, from the top. */
export function prepare(straight: Straight, dpi: number): Sheet {
  const lines = ruledLines(straight.bitmap, dpi)
  const clean = invertBars(eraseLines(straight.bitmap, lines, dpi), dpi)
  const rows = textLines(componentsOf({ ...clean, data: inkOf(clean, dpi) }), lines, dpi)
  return { straight, lines, clean, rows: rows.sort((a, b) => a.y0 - b.y0) }
}

/** The words of each of the pieces. */
export async function readPacked(
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
      return tidyWords(
        own.map((word) =>
          onInk(
            onPage(word, (x, y) => unpack(slot, x, y)),
            slot.line,
          ),
        ),
      )
    })
  })
  return (await Promise.all(read)).flat()
}

function onPage(word: SeenWord, place: (x: number, y: number) => [number, number]): SeenWord {
  const [[x0, y0], [x1, y1]] = [place(word.x0, word.y0), place(word.x1, word.y1)]
  return { ...word, x0, y0, x1, y1 }
}

// Tesseract gives a word the height of the line that it thought it in, be that two lines high; its letters say more.
function onInk(word: SeenWord, { parts }: TextLine): SeenWord {
  const own = parts.filter(({ x0, x1 }) => (x0 + x1) / 2 > word.x0 && (x0 + x1) / 2 < word.x1)
  if (own.length === 0) return word
  return { ...word, y0: Math.min(...own.map(({ y0 }) => y0)), y1: Math.max(...own.map(({ y1 }) => y1)) }
}

/** By letters, 0 where there is none. */
export function confidenceOf(pieces: readonly SeenWord[][]): number {
  const words = pieces.flat()
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters
}

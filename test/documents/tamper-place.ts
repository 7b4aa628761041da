import { PDFDocument, type PDFFont, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { around } from '../../server/src/documents/model/box.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import type { Chance } from './chance.ts'
import { printings } from './tamper-content.ts'

/** A word of a page that prints a value and nothing else but signs. */
export interface Place {
  /** From 0, as pdf-lib counts. */
  page: number
  word: Word
  /** The value as the word prints it. */
  printed: string
}

/** Where the file shows any of the texts as a word, or as words side by side; turned pages are left out. */
export async function findPlaces(bytes: Uint8Array, texts: readonly string[]): Promise<Place[]> {
  const pdf = await openPdf(bytes)
  try {
    const pages = await readPages(pdf)
    return pages.flatMap(({ number, words }) => {
      const plain = words.filter((word) => word.visibility === 'shown' && word.origin === 'text' && !word.turn)
      return plain.flatMap((_, at) => placeAt(plain, at, number - 1, texts) ?? [])
    })
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const bare = (text: string) => text.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')

function placeAt(words: readonly Word[], at: number, page: number, texts: readonly string[]): Place | undefined {
  for (const printed of texts) {
    const parts = printed.split(/[ \u00a0]/)
    const run = words.slice(at, at + parts.length)
    const [first] = run
    if (!first || run.length < parts.length || run.some(({ text }, k) => bare(text) !== parts[k])) continue
    if (run.some(({ box }) => Math.abs(box[1] - first.box[1]) > 1)) continue
    return { page, word: { ...first, box: around(run.map(({ box }) => box)) }, printed }
  }
  return undefined
}

export async function findAmount(bytes: Uint8Array, value: number): Promise<Place[]> {
  return findPlaces(bytes, printings(value))
}

/** Another number in the same shape: its first digit is another one, its others as the forger likes. */
export function altered(printed: string, chance: Chance): string {
  const digits = printed.match(/\d/g) ?? []
  const first = String((Number(digits[0]) % 9) + 1)
  let at = 0
  return printed.replace(/\d/g, (digit) => {
    at++
    if (at === 1) return first
    return at <= digits.length - 2 && chance.happens(0.5) ? String((Number(digit) + chance.whole(1, 9)) % 10) : digit
  })
}

export function amountIn(printed: string): number {
  return Number(printed.replace(/[^\d]/g, '')) / 100
}

/** The standard font that a word is set in or resembles; another one where a forger has no eye for it. */
export async function fontFor(pdf: PDFDocument, word: Word, alike: boolean): Promise<PDFFont> {
  const families = [
    [/times|serif|roman/i, StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
    [/cour|mono/i, StandardFonts.Courier, StandardFonts.CourierBold],
    [/./, StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  ] as const
  const [, plain, bold] = families.find(([name]) => name.test(word.font || 'x')) ?? families[2]
  if (alike) return pdf.embedFont(word.bold ? bold : plain)
  return pdf.embedFont(plain === StandardFonts.TimesRoman ? StandardFonts.Helvetica : StandardFonts.TimesRoman)
}

/** Paints the word over in white and sets another text in its place. */
export async function coverWord(
  pdf: PDFDocument,
  { page: number, word }: Place,
  text: string,
  alike: boolean,
): Promise<void> {
  const page = pdf.getPage(number)
  const [x0, y0, x1, y1] = word.box
  page.drawRectangle({ x: x0 - 1, y: y0, width: x1 - x0 + 2, height: y1 - y0, color: rgb(1, 1, 1) })
  const font = await fontFor(pdf, word, alike)
  const wide = font.widthOfTextAtSize(text, word.size)
  // Amounts stand at the right edge of their column.
  page.drawText(text, { x: Math.max(0, x1 - wide), y: y0 + 0.22 * word.size, size: word.size, font })
}

export async function openForChange(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { updateMetadata: false })
}

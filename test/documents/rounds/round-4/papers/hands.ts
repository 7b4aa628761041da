import { readFileSync } from 'node:fs'
import fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'

const TYPE = '/usr/share/fonts/truetype/'

/** Fonts that every reader has, and those whose used letters are put into the file with two-byte codes. */
const FONTS: Record<string, StandardFonts | `${typeof TYPE}${string}`> = {
  H: StandardFonts.Helvetica,
  HB: StandardFonts.HelveticaBold,
  T: StandardFonts.TimesRoman,
  TB: StandardFonts.TimesRomanBold,
  C: StandardFonts.Courier,
  CB: StandardFonts.CourierBold,
  L: `${TYPE}liberation/LiberationSans-Regular.ttf`,
  LB: `${TYPE}liberation/LiberationSans-Bold.ttf`,
  N: `${TYPE}liberation/LiberationSansNarrow-Regular.ttf`,
  NB: `${TYPE}liberation/LiberationSansNarrow-Bold.ttf`,
  M: `${TYPE}liberation/LiberationMono-Regular.ttf`,
  MB: `${TYPE}liberation/LiberationMono-Bold.ttf`,
  D: `${TYPE}dejavu/DejaVuSansCondensed.ttf`,
  DB: `${TYPE}dejavu/DejaVuSansCondensed-Bold.ttf`,
}

/** The fonts that a text of commands names. */
export async function fontsFor(doc: PDFDocument, text: string): Promise<Map<string, PDFFont>> {
  doc.registerFontkit(fontkit)
  const fonts = new Map<string, PDFFont>()
  for (const [name, font] of Object.entries(FONTS)) {
    if (!new RegExp(`(^| )${name} `, 'm').test(text)) continue
    const own = font.startsWith(TYPE)
    fonts.set(name, await doc.embedFont(own ? readFileSync(font) : font, { subset: own }))
  }
  return fonts
}

/** A line of text at its left end; `y` and `turned` are as the page's axes run. */
export interface Line {
  x: number
  y: string
  size: number
  font: PDFFont
  text: string
  turned: string
}

const shown = (font: PDFFont, text: string) => `${font.encodeText(text)} Tj`

/** Ways in which programs write a line of text; each gives the operators between BT and ET. */
export const HANDS: Record<string, (line: Line) => string> = {
  runs: ({ x, y, font, text, turned }) => `${turned} ${x.toFixed(2)} ${y} Tm ${shown(font, text)}`,
  words: ({ x, y, size, font, text, turned }) =>
    [...text.matchAll(/\S+/g)]
      .map((word) => ({ word: word[0], at: x + font.widthOfTextAtSize(text.slice(0, word.index), size) }))
      .map(({ word, at }) => `${turned} ${at.toFixed(2)} ${y} Tm ${shown(font, word)}`)
      .join(' '),
  kern: ({ x, y, font, text, turned }) => {
    const pieces = (text.match(/.{1,2}/gs) ?? []).map((piece, at) => `${font.encodeText(piece)} ${at % 2 ? -7 : 7}`)
    return `${turned} ${x.toFixed(2)} ${y} Tm [${pieces.join(' ')}] TJ`
  },
  letters: ({ x, y, size, font, text, turned }) => {
    const steps = [...text].map((letter) => [letter, font.widthOfTextAtSize(letter, size)] as const)
    const shows = steps.map(([letter, width]) => `${shown(font, letter)} ${width.toFixed(3)} 0 Td`)
    return `${turned} ${x.toFixed(2)} ${y} Tm ${shows.join(' ')}`
  },
}

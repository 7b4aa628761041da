import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { embedLettering } from '../../../server/src/documents/annotate/fonts.ts'
import type { Chance } from '../chance.ts'
import { FAMILIES, type Family as Standard } from './faces.ts'

/**
 * How a program writes a text: whole; a run for each word; a run for each glyph, blanks among them or not; runs of a
 * few letters; one array a text in which blanks are distances, kerned at random or behind the second letter.
 */
export type Cut = 'whole' | 'words' | 'glyphs' | 'letters' | 'runs' | 'gaps' | 'shifts'

/** Texts in the file: as drawn, backwards, in columns of 90 points or of 40 from top to bottom, or anyhow. */
export type Order = 'drawn' | 'reversed' | 'columns' | 'strips' | 'shuffled'

/** How a printing program writes a page. */
export interface Hand {
  cut?: Cut
  order?: Order
  /** Points between letters. */
  spaced?: number
  /** Under a scaled matrix whose y axis runs down, as browsers print. */
  flipped?: boolean
}

/** What a sheet looks like. */
export interface Look extends Hand {
  size: readonly [width: number, height: number]
  family: Family
  /** Points of the text where none are given. */
  text: number
}

/** Hands of well known kinds of software. */
const HANDS: Readonly<Record<string, Hand>> = {
  plain: {},
  browser: { cut: 'words', flipped: true },
  office: { cut: 'words' },
  report: { order: 'strips' },
  reportBackwards: { order: 'reversed' },
  browserLetters: { cut: 'letters', flipped: true },
  typesetter: { cut: 'shifts' },
  airy: { spaced: 0.35 },
  jumbled: { order: 'shuffled' },
  jumbledWords: { cut: 'words', order: 'shuffled' },
}

const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  letter: [612, 792],
  a4: [595, 842],
  mm80: [226, 700],
  mm58: [164, 700],
  mail: [612, 900],
  till: [226, 620],
}

/** `unicode` is an embedded font of two-byte codes with letters of all Europe. */
type Family = Standard | 'unicode'

const CUTS = new Set(['words', 'glyphs', 'letters', 'runs', 'gaps', 'shifts'])
const ORDERS = new Set(['reversed', 'columns', 'strips', 'shuffled'])

/**
 * Words in any order: a size, a family, the size of the text, a cut, an order, `flipped`; or hands, of which chance
 * picks one: `letter serif 10 gaps`, `a4 plain|browser`.
 */
export function lookOf(words: string, chance: Chance): Look {
  const look: Look = { size: [595, 842], family: 'sans', text: 9 }
  for (const word of words.split(' ').filter(Boolean)) {
    const hands = word.split('|').map((name) => HANDS[name])
    if (SIZES[word]) look.size = SIZES[word]
    else if (word in FAMILIES || word === 'unicode') look.family = word as Family
    else if (CUTS.has(word)) look.cut = word as Cut
    else if (ORDERS.has(word)) look.order = word as Order
    else if (word === 'flipped') look.flipped = true
    else if (Number(word) > 0) look.text = Number(word)
    else if (hands.every((hand) => hand !== undefined)) Object.assign(look, chance.pick(hands))
    else throw new Error(`no look is called ${word}`)
  }
  return look
}

/** The plain and the bold font of a family. */
export async function fontsOf(pdf: PDFDocument, family: Family): Promise<readonly [PDFFont, PDFFont]> {
  if (family !== 'unicode') return [await pdf.embedFont(FAMILIES[family][0]), await pdf.embedFont(FAMILIES[family][1])]
  const { regular, bold } = await embedLettering(pdf)
  return [regular, bold]
}

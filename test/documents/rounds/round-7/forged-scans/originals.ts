import { readFileSync } from 'node:fs'
import path from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { Chance } from '../../../chance.ts'
import { FONT_FOLDER, measureOf } from '../../round-1/fonts.ts'
import { joined } from '../../round-3/forgeries/job.ts'
import type { Spot } from '../../round-3/forgeries/spot.ts'
import type { Lens } from '../../round-5/forged-scans/lens.ts'
import type { Change as Edit } from '../../round-6/forged-scans/craft.ts'
import { standardOf } from '../forged-text/edit.ts'
import { fail } from '../forged-text/papers.ts'
import { boxOf, type Piece, type Print, pieceOf } from '../forged-text/print.ts'

/** Fonts that everybody has, by the names under which editors of pictures list them. */
for (const [file, name] of [
  ['LiberationSans-Regular.ttf', 'Liberation Sans'],
  ['LiberationSans-Bold.ttf', 'Liberation Sans'],
  ['FoxitSerif.pfb', 'Liberation Serif'],
  ['FoxitFixed.pfb', 'Liberation Mono'],
] as const)
  GlobalFonts.registerFromPath(path.join(FONT_FOLDER, file), name)

const lenses = JSON.parse(readFileSync(new URL('lenses.json', import.meta.url), 'utf8')) as Record<string, Lens>

export const lensOf = (name: string): Lens => lenses[name] ?? fail(`there is no lens ${name}`)

export const seeded = (name: string): Chance =>
  new Chance([...name].reduce((sum, letter) => (sum * 37 + letter.charCodeAt(0)) | 0, 7))

/** A piece of a print as the tools for pictures want it. */
export function spotOf(piece: Piece): Spot {
  const { text, page, x, y, size, face, color } = piece
  const font = measureOf(standardOf(face))
  const scale = piece.width / (font.widthOfTextAtSize(text, size) || 1)
  const end = (at: number) => x + scale * font.widthOfTextAtSize(text.slice(0, at), size)
  const letters = [...text].flatMap((letter, at): [number, number][] =>
    /\s/.test(letter) ? [] : [[end(at), end(at + 1)]],
  )
  return { page, box: boxOf(piece), text, x, y, size, font: face, color, letters }
}

/** What changes on a sheet, and how far from there the paper with its new values shows it. */
export function editOf(print: Print, other: Print, field: string, to: string): Edit {
  const [piece, fresh] = [pieceOf(print, field), pieceOf(other, field)]
  const [spot, there] = [spotOf(piece), spotOf(fresh)]
  const [x, y, right, top] = joined(spot.box, there.box)
  const side = piece.right ? 2 : 0
  const shift: Edit['shift'] = [there.box[side] - spot.box[side], 0]
  return { field, spot, to, right: piece.right, box: [x - 0.3, y - 0.3, right + 0.3, top + 0.8], shift }
}

/** The first piece of a page with a text. */
export const found = ({ pieces, paper }: Print, text: string): Spot =>
  spotOf(pieces.find((piece) => piece.text === text) ?? fail(`${paper.name} does not print ${text}`))

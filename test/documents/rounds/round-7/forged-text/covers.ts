import { PDFHexString, PDFString } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { measureOf } from '../../round-1/fonts.ts'
import { type Box, grown } from '../../round-3/forgeries/job.ts'
import { resource } from '../../round-4/forged-text/job.ts'
import { type Desk, eachOf, onTop, plateOps, reachOf, recut, standardOf, typedOver, type Way } from './edit.ts'
import type { Piece } from './print.ts'

/** A plate, white or of the colour that the word says, and a text on it: `FACE [#COLOUR]`. */
const box = eachOf(async (desk) => {
  const [face = 'Helvetica', colour = '#ffffff'] = desk.word.split(' ')
  onTop(desk, `${plateOps(reachOf(desk.change), colour)}\n${await typedOver(desk, face)}`)
})

/** The program's box for notes, with its white ground, put over the old text. */
const note = eachOf(async (desk) => {
  const { page, pdf, change } = desk
  const [x, y, right, top] = grown(reachOf(change), 0.6)
  const text = await typedOver(desk, desk.word)
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [x, y, right, top], Resources: page.node.Resources() }
  const look = pdf.context.flateStream(`${plateOps([x, y, right, top], '#ffffff')} ${text}`, form as never)
  const dict = { Type: 'Annot', Subtype: 'FreeText', Rect: [x, y, right, top], F: 4 }
  const more = { Contents: PDFHexString.fromText(change.to), DA: PDFString.of('/Helv 10 Tf 0 g') }
  const AP = { N: pdf.context.register(look) }
  page.node.addAnnot(pdf.context.register(pdf.context.obj({ ...dict, ...more, AP } as never)))
})

/** The value typed in a program for pictures and pasted: a small JPEG with its own white ground. */
async function pasted({ page, pdf, change: { piece, to }, word }: Desk, [x, y, right, top]: Box): Promise<string> {
  const scale = 3
  const canvas = createCanvas(Math.round((right - x) * scale), Math.round((top - y) * scale))
  const pen = canvas.getContext('2d')
  pen.fillStyle = word || '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = piece.color
  pen.scale(scale, scale)
  pen.font = `${piece.size}px "Round ${/Bold/.test(piece.face) ? 'Arial-Bold' : 'Arial'}"`
  pen.textAlign = piece.right ? 'right' : 'left'
  pen.fillText(to, (piece.right ? piece.x + piece.width : piece.x) - x, top - piece.y)
  const image = await pdf.embedJpg(await canvas.encode('jpeg', 88))
  return `q ${right - x} 0 0 ${top - y} ${x} ${y} cm /${resource(page, 'XObject', image.ref)} Do Q`
}

const picture = eachOf(async (desk) => onTop(desk, await pasted(desk, grown(reachOf(desk.change), 0.8))))

/** The old text taken out as a redaction does, and another one set into the hole. */
const redact = eachOf(async (desk) => {
  recut(desk, '')
  onTop(desk, `${plateOps(reachOf(desk.change), '#ffffff')}\n${await typedOver(desk, desk.word)}`)
})

/** The letters of a piece that differ, where as many stand there as before. */
export function differing({ text }: Pick<Piece, 'text'>, to: string): number[] {
  return [...to].flatMap((letter, at) => (letter === text[at] ? [] : [at]))
}

/** How far into a piece its nth letter begins. */
export const stepOf = (piece: Piece, at: number): number =>
  measureOf(standardOf(piece.face)).widthOfTextAtSize(piece.text.slice(0, at), piece.size)

/** A small plate over each digit that shall be another one, and that one on it. */
const digitBox = eachOf(async (desk) => {
  const { piece, to } = desk.change
  for (const at of differing(piece, to)) {
    const [x, right] = [piece.x + stepOf(piece, at), piece.x + stepOf(piece, at + 1)]
    const one = { ...piece, x, width: right - x, text: piece.text[at] ?? '', right: false }
    const digit = { ...desk, change: { piece: one, to: to[at] ?? '' } }
    const plate = plateOps([x, piece.y - 0.05 * piece.size, right, piece.y + 0.76 * piece.size], '#ffffff')
    onTop(desk, `${plate}\n${await typedOver(digit, desk.word)}`)
  }
})

export const COVERS: Record<string, Way> = { box, note, picture, redact, 'digit-box': digitBox }

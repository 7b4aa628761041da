import { embed, type FontName, measureOf } from '../../round-1/fonts.ts'
import { resource } from '../../round-4/forged-text/job.ts'
import { differing, stepOf } from './covers.ts'
import { type Desk, eachOf, recut, type Way } from './edit.ts'
import { fail, handOf } from './papers.ts'
import type { Showing } from './print.ts'

const bare = (code: { toString(): string }) => code.toString().replace(/[<>]/g, '')

/** The letters of a value must be in the file where its own font shows them. */
export function lettersThere({ print, change: { piece, to } }: Pick<Desk, 'print' | 'change'>): void {
  const there = print.has(piece)
  const whole = ['std', 'words'].includes(handOf(print.paper))
  const lacking = whole ? [] : [...to].filter((each) => !there.has(each))
  if (lacking.length > 0) fail(`${print.paper.name}: the font has no ${lacking.join('')} for ${to}`)
}

/** The paper's own font shows the new text, somehow a little otherwise. */
const own = (how: (desk: Desk) => Showing = () => ({})): Way =>
  eachOf((desk) => {
    lettersThere(desk)
    recut(desk, desk.print.show(desk.change.piece, { text: desk.change.to, ...how(desk) }))
  })

/** A font that the program has shows the whole value. */
const font = eachOf(async (desk) => {
  const { piece, to } = desk.change
  const name = resource(desk.page, 'Font', await embed(desk.pdf, desk.word as FontName))
  const face = measureOf(desk.word as FontName)
  const x = piece.right ? piece.x + piece.width - face.widthOfTextAtSize(to, piece.size) : piece.x
  recut(desk, desk.print.show(piece, { font: name, code: bare(face.encodeText(to)), x }))
})

/** The letters that were there stay as they are; the new ones come from a font of the program's. */
const digit = eachOf(async (desk) => {
  const { piece, to } = desk.change
  const name = resource(desk.page, 'Font', await embed(desk.pdf, desk.word as FontName))
  const changed = new Set(differing(piece, to))
  const shown = [...to].map((letter, at) => {
    const x = piece.x + stepOf(piece, at)
    const code = bare(measureOf(desk.word as FontName).encodeText(letter))
    return desk.print.show(piece, changed.has(at) ? { x, font: name, code } : { x, text: letter })
  })
  recut(desk, shown.join('\n'))
})

const STRAYS = [0, 1, -0.6, 0.8, -1, 0.3, 0.9, -0.4]

/** Each letter moved by hand to where it seems to belong; `N` is how far in thousandths of its size it strays. */
const spread = eachOf((desk) => {
  const { piece, to } = desk.change
  lettersThere(desk)
  const by = Number(desk.word) / 1000
  const face = measureOf(piece.face.replace('Arial', 'Helvetica') as FontName)
  const wide = face.widthOfTextAtSize(to, piece.size)
  const start = piece.right ? piece.x + piece.width - wide : piece.x
  const shown = [...to].map((letter, at) => {
    const stray = by * piece.size * (STRAYS[at % STRAYS.length] ?? 0)
    return desk.print.show(piece, {
      text: letter,
      x: start + face.widthOfTextAtSize(to.slice(0, at), piece.size) + stray,
    })
  })
  recut(desk, shown.join('\n'))
})

/** One digit more, for which the others stand closer: they keep the ends of the old value. */
const squeezed = eachOf((desk) => {
  const { piece, to } = desk.change
  lettersThere(desk)
  const face = measureOf(piece.face.replace('Arial', 'Helvetica') as FontName)
  const less = (face.widthOfTextAtSize(to, piece.size) - piece.width) / (to.length - 1)
  const shown = [...to].map((letter, at) => {
    const x = piece.x + face.widthOfTextAtSize(to.slice(0, at), piece.size) - at * less
    return desk.print.show(piece, { text: letter, x })
  })
  recut(desk, shown.join('\n'))
})

export const LETTERS: Record<string, Way> = {
  same: own(),
  size: own(({ change, word }) => ({ size: change.piece.size * Number(word) })),
  up: own(({ word }) => ({ up: Number(word) })),
  colour: own(({ word }) => ({ color: word })),
  font,
  digit,
  spread,
  squeezed,
}

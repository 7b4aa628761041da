import { embed, measureOf } from '../../round-1/fonts.ts'
import { rgb } from '../../round-1/printer.ts'
import { each, faceOf, resource, type Way } from '../../round-4/forged-text/job.ts'
import { type Cut, inPlace, shown, spliced } from './glyphs.ts'

/** A digit more, for which the others stand closer and all begin a little earlier. */
const squeezed = ({ change, size, old, next }: Cut): string => {
  const { letters, text } = change.spot
  const [x = 0, right = 0] = letters[0] ?? []
  const count = Math.round((next.length / old.length) * text.length)
  const extra = ((right - x) * (count - text.length)) / change.spot.size
  const narrower = ((0.4 * extra) / count) * size
  return `[${(600 * extra).toFixed(0)}] TJ ${(-narrower).toFixed(3)} Tc ${shown(next)} 0 Tc`
}

/** The editor has not the letters that are new and takes those of the font that it has. */
const fallback: Way = (job) =>
  each(job, 'PDFescape Online - https://www.pdfescape.com', async (page, pdf, change) => {
    const face = faceOf(change.spot)
    const name = resource(page, 'Font', await embed(pdf, face))
    let done = 0
    const letters = [...change.to.replace(/\s/g, '')]
    spliced(page, pdf, change, job.paper.by === 'own', ({ font, size, old, next }) => {
      const wide = old.length / ((old.match(/..../g) ?? []).length || 1)
      const count = old.length / wide
      done += count
      const from = letters.length - done
      const ops = letters.slice(from, from + count).map((letter, at) => {
        const codes = [old, next].map((each) => each.slice(at * wide, (at + 1) * wide))
        if (codes[0] === codes[1]) return shown(codes[0] ?? '')
        return `/${name} ${size} Tf ${measureOf(face).encodeText(letter)} Tj /${font} ${size} Tf`
      })
      return ops.join(' ')
    })
  })

/** Typed in the paper's font and in black, where the paper is only nearly black. */
const black = ({ change, next }: Cut) => `0 0 0 rg ${shown(next)} ${rgb(change.spot.color)} rg`

/** Typed in the paper's font by eye: a little large and a little low. */
const nudged = ({ font, size, next }: Cut) =>
  `/${font} ${(size * 1.05).toFixed(2)} Tf -0.45 Ts ${shown(next)} 0 Ts /${font} ${size} Tf`

export const LETTERS: Record<string, Way> = {
  'squeezed-digit': inPlace(squeezed, 'PDF-XChange Editor 10.4.2'),
  'fallback-digit': fallback,
  'pure-black': inPlace(black, 'Wondershare PDFelement'),
  'nudged-by-eye': inPlace(nudged),
}

import { type PDFDict, PDFName } from '@cantoo/pdf-lib'
import { rgb } from '../../round-1/printer.ts'
import {
  contentsOf,
  fontsOf,
  glyphsAt,
  glyphsOf,
  hex,
  putContents,
  type Run,
  recut,
  written,
} from '../../round-3/forgeries/content.ts'
import { type Change, each, faceOf, startOf, type Way } from './job.ts'

const moved = (run: Run, change: Change): Run => {
  const [, y] = run.at.split(' ')
  return { ...run, at: `${startOf(change, faceOf(change.spot)).toFixed(2)} ${y}`, code: hex(change.to) }
}

/** A stream that was written by hand is edited by hand: what `cut` makes of each run takes its place. */
const recutAll =
  (cut: (old: Run, next: Run, change: Change) => string): Way =>
  async ({ bytes, changes }) => {
    let edited = bytes
    for (const change of changes)
      edited = await recut({ bytes: edited, spot: change.spot }, undefined, (run) =>
        cut(run, moved(run, change), change),
      )
    return edited
  }

/** The codes of the letters are overwritten where they stand, in the font that stands there. */
export const sameCodes: Way = (job) =>
  job.paper.by === 'own' ? recutAll((_, next) => written(next))(job) : overwritten(job)

const overwritten: Way = (job) =>
  each(job, undefined, (page, pdf, { spot, to, times }) => {
    let text = contentsOf(page, pdf)
    const all = glyphsOf(page, pdf, text)
    for (const [at, { font, at: start }] of glyphsAt(all, spot, times).entries()) {
      const letter = to.replace(/\s/g, '')[at]
      const other = all.find((glyph) => glyph.font === font && glyph.letter === letter)
      if (!other) throw new Error(`the font has no ${letter}`)
      text = `${text.slice(0, start)}${other.code}${text.slice(start + 4)}`
    }
    putContents(page, pdf, text)
  })

const paperWhite = rgb('#ffffff')
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')

const GLYPHS = 'zero one two three four five six seven eight nine'.split(' ')

/** The codes stay; a copy of their font draws other digits for them. */
const digitsOtherwise: Way = async (job) => {
  const recoded = await recutAll((old) => written({ ...old, font: `${old.font}0` }))(job)
  return each({ ...job, bytes: recoded }, undefined, (page, pdf, { spot, to }) => {
    const fonts = fontsOf(page)
    const pairs = [...spot.text].flatMap((letter, at) =>
      letter === to[at] ? [] : [letter.charCodeAt(0), PDFName.of(GLYPHS[Number(to[at])] ?? 'space')],
    )
    const encoding = { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: pairs }
    for (const [name, font] of fonts.entries()) {
      const copy = (pdf.context.lookup(font) as PDFDict).clone(pdf.context)
      copy.set(PDFName.of('Encoding'), pdf.context.obj(encoding as never))
      fonts.set(PDFName.of(`${name.decodeText()}0`), pdf.context.register(copy))
    }
  })
}

export const SAME_FONT: Record<string, Way> = {
  'same-codes': sameCodes,
  'old-made-white': recutAll((old, next) => `${written({ ...old, color: paperWhite })}\n${written(next)}`),
  'old-drawn-with-no-size': recutAll((old, next) => `${written({ ...old, size: '0.01' })}\n${written(next)}`),
  'copied-text-says-old': recutAll(
    (_, next, { spot }) => `/Span <</ActualText <${utf16(spot.text)}>>> BDC ${written(next)} EMC`,
  ),
  'copied-text-says-new': recutAll((old, _, { to }) => `/Span <</ActualText <${utf16(to)}>>> BDC ${written(old)} EMC`),
  'digits-drawn-otherwise': digitsOtherwise,
}

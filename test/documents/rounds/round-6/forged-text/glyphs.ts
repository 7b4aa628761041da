import { type PDFDict, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { contentsOf, fontsOf, type Glyph, glyphsAt, glyphsOf, putContents } from '../../round-3/forgeries/content.ts'
import { type Change, type Job, resource, type Way } from '../../round-4/forged-text/job.ts'

/** A stretch of glyphs that is shown at once, and the codes that shall be shown in its stead. */
export interface Cut {
  page: PDFPage
  pdf: PDFDocument
  change: Change
  font: string
  size: number
  old: string
  next: string
  /** What brings the pen back to where the old glyphs began. */
  back: string
}

const OWN = /\/(F\d+) ([\d.]+) Tf|<([0-9a-fA-F]+)> Tj/g

/** Glyphs of a paper whose codes are its letters. */
function plainGlyphs(text: string): Glyph[] {
  let [font, size] = ['', '']
  return [...text.matchAll(OWN)].flatMap(({ 1: name, 2: points = '', 3: codes = '', index }) => {
    if (name) [font, size] = [name, points]
    const letters = Buffer.from(codes, 'hex').toString('latin1')
    return [...letters].map((letter, at) => {
      const code = codes.slice(2 * at, 2 * at + 2)
      return { letter, code, font, size, at: index + 1 + 2 * at }
    })
  })
}

/** The glyphs that stand in one string of the contents. */
function stretches(glyphs: readonly Glyph[]): Glyph[][] {
  const all: Glyph[][] = []
  for (const glyph of glyphs) {
    const last = all.at(-1)?.at(-1)
    if (last && glyph.font === last.font && glyph.at === last.at + last.code.length) all.at(-1)?.push(glyph)
    else all.push([glyph])
  }
  return all
}

const shape = (text: string) => text.replace(/\S/g, 'x')
const bare = (text: string) => text.replace(/\s/g, '')

/** Words as long as the old ones take their places; others all begin where the first one stood. */
function shared(runs: readonly Glyph[][], { spot, to }: Change): string[] {
  if (runs.length === 1 || shape(to) !== shape(spot.text)) return runs.map((_, at) => (at === 0 ? to : ''))
  let at = 0
  return runs.map((run) => {
    at += run.length
    return bare(to).slice(at - run.length, at)
  })
}

function codeOf(all: readonly Glyph[], font: string, letter: string, own: boolean): string {
  const code = all.find((glyph) => glyph.font === font && glyph.letter === letter)?.code
  if (code) return code
  if (own) return Buffer.from(letter, 'latin1').toString('hex')
  throw new Error(`the font has no "${letter}"`)
}

/** Puts operators into the contents where a text is shown; what they show stands in the paper's own fonts. */
export function spliced(
  page: PDFPage,
  pdf: PDFDocument,
  change: Change,
  own: boolean,
  cut: (cut: Cut) => string,
): void {
  let text = contentsOf(page, pdf)
  const all = own ? plainGlyphs(text) : glyphsOf(page, pdf, text)
  const runs = stretches(glyphsAt(all, change.spot, change.times))
  const parts = shared(runs, change)
  const { spot } = change
  let seen = bare(spot.text).length
  for (const [at, run] of [...runs.entries()].reverse()) {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) continue
    const ends = spot.letters.slice(seen - run.length, seen)
    seen -= run.length
    const wide = (ends.at(-1)?.[1] ?? 0) - (ends[0]?.[0] ?? 0)
    const next = [...(parts[at] ?? '')].map((letter) => codeOf(all, first.font, letter, own)).join('')
    const old = run.map(({ code }) => code).join('')
    const back = `[${((1000 * wide) / spot.size).toFixed(0)}] TJ`
    const ops = cut({ page, pdf, change, font: first.font, size: Number(first.size), old, next, back })
    text = `${text.slice(0, first.at)}> Tj ${ops} <${text.slice(last.at + last.code.length)}`
  }
  putContents(page, pdf, text)
}

export const shown = (codes: string) => (codes ? `<${codes}> Tj` : '')

/** Every change by the same cut, the last first, so that what stands before one stays countable. */
export function splicedIn(pdf: PDFDocument, { changes, paper }: Job, cut: (cut: Cut) => string): void {
  for (const change of changes.toReversed())
    spliced(pdf.getPage(change.spot.page - 1), pdf, change, paper.by === 'own', cut)
}

export const inPlace =
  (cut: (cut: Cut) => string, producer?: string): Way =>
  async (job) => {
    const pdf = await PDFDocument.load(job.bytes, { updateMetadata: false })
    splicedIn(pdf, job, cut)
    if (producer) pdf.setProducer(producer)
    return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
  }

/** A copy of a font of the page, changed, under a name of its own. */
export function otherFont({ page, pdf, font }: Cut, change: (copy: PDFDict) => void): string {
  const copy = (fontsOf(page).lookup(PDFName.of(font)) as PDFDict).clone(pdf.context)
  change(copy)
  return resource(page, 'Font', pdf.context.register(copy))
}

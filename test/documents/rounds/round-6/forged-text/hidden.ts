import {
  decodePDFRawStream,
  type PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  type PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { each, type Job, resource, type Way } from '../../round-4/forged-text/job.ts'
import { type Cut, inPlace, otherFont, shown } from './glyphs.ts'

const codesIn = (codes: string) => codes.match(/..../g) ?? []
const hexOf = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0')

/** The map of a font with some codes that say other letters. */
function remapped(pdf: PDFDocument, copy: PDFDict, codes: readonly string[], letters: string): void {
  const stream = copy.lookup(PDFName.of('ToUnicode')) as PDFRawStream
  const map = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  const lines = [...new Set(codes.map((code, at) => `<${code}> <${hexOf(letters[at] ?? ' ')}>`))]
  const block = `${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`
  const said = new Set(codes.map((code) => code.toLowerCase()))
  const rest = unrolled(map).filter(([code]) => !said.has(code))
  const others = `${rest.length} beginbfchar\n${rest.map(([code, letter]) => `<${code}> <${letter}>`).join('\n')}`
  const head = map.slice(0, map.search(/\d+ beginbf/))
  const text = `${head}${others}\nendbfchar\n${block}${map.slice(map.lastIndexOf('endcmap'))}`
  copy.set(PDFName.of('ToUnicode'), pdf.context.register(pdf.context.flateStream(text)))
}

/** A map written out code by code. */
function unrolled(map: string): [string, string][] {
  const all: [string, string][] = []
  const put = (code: number, letter: number) =>
    all.push([code, letter].map((each) => each.toString(16).padStart(4, '0')) as [string, string])
  for (const { 1: chars = '', 2: ranges = '' } of map.matchAll(
    /beginbfchar(.*?)endbfchar|beginbfrange(.*?)endbfrange/gs,
  )) {
    for (const [, code = '', letter = ''] of chars.matchAll(/<(\w+)>\s*<(\w{4})>/g))
      put(Number.parseInt(code, 16), Number.parseInt(letter, 16))
    for (const found of ranges.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w{4})>/g)) {
      const [from = 0, to = 0, letter = 0] = found.slice(1).map((each) => Number.parseInt(each, 16))
      for (let code = from; code <= to; code++) put(code, letter + code - from)
    }
  }
  return all
}

const inFont = (cut: Cut, name: string, codes: string) =>
  `/${name} ${cut.size} Tf ${shown(codes)} /${cut.font} ${cut.size} Tf`

/** The page shows the new figure, and whoever copies it gets the old one. */
const readsOld = (cut: Cut) => {
  const letters = cut.change.spot.text.replace(/\s/g, '')
  return inFont(
    cut,
    otherFont(cut, (copy) => remapped(cut.pdf, copy, codesIn(cut.next), letters)),
    cut.next,
  )
}

/** The page is the genuine one, and whoever copies it gets another figure. */
const readsNew = (cut: Cut) => {
  const letters = cut.change.to.replace(/\s/g, '')
  return inFont(
    cut,
    otherFont(cut, (copy) => remapped(cut.pdf, copy, codesIn(cut.old), letters)),
    cut.old,
  )
}

/** A copy of the font in which the codes of the old figure draw the glyphs of the new one. */
const drawsOther = (cut: Cut) => {
  const map = Uint8Array.from({ length: 2 * 4096 }, (_, at) => (at % 2 ? at >> 1 : at >> 9) & 255)
  const next = codesIn(cut.next)
  for (const [at, code] of codesIn(cut.old).entries())
    map.set(Buffer.from(next[at] ?? code, 'hex'), 2 * Number.parseInt(code, 16))
  const name = otherFont(cut, (copy) => {
    const below = (copy.lookup(PDFName.of('DescendantFonts')) as PDFArray).lookup(0) as PDFDict
    const own = below.clone(cut.pdf.context)
    own.set(PDFName.of('CIDToGIDMap'), cut.pdf.context.register(cut.pdf.context.flateStream(map)))
    copy.set(PDFName.of('DescendantFonts'), cut.pdf.context.obj([cut.pdf.context.register(own)]))
  })
  return inFont(cut, name, cut.old)
}

/** The old text is on a layer that is switched off. */
const layerOff = ({ page, pdf, old, next, back }: Cut) => {
  const { context, catalog } = pdf
  const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Original') } as never))
  const found = catalog.lookup(PDFName.of('OCProperties')) as PDFDict | undefined
  const layers = [...((found?.lookup(PDFName.of('OCGs')) as PDFArray | undefined)?.asArray() ?? []), layer]
  catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: layers, D: { OFF: layers, Order: layers } } as never))
  return `/OC /${resource(page, 'Properties', layer)} BDC ${shown(old)} EMC ${back} ${shown(next)}`
}

/** The old text is drawn so that all of it shows through. */
const seeThrough = ({ page, old, next, back }: Cut) => {
  const [none, all] = [0, 1].map((share) => resource(page, 'ExtGState', { ca: share }))
  return `/${none} gs ${shown(old)} /${all} gs ${back} ${shown(next)}`
}

/** The old text is drawn beside the sheet. */
const pushedOff = ({ old, next, back }: Cut) => `[-90000] TJ ${shown(old)} ${back} [90000] TJ ${shown(next)}`

export const HIDDEN: Record<string, Way> = {
  'unicode-remapped': inPlace(readsOld),
  'unicode-for-machines': inPlace(readsNew),
  'glyph-map-turned': inPlace(drawsOther),
  'old-layer-off': inPlace(layerOff, 'Foxit PhantomPDF 10.1'),
  'old-seen-through': inPlace(seeThrough),
  'pushed-off-the-page': inPlace(pushedOff),
}

/** The page twice: all above a band, and all below it moved up to close the gap. */
export const bandClippedAway = (job: Job, [, y, , top]: Box): Promise<Uint8Array> =>
  each({ ...job, changes: job.changes.slice(0, 1) }, undefined, (page, pdf) => {
    const { width, height } = page.getSize()
    const text = contentsOf(page, pdf)
    const above = `q 0 ${top} ${width} ${height - top} re W n\n${text}\nQ`
    const below = `q 1 0 0 1 0 ${top - y} cm 0 0 ${width} ${y} re W n\n${text}\nQ`
    putContents(page, pdf, `${above}\n${below}`)
  })

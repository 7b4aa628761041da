import { PDFDict, PDFDocument, PDFName, type PDFPage, type PDFRef, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { FontName } from './fonts.ts'
import { edited, type Forged, type Job, label, placesOf, retyped, type Technique } from './job.ts'
import { printed, textOps } from './printer.ts'
import { painted } from './scan.ts'
import { boxOf, type Item } from './sheet.ts'

const TOOL = 'iLovePDF'

/** Opens the printed paper in an editor, has something drawn over each run of the value, and saves it. */
async function over(job: Job, draw: (page: PDFPage, item: Item, pdf: PDFDocument) => Promise<void>): Promise<Forged> {
  const pdf = await PDFDocument.load(await printed(job.laid), { updateMetadata: false })
  for (const item of job.items) await draw(pdf.getPage(item.page - 1), item, pdf)
  pdf.setProducer(TOOL)
  pdf.setModificationDate(new Date('2026-01-09T21:44:03Z'))
  return { bytes: await pdf.save({ updateFieldAppearances: false }), places: placesOf(job.items) }
}

const place = (item: Item) => {
  const [x, y, right, top] = boxOf(item)
  return { x, y, width: right - x + 2, height: top - y }
}

const pictureDigits =
  (scale: number, ground?: string): Technique =>
  (job) =>
    over(job, async (page, item, pdf) => {
      const picture = label(item, job.to, scale, ground)
      page.drawImage(await pdf.embedPng(await picture.encode('png')), place(item))
    })

/** A piece of a screenshot of the page with the number overwritten in it. */
const screenshotPatch: Technique = (job) =>
  over(job, async (page, item, pdf) => {
    const shot = await painted(await printed(edited(job, (each) => [retyped(each, job.to)]).laid), 144, item.page)
    const { x, y, width, height } = place(item)
    const box = [x - 14, y - 3, x + width + 6, y + height + 3] as const
    const [left, top, right, bottom] = shot.toPixels([...box]).map(Math.round) as [number, number, number, number]
    const piece = label(item, '', 1)
    piece.width = right - left
    piece.height = bottom - top
    piece.getContext('2d').drawImage(shot.canvas, -left, -top)
    const jpeg = await pdf.embedJpg(await piece.encode('jpeg', 72))
    page.drawImage(jpeg, { x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1] })
  })

/** The whole page painted, changed and laid over itself: the text below is the old one. */
const picturePage: Technique = async (job) => {
  const bytes = await printed(edited(job, (each) => [retyped(each, job.to)]).laid)
  const pdf = await PDFDocument.load(await printed(job.laid), { updateMetadata: false })
  const { canvas, size } = await painted(bytes, 150)
  const image = await pdf.embedJpg(await canvas.encode('jpeg', 82))
  pdf.getPage(0).drawImage(image, { x: 0, y: 0, width: size[0], height: size[1] })
  return { bytes: await pdf.save(), places: placesOf(job.items) }
}

const whiteBox =
  (font?: StandardFonts): Technique =>
  (job) =>
    over(job, async (page, item, pdf) => {
      page.drawRectangle({ ...place(item), color: rgb(1, 1, 1) })
      const own = item.font.replace('Arial', 'Helvetica') as StandardFonts
      const { x, y } = retyped(item, job.to, font && { font })
      page.drawText(job.to, { x, y, size: item.size, font: await pdf.embedFont(font ?? own) })
    })

/** A stream that draws the new value on white, for annotations and forms. */
function appearance(pdf: PDFDocument, item: Item, to: string, font: PDFRef): PDFRef {
  const { width, height } = place(item)
  const names = new Map<string, string>([[item.font, 'Helv']])
  const text = textOps({ ...retyped({ ...item, x: 0, y: 0.22 * item.size }, to) }, names)
  const Resources = { Font: { Helv: font } }
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources }
  return pdf.context.register(pdf.context.flateStream(`q 1 g 0 0 ${width} ${height} re f Q ${text}`, dict))
}

const annotation =
  (kind: 'FreeText' | 'Stamp'): Technique =>
  (job) =>
    over(job, async (page, item, pdf) => {
      const { x, y, width, height } = place(item)
      const AP = { N: appearance(pdf, item, job.to, (await pdf.embedFont('Helvetica')).ref) }
      const Rect = [x, y, x + width, y + height]
      const own = kind === 'FreeText' ? { Contents: job.to, DA: '/Helv 9 Tf 0 g' } : { Name: 'Image' }
      page.node.addAnnot(
        pdf.context.register(pdf.context.obj({ Type: 'Annot', Subtype: kind, Rect, F: 4, AP, ...own })),
      )
    })

const formField: Technique = (job) =>
  over(job, async (page, item, pdf) => {
    const field = pdf.getForm().createTextField(`text_${Math.round(item.x)}_${Math.round(item.y)}`)
    field.setText(job.to)
    const { x, y, width, height } = place(item)
    field.addToPage(page, {
      x: x - 4,
      y: y - 2,
      width: width + 8,
      height: height + 4,
      borderWidth: 0,
      backgroundColor: rgb(1, 1, 1),
    })
    field.setFontSize(item.size)
    pdf.getForm().updateFieldAppearances()
  })

const formOver: Technique = (job) =>
  over(job, async (page, item, pdf) => {
    const form = appearance(pdf, item, job.to, (await pdf.embedFont('Helvetica')).ref)
    const { x, y } = place(item)
    page.node.setXObject(PDFName.of('Xf1'), form)
    page.node.addContentStream(pdf.context.register(pdf.context.flateStream(`q 1 0 0 1 ${x} ${y} cm /Xf1 Do Q`)))
  })

/** The run taken out and typed anew, as an editor of PDFs does with a font of its own. */
const inPlace =
  (change: (item: Item, job: Job) => Item[], producer = TOOL): Technique =>
  async (job) => {
    const { laid, places } = edited(job, (item) => change(item, job))
    return { bytes: await printed(laid, { producer, changed: '2026-01-09' }), places }
  }

const otherFont = (font: FontName) => inPlace((item, { to }) => [retyped(item, to, { font })])

const oneDigit = inPlace((item, { to }) => {
  const at = [...to].findIndex((letter, i) => letter !== item.text[i])
  const whole = retyped(item, to)
  const wide = (text: string) => boxOf({ ...item, text })[2] - item.x
  const part = (from: number, until: number) => ({
    ...whole,
    text: to.slice(from, until),
    x: whole.x + wide(to.slice(0, from)),
  })
  const digit: Item = { ...part(at, at + 1), font: item.font.startsWith('Times') ? 'Helvetica' : 'Times-Roman' }
  return [part(0, at), digit, part(at + 1, to.length)].filter(({ text }) => text)
})

/** Redaction takes the run out and leaves white; the new value is an addition at the end of the page. */
const redactRetype: Technique = async (job) => {
  const { laid } = edited(job, () => [])
  const items = job.items.map((item) => retyped(item, job.to, { font: 'Courier', size: item.size * 0.84 }))
  const strokes = job.items.map((item) => ({ page: item.page, box: boxOf(item), fill: '#ffffff' }))
  const bytes = await printed({ ...laid, items: [...laid.items, ...items], strokes: [...laid.strokes, ...strokes] })
  return { bytes, places: placesOf(items) }
}

/** In a font that looks the same and whose map to Unicode lies: `to` is drawn, a program reads the old value. */
const lyingMap: Technique = async (job) => {
  const own = job.items.some(({ font }) => font.startsWith('Arial'))
  const font = own ? 'Helvetica' : 'Arial'
  const bytes = await printed(edited(job, (item) => [retyped(item, job.to, { font })]).laid)
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const name = PDFName.of(own ? 'Helvetica' : 'BCDEEE+ArialMT')
  const old = job.items[0]?.text ?? ''
  const pairs = [...job.to].flatMap((letter, at) => {
    const [from, to] = [letter, old[at] ?? letter].map((each) => each.charCodeAt(0).toString(16).padStart(2, '0'))
    return [`<${from}> <00${to}>`]
  })
  const unique = [...new Map(pairs.map((pair) => [pair.slice(0, 4), pair])).values()]
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange ${unique.length} beginbfchar
${unique.join('\n')}
endbfchar endcmap end end`
  for (const [, object] of pdf.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && object.get(PDFName.of('BaseFont')) === name && object.has(PDFName.of('Subtype')))
      object.set(PDFName.of('ToUnicode'), pdf.context.register(pdf.context.flateStream(map)))
  return { bytes: await pdf.save({ useObjectStreams: false }), places: placesOf(job.items) }
}

/** The number is a picture now, and below it text that nobody sees says the other amount. */
const invisibleUnder: Technique = async (job) => {
  const pdf = await PDFDocument.load(await printed(edited(job, () => []).laid), { updateMetadata: false })
  const font = (await pdf.embedFont('Helvetica')).ref
  for (const item of job.items) {
    const page = pdf.getPage(item.page - 1)
    page.drawImage(await pdf.embedPng(await label(item, item.text, 3).encode('png')), place(item))
    page.node.setFontDictionary(PDFName.of('Inv'), font)
    const ops = textOps(retyped(item, job.to), new Map([[item.font, 'Inv']])).replace('BT', 'BT 3 Tr')
    page.node.addContentStream(pdf.context.register(pdf.context.flateStream(ops)))
  }
  return { bytes: await pdf.save(), places: placesOf(job.items), shows: 'old' }
}

/** Text that no reader sees beside the value: white, tiny or beyond the edge, for programs to find first. */
const hidden =
  (change: Partial<Item>): Technique =>
  async (job) => {
    const items = job.items.slice(0, 1).map((item) => ({ ...item, text: job.to, ...change }))
    const bytes = await printed({ ...job.laid, items: [...items, ...job.laid.items] })
    return { bytes, places: placesOf(items), shows: 'old' }
  }

export const TEXT_TECHNIQUES: Record<string, Technique> = {
  'picture-digits': pictureDigits(3),
  'picture-digits-coarse': pictureDigits(1.5, '#fdfdfd'),
  'screenshot-patch': screenshotPatch,
  'picture-page': picturePage,
  'white-box-same-font': whiteBox(),
  'white-box-times': whiteBox(StandardFonts.TimesRoman),
  'freetext-note': annotation('FreeText'),
  'stamp-note': annotation('Stamp'),
  'form-field-over': formField,
  'form-xobject-over': formOver,
  'redact-retype': redactRetype,
  'edit-other-font': otherFont('Times-Roman'),
  'edit-arial-for-helvetica': otherFont('Arial'),
  'edit-bigger-shifted': inPlace((item, { to }) => [retyped(item, to, { size: item.size + 0.9, y: item.y + 0.7 })]),
  'edit-one-digit': oneDigit,
  'edit-colour': inPlace((item, { to }) => [retyped(item, to, { color: '#3a3a3a' })]),
  'edit-bold': otherFont('Helvetica-Bold'),
  'edit-same-font': inPlace((item, { to }) => [retyped(item, to)]),
  'lying-unicode-map': lyingMap,
  'invisible-under-picture': invisibleUnder,
  'white-text': hidden({ color: '#ffffff' }),
  'tiny-text': hidden({ size: 0.6 }),
  'off-page-text': hidden({ x: -220 }),
}

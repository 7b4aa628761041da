import { PDFName, type PDFPage, type PDFRef, PDFString, rgb } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { type Box, edited, fill, grown, type Job, type Technique, type, whole } from './job.ts'
import { through } from './through.ts'

/** The new figure as a small picture on white, as from a screen. */
function pictureOf({ spot, to }: Job, [x, y, right, top]: Box, dots = 3): Buffer {
  const canvas = createCanvas(Math.ceil((right - x) * dots), Math.ceil((top - y) * dots))
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  pen.font = `${spot.size * dots}px "Liberation Sans"`
  const amount = /[.,]\d\d$/.test(to)
  pen.textAlign = amount ? 'right' : 'left'
  pen.fillText(to, amount ? canvas.width - dots : dots, (top - spot.y) * dots)
  return canvas.toBuffer('image/png')
}

const covered =
  (producer: string, font: string, colour = rgb(1, 1, 1)): Technique =>
  async (job) => ({
    box: whole(job),
    bytes: await edited(job, producer, async (page, pdf) => {
      fill(page, grown(whole(job)), colour)
      type(page, await pdf.embedFont(font), job)
    }),
  })

/** A picture laid over the figure. */
const pastedPicture: Technique = async (job) => ({
  box: whole(job),
  bytes: await edited(job, 'macOS Version 15.2 (Build 24C101) Quartz PDFContext', async (page, pdf) => {
    const [x, y, right, top] = grown(whole(job))
    const image = await pdf.embedPng(pictureOf(job, [x, y, right, top]))
    page.drawImage(image, { x, y, width: right - x, height: top - y })
  }),
})

function annotate(page: PDFPage, subtype: string, box: Box, appearance: PDFRef, more: Record<string, unknown>): void {
  const { context } = page.doc
  const dict = { Type: 'Annot', Subtype: subtype, Rect: box, F: 4, AP: { N: appearance }, ...more }
  page.node.addAnnot(context.register(context.obj(dict as never)))
}

/** A text box of a reader that annotates, white behind its text. */
const textBox: Technique = async (job) => ({
  box: whole(job),
  bytes: await edited(job, 'PDF-XChange Editor 10.4', async (page, pdf) => {
    const { ref } = await pdf.embedFont('Helvetica')
    const [x, y, right, top] = grown(whole(job))
    const code = Buffer.from(job.to, 'latin1').toString('hex')
    const line = `BT 0 g /H ${job.spot.size} Tf 1 ${job.spot.y - y} Td <${code}> Tj ET`
    const text = `1 g 0 0 ${right - x} ${top - y} re f ${line}`
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, right - x, top - y], Resources: { Font: { H: ref } } }
    const stream = pdf.context.register(pdf.context.flateStream(text, form as never))
    annotate(page, 'FreeText', [x, y, right, top], stream, {
      Contents: PDFString.of(job.to),
      DA: PDFString.of(`0 g /H ${job.spot.size} Tf`),
    })
  }),
})

/** A stamp whose picture is the new figure. */
const stamp: Technique = async (job) => ({
  box: whole(job),
  bytes: await edited(job, 'Foxit PDF Editor 13.0', async (page, pdf) => {
    const box = grown(whole(job), 1.5)
    const [x, y, right, top] = box
    const { ref } = await pdf.embedPng(pictureOf(job, box, 4))
    const resources = { XObject: { Im: ref } }
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, right - x, top - y], Resources: resources }
    const text = `q ${right - x} 0 0 ${top - y} 0 0 cm /Im Do Q`
    const stream = pdf.context.register(pdf.context.flateStream(text, form as never))
    annotate(page, 'Stamp', box, stream, { Name: PDFName.of('Custom') })
  }),
})

/** A field to fill in, white, over the figure. */
const formField: Technique = async (job) => ({
  box: whole(job),
  bytes: await edited(job, 'PDFescape Online - https://www.pdfescape.com', async (page, pdf) => {
    const [x, y, right, top] = grown(whole(job), 2)
    const font = await pdf.embedFont('Helvetica')
    const field = pdf.getForm().createTextField('text_1zlqr')
    field.setText(job.to)
    field.addToPage(page, {
      x,
      y,
      width: right - x + 6,
      height: top - y,
      backgroundColor: rgb(1, 1, 1),
      borderWidth: 0,
      font,
    })
    field.setFontSize(job.spot.size)
    field.updateAppearances(font)
  }),
})

/** A thick white stroke of a drawing tool over the figure, and the new one typed on it. */
const whitePen: Technique = async (job) => ({
  box: whole(job),
  bytes: await edited(job, 'Xournal++ 1.2.3', async (page, pdf) => {
    const [x, y, right, top] = whole(job)
    const ends = { start: { x, y: (y + top) / 2 }, end: { x: right, y: (y + top) / 2 } }
    page.drawLine({ ...ends, thickness: top - y + 1, color: rgb(1, 1, 1) })
    type(page, await pdf.embedFont('Times-Roman'), job)
  }),
})

/** Only the digits that differ are covered, each by a box of its own. */
const fewDigits: Technique = async (job) => ({
  bytes: await edited(job, 'iLovePDF', async (page, pdf) => {
    const font = await pdf.embedFont('Helvetica')
    const bare = job.to.replace(/\s/g, '')
    for (const [at, [left, right]] of job.spot.letters.entries()) {
      const letter = bare[at] ?? ''
      if (letter === job.spot.text.replace(/\s/g, '')[at]) continue
      fill(page, [left, job.spot.box[1] + 1, right, job.spot.box[3]])
      page.drawText(letter, { x: left, y: job.spot.y, size: job.spot.size, font })
    }
  }),
})

const reprinted =
  (program: string, args: string[]): Technique =>
  async (job) => {
    const { bytes, ...rest } = await covered('', 'Helvetica')(job)
    return { ...rest, bytes: through(program, args, bytes) }
  }

export const COVERS: Record<string, Technique> = {
  'pasted-picture': pastedPicture,
  'text-box': textBox,
  'picture-stamp': stamp,
  'form-field': formField,
  'white-pen': whitePen,
  'few-digits': fewDigits,
  'white-out-site': covered('Sejda 5.3.9 (sejda.com)', 'Helvetica'),
  'tinted-box': covered('Foxit PhantomPDF 10.1', 'Helvetica-Bold', rgb(0.933, 0.933, 0.933)),
  'ghostscript-after': reprinted('gs', ['-q', '-sDEVICE=pdfwrite', '-o', 'OUT', 'IN']),
  'cairo-after': reprinted('pdftocairo', ['-pdf', 'IN', 'OUT']),
}

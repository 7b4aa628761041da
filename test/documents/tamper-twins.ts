import { PDFDocument, PDFInvalidObject, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import type { Chance } from './chance.ts'
import type { Specimen } from './specimen.ts'
import { appendRevision, asText, crossReferences, latin, plainly, written } from './tamper-revision.ts'

/** Something that honest documents go through: the same document in other bytes, still clean. */
export type Twin = (specimen: Specimen, chance: Chance) => Promise<Specimen>

const twin =
  (name: string, change: (bytes: Uint8Array, chance: Chance) => Promise<Uint8Array>): Twin =>
  async (specimen, chance) => ({
    name: `${specimen.name}-${name}`,
    bytes: await change(specimen.bytes, chance),
    truth: specimen.truth,
  })

/** A form below the page's text, empty in the first revision, filled in the second. */
const filled = twin('form-filled', async (bytes, chance) => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const field = pdf.getForm().createTextField(`remark-${chance.digits(4)}`)
  const page = pdf.getPages().at(-1)
  field.addToPage(page as never, { x: 60, y: 14, width: 200, height: 14, borderWidth: 0 })
  const empty = await pdf.save({ useObjectStreams: false })
  return appendRevision(empty, async (form) => {
    const name = field.getName()
    form
      .getForm()
      .getTextField(name)
      .setText(chance.pick(['Received', 'Copy for the file', 'Checked by P. Orr']))
    form.getForm().updateFieldAppearances(await form.embedFont(StandardFonts.Helvetica))
  })
})

/** Notes in the margin, as readers leave them. */
const annotated = twin('annotated', async (bytes, chance) =>
  appendRevision(await plainly(bytes), (pdf) => {
    const page = pdf.getPage(0)
    const note = pdf.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [20, 700, 40, 720], Open: false })
    note.set(PDFName.of('Contents'), PDFString.of(`Please check item ${chance.whole(1, 9)}`))
    page.node.addAnnot(pdf.context.register(note))
  }),
)

/** A data file that came with a later save, as e-invoicing tools add it. */
const attached = twin('attached', async (bytes, chance) =>
  appendRevision(await plainly(bytes), async (pdf) => {
    const rows = Array.from({ length: 3 }, () => chance.digits(6)).join('\n')
    await pdf.attach(latin(rows), 'record.csv', { mimeType: 'text/csv', description: 'record' })
  }),
)

const PRODUCERS = ['Paperworks Distiller 11', 'Lindqvist PDF Library 4.2', 'OpenPrint Writer 7.1']

const savedAgain = twin('saved-again', async (bytes, chance) => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  pdf.setProducer(chance.pick(PRODUCERS))
  pdf.setModificationDate(new Date(Date.UTC(2026, 5, chance.whole(1, 28))))
  return pdf.save({ useObjectStreams: chance.happens(0.5), updateFieldAppearances: false })
})

/** Hex digits that a signature's value takes. */
const SIGNATURE_DIGITS = 512
const NUMBER = '0'.repeat(10)

/**
 * A revision with a signature over all bytes but its own value. The value is blank: who reads the file here looks at
 * what it covers and verifies no keys.
 */
export async function sign(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const blank = `/ByteRange [0 ${NUMBER} ${NUMBER} ${NUMBER}] /Contents <${'0'.repeat(SIGNATURE_DIGITS)}>`
  const file = await appendRevision(await plainly(bytes), (pdf) => {
    const value = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Name (${name}) ${blank} >>`
    const signature = pdf.context.register(PDFInvalidObject.of(latin(value)))
    const widget = pdf.context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], F: 132 })
    widget.set(PDFName.of('T'), PDFString.of('signature'))
    widget.set(PDFName.of('V'), signature)
    const field = pdf.context.register(widget)
    pdf.getPage(0).node.addAnnot(field)
    const form = pdf.catalog.getOrCreateAcroForm()
    form.addField(field)
    form.dict.set(PDFName.of('SigFlags'), pdf.context.obj(3))
  })
  const text = asText(file)
  const at = text.indexOf(blank)
  const open = at + blank.indexOf('<')
  const close = open + SIGNATURE_DIGITS + 2
  const digits = (number: number) => String(number).padStart(NUMBER.length, '0')
  const range = `/ByteRange [0 ${digits(open)} ${digits(close)} ${digits(file.length - close)}]`
  return Buffer.concat([file.subarray(0, at), latin(range), file.subarray(at + range.length)])
}

const signed = twin('signed', (bytes) => sign(bytes, 'Odile Marchetti'))

/**
 * In the order of a linearised file (annex F): a first part with cross-references and an %%EOF of its own, which leads
 * on to the main part; the last startxref leads to the first part.
 */
const linearised = twin('linearised', async (bytes) => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  await pdf.flush()
  const objects = pdf.context.enumerateIndirectObjects()
  const { Root, Info } = pdf.context.trailerInfo
  const size = pdf.context.largestObjectNumber + 2
  const first = objects.filter(([ref]) => ref === Root || ref === Info || ref === pdf.getPage(0).ref)
  const main = objects.filter((object) => !first.includes(object))
  const head = (lengths: number[]) =>
    `%PDF-1.6\n${size - 1} 0 obj\n<< /Linearized 1 /L ${digits(lengths[0])} /O ${pdf.getPage(0).ref.objectNumber} /E ${digits(lengths[1])} /N ${pdf.getPageCount()} /T ${digits(lengths[2])} >>\nendobj\n`
  const digits = (number = 0) => String(number).padStart(10, '0')
  const lengthOf = (part: typeof objects) => part.reduce((sum, [ref, object]) => sum + written(ref, object).length, 0)
  const place = (part: typeof objects, from: number) => {
    let at = from
    return new Map(
      part.map(([ref, object]) => {
        const here = at
        at += written(ref, object).length
        return [ref.objectNumber, here] as const
      }),
    )
  }
  const start = (places: ReadonlyMap<number, number>, previous: number) =>
    `${crossReferences(new Map([[size - 1, 9], ...places]))}trailer\n<< /Size ${size} /Root ${Root}${Info ? ` /Info ${Info}` : ''} /Prev ${digits(previous)} >>\nstartxref\n0\n%%EOF\n`
  const firstTable = head([]).length
  const firstAt = firstTable + start(place(first, 0), 0).length
  const mainAt = firstAt + lengthOf(first)
  const mainTable = mainAt + lengthOf(main)
  const tail = `${crossReferences(place(main, mainAt))}trailer\n<< /Size ${size} >>\nstartxref\n${firstTable}\n%%EOF\n`
  return Buffer.concat([
    latin(head([mainTable + tail.length, mainAt, mainTable])),
    latin(start(place(first, firstAt), mainTable)),
    ...[...first, ...main].map(([ref, object]) => written(ref, object)),
    latin(tail),
  ])
})

/** By name. */
export const TWINS: Readonly<Record<string, Twin>> = { filled, annotated, attached, savedAgain, signed, linearised }

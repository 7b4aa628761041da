import { readFileSync } from 'node:fs'
import { type PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { edited, type Job, placesOf, retyped, type Technique } from './job.ts'
import { type PrintOptions, printed } from './printer.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** Adds new versions of objects to the end of a file, as an update without rewriting does. */
export function appended(bytes: Uint8Array, objects: ReadonlyMap<number, string>): Uint8Array {
  const file = text(bytes)
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1]
  const root = /\/Root (\d+ 0 R)/.exec(file)?.[1]
  const size = Math.max(Number(/\/Size (\d+)/.exec(file)?.[1]), ...[...objects.keys()].map((number) => number + 1))
  let out = `${file}\n`
  const entries = [...objects].map(([number, body]) => {
    const at = out.length
    out += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = out.length
  const trailer = `trailer\n<< /Size ${size} /Root ${root} /Prev ${before} >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(`${out}xref\n${entries.join('')}${trailer}`, 'latin1'))
}

/** The contents of the first page as an object: its number and what stands in it. */
async function contentsOf(bytes: Uint8Array): Promise<[number, string]> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const ref = pdf.getPage(0).node.get(PDFName.of('Contents'))
  if (!(ref instanceof PDFRef)) throw new Error('the page has no contents of its own')
  const start = text(bytes).indexOf(`\n${ref.objectNumber} 0 obj`)
  const file = text(bytes).slice(text(bytes).indexOf('obj', start) + 4)
  return [ref.objectNumber, file.slice(0, file.indexOf('\nendobj'))]
}

const changedLater = async (job: Job, first: Uint8Array) => {
  const { laid, places } = edited(job, (item) => [retyped(item, job.to)])
  return { bytes: appended(first, new Map([await contentsOf(await printed(laid))])), places }
}

/** Signed over all of its bytes; what the signature itself says nobody checks. */
export async function signed(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const page = pdf.getPage(0)
  const sig = pdf.context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'adbe.pkcs7.detached' }) as PDFDict
  sig.set(PDFName.of('ByteRange'), pdf.context.obj([0, 1111111111, 2222222222, 3333333333]))
  sig.set(PDFName.of('Contents'), PDFHexString.of('30'.repeat(1200)))
  const V = pdf.context.register(sig)
  const own = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', F: 132, Rect: [0, 0, 0, 0], V, P: page.ref }
  const ref = pdf.context.register(pdf.context.obj({ ...own, T: PDFString.of('Signature1') }))
  page.node.addAnnot(ref)
  pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [ref], SigFlags: 3 }))
  const file = text(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }))
  const at = file.indexOf('<303030')
  const end = at + 2402
  const pad = (number: number) => String(number).padStart(10, '0')
  const range = file.replace('1111111111', pad(at)).replace('2222222222', pad(end))
  return new Uint8Array(Buffer.from(range.replace('3333333333', pad(file.length - end)), 'latin1'))
}

/** Changed in its own font and printed by a program, on a day, that do not go with the paper. */
const reprinted =
  (options: PrintOptions): Technique =>
  async (job) => {
    const { laid, places } = edited(job, (item) => [retyped(item, job.to)])
    return { bytes: await printed(laid, options), places }
  }

/** An invoice for machines goes with the print, and says another total. */
const otherXml: Technique = async (job) => {
  const { laid, places } = edited(job, (item) => [retyped(item, job.to)])
  const pdf = await PDFDocument.load(await printed(laid), { updateMetadata: false })
  await pdf.attach(Buffer.from(invoiceXml(job)), 'factur-x.xml', { mimeType: 'text/xml', description: 'Factur-X' })
  return { bytes: await pdf.save({ useObjectStreams: false }), places }
}

export function invoiceXml({ laid }: Pick<Job, 'laid'>): string {
  const { values } = laid.sheet
  const template = readFileSync(new URL('layouts/factur-x.xml', import.meta.url), 'utf8')
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toFixed(2) : name === 'invoice_date' ? value.replaceAll('-', '') : value
  })
}

export const STRUCTURE_TECHNIQUES: Record<string, Technique> = {
  'revision-of-contents': async (job) => changedLater(job, await printed(job.laid)),
  'changed-after-signature': async (job) => changedLater(job, await signed(await printed(job.laid))),
  'photoshop-reprint': reprinted({ producer: 'Adobe Photoshop 25.1 (Windows)', changed: '2026-02-02' }),
  'made-before-its-end': reprinted({ producer: 'Microsoft® Word 2019', made: '2024-06-03' }),
  'xml-against-print': otherXml,
  'revision-of-row': async (job) => {
    const { laid } = edited(job, () => [])
    const first = await printed(job.laid)
    return { bytes: appended(first, new Map([await contentsOf(await printed(laid))])), places: placesOf(job.items) }
  },
}

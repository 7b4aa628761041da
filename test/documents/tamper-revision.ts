import { PDFDocument, type PDFObject, type PDFRef } from '@cantoo/pdf-lib'

/** PDF syntax as bytes. */
export const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
export const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** An indirect object as it stands in a file. */
export function written(ref: PDFRef, object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return Buffer.concat([latin(`${ref.objectNumber} ${ref.generationNumber} obj\n`), bytes, latin('\nendobj\n')])
}

/** The file written with a table of cross-references, which a revision of ours can lead back to. */
export async function plainly(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/**
 * The file with one more revision behind its bytes, which stay as they are: the objects that `change` made or changed,
 * their cross-references and a trailer that leads back (PDF 32000-1, 7.5.6).
 */
export async function appendRevision(
  bytes: Uint8Array,
  change: (pdf: PDFDocument) => void | Promise<void>,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const objects = () =>
    pdf.context.enumerateIndirectObjects().map(([ref, object]) => [ref, written(ref, object)] as const)
  const before = new Map(objects().map(([{ tag }, body]) => [tag, body]))
  await change(pdf)
  await pdf.flush()
  const changed = objects().filter(([{ tag }, body]) => Buffer.compare(before.get(tag) ?? latin(''), body) !== 0)
  const places = new Map<number, number>()
  let end = bytes.length + 1
  for (const [{ objectNumber }, body] of changed) {
    places.set(objectNumber, end)
    end += body.length
  }
  const { Root, Info } = pdf.context.trailerInfo
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(asText(bytes.subarray(-64)))?.[1]
  const trailer = `<< /Size ${pdf.context.largestObjectNumber + 1} /Root ${Root}${Info ? ` /Info ${Info}` : ''} /Prev ${previous} >>`
  const tail = `${crossReferences(places)}trailer\n${trailer}\nstartxref\n${end}\n%%EOF\n`
  return Buffer.concat([bytes, latin('\n'), ...changed.map(([, body]) => body), latin(tail)])
}

/** A table with one section an object. */
export function crossReferences(places: ReadonlyMap<number, number>): string {
  const entries = [...places].sort(([a], [b]) => a - b)
  const lines = entries.map(([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
  return `xref\n0 1\n0000000000 65535 f \n${lines.join('')}`
}

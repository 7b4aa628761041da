import { deflateSync } from 'node:zlib'
import { PDFContentStream, type PDFDocument } from '@cantoo/pdf-lib'

/** As many objects at a time as there are: the thread has nothing else to do that pauses would let through. */
const AT_ONCE = Number.POSITIVE_INFINITY

/**
 * The document's bytes. Streams that were made for it are deflated by the engine's zlib: the library's is written in
 * JavaScript and takes several times as long.
 */
export async function save(pdf: PDFDocument): Promise<Uint8Array> {
  const { context } = pdf
  context.flateStream = (contents, dict) => context.stream(deflateSync(contents), { ...dict, Filter: 'FlateDecode' })
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFContentStream) object.updateContents(deflateSync(object.getUnencodedContents()))
  }
  return await pdf.save({
    updateFieldAppearances: false,
    useObjectStreams: false,
    objectsPerTick: AT_ONCE,
  })
}

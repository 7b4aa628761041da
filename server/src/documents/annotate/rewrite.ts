import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib'

/**
 * Opens the original so that it can be written again. An owner's lock is opened with the empty user password, as
 * any viewer does, a user's with its own. Throws where the library cannot keep the file whole.
 */
export async function openForRewriting(original: Uint8Array, pageCount: number, password = ''): Promise<PDFDocument> {
  if (hasEndlessNumber(original)) throw new RangeError('a number that the library would read for hours')
  const pdf = await PDFDocument.load(original, {
    password,
    updateMetadata: false,
    throwOnInvalidObject: false,
    preserveXFA: false,
    // The thread has nothing else to do that pauses would let through.
    parseSpeed: ParseSpeeds.Fastest,
  })
  if (pdf.getPageCount() !== pageCount) throw new Error(`reads ${pdf.getPageCount()} pages of ${pageCount}`)
  forgetCrossReferences(pdf)
  quieten(pdf)
  for (const { node } of pdf.getPages()) quietenPage(node)
  return pdf
}

// The library writes a table of its own and keeps those of the original among the objects, where some readers still
// find what they said: that the file is encrypted.
function forgetCrossReferences({ context }: PDFDocument): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (isCrossReference(object)) context.delete(ref)
  }
}

function isCrossReference(object: PDFObject): boolean {
  if (object instanceof PDFStream) return object.dict.lookup(PDFName.of('Type')) === PDFName.of('XRef')
  if (!(object instanceof PDFInvalidObject)) return false
  // What is never encrypted cannot be decrypted either.
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return /\/Type\s*\/XRef\b/.test(Buffer.from(bytes).toString('latin1', 0, LONGEST_HEAD))
}

// The report is for looking at: nothing in it may run, jump or ask for something when it opens.
function quieten({ catalog }: PDFDocument): void {
  for (const entry of ACTIVE) catalog.delete(PDFName.of(entry))
  const names = catalog.lookup(PDFName.of('Names'))
  if (names instanceof PDFDict) names.delete(PDFName.of('JavaScript'))
}

// Pages and annotations have actions of their own, some for the moment at which their page is shown.
function quietenPage(page: PDFDict): void {
  page.delete(ADDITIONAL_ACTIONS)
  const annotations = page.lookup(PDFName.of('Annots'))
  if (!(annotations instanceof PDFArray)) return
  for (let index = 0; index < annotations.size(); index++) {
    const annotation = annotations.lookup(index)
    if (annotation instanceof PDFDict) annotation.delete(ADDITIONAL_ACTIONS)
  }
}

const ADDITIONAL_ACTIONS = PDFName.of('AA')
const ACTIVE = ['OpenAction', 'AA', 'NeedsRendering', 'Perms', 'Collection']

/** Of the dictionary of a cross-reference stream, whose index may be long. */
const LONGEST_HEAD = 20_000

const MOST_FIGURES = 2000

// The library looks for an object's number at every byte of what it cannot read, to the end of the figures each time.
function hasEndlessNumber(bytes: Uint8Array): boolean {
  // A longer one covers such a byte, wherever it stands.
  const step = MOST_FIGURES + 1
  for (let at = MOST_FIGURES; at < bytes.length; at += step) if (figuresAround(bytes, at) > MOST_FIGURES) return true
  return false
}

/** How many figures stand in a row there; no more are counted than matter. */
function figuresAround(bytes: Uint8Array, at: number): number {
  let [from, to] = [at, at]
  while (isFigure(bytes[to])) to++
  if (to === at) return 0
  while (to - from <= MOST_FIGURES && isFigure(bytes[from - 1])) from--
  return to - from
}

const isFigure = (byte = 0) => byte >= 0x30 && byte <= 0x39

import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'

/** No file has as many lost contents worth reading, nor pages that each of them may be of. */
const [MOST_LOST, MOST_PAGES] = [6, 4]
/** Pictures that are longer are left out of what is read. */
const BULK = 65_536
/** Longer contents are not looked into. */
const LONGEST = 4_000_000

const [TYPE, CONTENTS, PARENT] = ['Type', 'Contents', 'Parent'].map((name) => PDFName.of(name)) as [
  PDFName,
  PDFName,
  PDFName,
]

/**
 * A file of the pages that `bytes` still holds and shows nowhere: pages that left the page tree, and contents that no
 * page has any more, each on every page that it may have been of. Undefined where there are none.
 */
export async function withLostPages(bytes: Uint8Array, password = ''): Promise<Uint8Array | undefined> {
  const pdf = await PDFDocument.load(bytes, { password, updateMetadata: false, throwOnInvalidObject: false })
  const shown = pdf.getPages()
  const reached = reachedFrom(pdf)
  const lost = pdf.context.enumerateIndirectObjects().filter(([ref]) => !reached.has(ref.toString()))
  const leaves = lost.flatMap(([, object]) => (object instanceof PDFDict && isPage(object) ? [object] : []))
  const theirs = new Set(leaves.flatMap((leaf) => contentsOf(leaf)))
  const streams = lost.filter(([ref, object]) => !theirs.has(ref.toString()) && isText(object))
  const found = [
    ...leaves.slice(0, MOST_LOST).map((leaf) => sheetOf(pdf, leaf, leaf.get(CONTENTS))),
    ...streams
      .slice(0, MOST_LOST)
      .flatMap(([ref]) => shown.slice(0, MOST_PAGES).map(({ node }) => sheetOf(pdf, node, ref))),
  ]
  if (found.length === 0) return undefined
  for (const at of shown.map((_, index) => index).reverse()) pdf.removePage(at)
  // What pages say is read, not how they look: pictures would only be written once more.
  for (const [ref, object] of pdf.context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream && object.contents.length > BULK && isImage(object)) pdf.context.delete(ref)
  for (const dict of found) append(pdf, dict)
  return await pdf.save({ useObjectStreams: false, updateFieldAppearances: false, addDefaultPage: false })
}

/** A page set like another with contents of its own; what is inherited is written down. */
function sheetOf({ context }: PDFDocument, like: PDFDict, contents: PDFObject | undefined): PDFDict {
  const own = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].flatMap((name) => {
    const value = inherited(like, PDFName.of(name))
    return value ? [[name, value] as const] : []
  })
  return context.obj({ Type: 'Page', ...Object.fromEntries(own), ...(contents ? { Contents: contents } : {}) })
}

/** How deep page trees are looked up; deeper ones were made to be. */
const DEEPEST = 20

function inherited(page: PDFDict, name: PDFName): PDFObject | undefined {
  let node: PDFDict | undefined = page
  for (let depth = 0; node && depth < DEEPEST; depth++) {
    const value = node.get(name)
    if (value) return value
    const above: PDFObject | undefined = node.lookup(PARENT)
    node = above instanceof PDFDict ? above : undefined
  }
  return undefined
}

function append(pdf: PDFDocument, dict: PDFDict): void {
  const page: PDFPage = pdf.addPage()
  for (const [name, value] of dict.entries()) page.node.set(name, value)
}

const isImage = ({ dict }: PDFRawStream) => dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')

const isPage = (dict: PDFDict) => dict.lookup(TYPE) === PDFName.of('Page') && dict.has(CONTENTS)

function contentsOf(page: PDFDict): string[] {
  const contents = page.get(CONTENTS)
  const list = page.lookup(CONTENTS)
  return [contents, ...(list instanceof PDFArray ? list.asArray() : [])].map(String)
}

/** Everything that the catalogue and the file's own description lead to, by reference. */
function reachedFrom({ context }: PDFDocument): Set<string> {
  const reached = new Set<string>()
  const waiting: unknown[] = [context.trailerInfo.Root, context.trailerInfo.Info]
  for (let one = waiting.pop(); waiting.length > 0 || one !== undefined; one = waiting.pop()) {
    if (one instanceof PDFRef) {
      if (reached.has(one.toString())) continue
      reached.add(one.toString())
      waiting.push(context.lookup(one))
    } else if (one instanceof PDFDict) waiting.push(...one.values())
    else if (one instanceof PDFStream) waiting.push(...one.dict.values())
    else if (one instanceof PDFArray) waiting.push(...one.asArray())
  }
  return reached
}

/** Whether a stream without a kind of its own sets text. */
function isText(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream) || object.dict.has(TYPE) || object.dict.has(PDFName.of('Subtype'))) return false
  try {
    const decoded = decodePDFRawStream(object).getBytes(LONGEST + 1)
    if (decoded.length > LONGEST) return false
    return /\bBT\b[\s\S]*\bT[jJ]\b/.test(Buffer.from(decoded).toString('latin1'))
  } catch {
    return false
  }
}

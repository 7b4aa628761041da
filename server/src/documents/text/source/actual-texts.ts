import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import type { Page } from '../../model/page.ts'
import type { ActualText, Issue } from '../../model/source.ts'

/** Larger files are not read a second time, nor more of contents; and no file has as many such texts. */
const [LARGEST, LONGEST, MOST] = [64_000_000, 4_000_000, 2_000]
const ACTUAL_TEXT = PDFName.of('ActualText')
/** The entry of a property list, with a string in either of its forms. */
const ENTRY = /\/ActualText\s*(?:<([0-9A-Fa-f\s]{0,4000})>|\(((?:[^\\()]|\\[\s\S]){0,2000})\))/g

/**
 * What programs that copy marked content are told to take in the place of its letters (PDF 32000-1, 14.9.4), by page.
 * pdf.js tells that content is marked and not with what, so that the file is parsed once more; only where a page has
 * content that is marked otherwise than as a part of the structure. A file that is too large for that is named in
 * `issues`.
 */
export async function readActualTexts(
  bytes: Uint8Array,
  pages: readonly Page[],
  { password = '', issues }: { password?: string | undefined; issues: Issue[] },
): Promise<ActualText[]> {
  const marked = pages.filter(({ marks = [] }) => marks.length > 0)
  if (marked.length === 0) return []
  if (bytes.length > LARGEST) {
    issues.push({ stage: 'text', code: 'marked_text_skipped' })
    return []
  }
  const pdf = await PDFDocument.load(bytes, { password, updateMetadata: false, throwOnInvalidObject: false })
  const sheets = pdf.getPages()
  return marked
    .flatMap(({ number }) => {
      const sheet = sheets[number - 1]
      return sheet ? textsOn(sheet).map((text) => ({ page: number, text })) : []
    })
    .slice(0, MOST)
}

function textsOn({ node }: PDFPage): string[] {
  const contents = node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((ref) => node.context.lookup(ref)) : [contents]
  const resources = node.Resources()
  const forms = valuesOf(resources?.lookup(PDFName.of('XObject'))).filter((entry) => entry instanceof PDFStream)
  const named = valuesOf(resources?.lookup(PDFName.of('Properties'))).flatMap((list) => {
    const text = list instanceof PDFDict ? list.lookup(ACTUAL_TEXT) : undefined
    return text instanceof PDFString || text instanceof PDFHexString ? [text.decodeText()] : []
  })
  return [...[...streams, ...forms].flatMap(textsIn), ...named]
}

const valuesOf = (dict: unknown) => (dict instanceof PDFDict ? dict.keys().map((key) => dict.lookup(key)) : [])

function textsIn(stream: unknown): string[] {
  if (!(stream instanceof PDFRawStream) || stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')) return []
  // Not decoded whole: small files hold gigabytes.
  const content = Buffer.from(decodePDFRawStream(stream).getBytes(LONGEST)).toString('latin1')
  return [...content.matchAll(ENTRY)].map(([, hex, written = '']) =>
    hex === undefined ? PDFString.of(written).decodeText() : PDFHexString.of(hex).decodeText(),
  )
}

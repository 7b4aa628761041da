import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Attachment } from '../../model/source.ts'

const MOST_FILES = 50
const LONGEST_XML = 4 * 1024 * 1024

/** The files that a PDF carries; XML is read, for e-invoices are XML. */
export async function readAttachments(pdf: PDFDocumentProxy): Promise<Attachment[]> {
  const files = (await pdf.getAttachments()) as Map<string, { filename?: string; description?: string }> | null
  const found: Attachment[] = []
  for (const [key, { filename = key, description = '' }] of [...(files ?? [])].slice(0, MOST_FILES)) {
    const content = (await pdf.getAttachmentContent(key).catch(() => undefined)) as Uint8Array | null | undefined
    const xml = content ? readXml(filename, content) : undefined
    found.push({ name: filename, description, xml, bytes: content?.length ?? 0 })
  }
  return found
}

/** An XML file's text by its byte order mark or declared encoding; undefined where it is not XML. */
export function readXml(name: string, content: Uint8Array): string | undefined {
  if (content.length > LONGEST_XML) return undefined
  const text = new TextDecoder(encodingOf(content)).decode(content)
  return /\.xml$/i.test(name) || /^\s*<\?xml/.test(text) ? text : undefined
}

function encodingOf(content: Uint8Array): string {
  const [a, b] = content
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le'
  const head = new TextDecoder('latin1').decode(content.subarray(0, 200))
  const declared = /<\?xml[^>]*encoding=["']([\w-]+)/.exec(head)?.[1]?.toLowerCase()
  return declared && ['iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii'].includes(declared) ? declared : 'utf-8'
}

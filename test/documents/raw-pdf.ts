/** Objects of a PDF by number, written as PDF source; a stream is its dictionary's inside and its content. */
export type RawObjects = Record<number, string | { dict?: string; stream: string }>

/** What a one-page file may say beside its content. */
export interface RawPage {
  content: string
  mediaBox?: string
  /** More of the page's dictionary: /Rotate, /CropBox, /UserUnit, /Annots ... */
  page?: string
  /** More of the catalog's dictionary. */
  catalog?: string
  /** More of the resources' dictionary. */
  resources?: string
  /** More objects, from number 10 on. */
  objects?: RawObjects
}

/** A PDF of one page written by hand, with Helvetica as /F1, its bold as /F2 and Courier as /F3. */
export function rawPdf({ content, mediaBox = '0 0 600 800', page = '', catalog = '', ...more }: RawPage): Uint8Array {
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects: RawObjects = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [${mediaBox}] >>`,
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R ${page} >>`,
    4: { stream: content },
    5: `<< /Font << /F1 6 0 R /F2 7 0 R /F3 8 0 R >> ${more.resources ?? ''} >>`,
    6: font('Helvetica'),
    7: font('Helvetica-Bold'),
    8: font('Courier'),
    ...more.objects,
  }
  return latin(writeObjects('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', objects, ''))
}

/** The same file saved once more: these objects are new or replace the old ones, at the end of the file. */
export function updatePdf(bytes: Uint8Array, objects: RawObjects): Uint8Array {
  const before = Buffer.from(bytes).toString('latin1')
  const last = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1]
  if (!last) throw new RangeError('the file does not end with its cross-references')
  return latin(writeObjects(before.endsWith('\n') ? before : `${before}\n`, objects, `/Prev ${last}`))
}

function writeObjects(head: string, objects: RawObjects, trailer: string): string {
  let text = head
  const places = Object.entries(objects).map(([number, body]) => {
    const at = text.length
    text += `${number} 0 obj\n${source(body)}\nendobj\n`
    return { number: Number(number), at }
  })
  const start = text.length
  const rows = places.map(({ number, at }) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 100 /Root 1 0 R ${trailer} >>\n`
  return `${text}startxref\n${start}\n%%EOF\n`
}

function source(body: RawObjects[number]): string {
  if (typeof body === 'string') return body
  return `<< ${body.dict ?? ''} /Length ${body.stream.length} >>\nstream\n${body.stream}\nendstream`
}

function latin(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { through } from '../../round-3/papers/programs.ts'

/** Bytes kept free for the signature. */
const ROOM = 4096

const OWN = '-x509 -newkey rsa:2048 -nodes -keyout DIR/key -out DIR/cert -days 900'

/**
 * A revision with a signature of the whole file, its field at a place of the first page.
 *
 * @param at now, for the certificate begins now
 */
export async function signed(bytes: Uint8Array, by: string, at: Date, Rect: number[]): Promise<Uint8Array> {
  const doc = await PDFDocument.load(bytes, { forIncrementalUpdate: true })
  const { context } = doc
  const V = context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'adbe.pkcs7.detached' })
  V.set(PDFName.of('Name'), PDFString.of(by))
  V.set(PDFName.of('M'), PDFString.fromDate(at))
  V.set(PDFName.of('ByteRange'), context.obj([0, 1_111_111_111, 1_111_111_111, 1_111_111_111]))
  V.set(PDFName.of('Contents'), PDFHexString.of('0'.repeat(2 * ROOM)))
  const [page] = doc.getPages()
  const field = context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', F: 132, Rect })
  field.set(PDFName.of('T'), PDFString.of('Signature1'))
  field.set(PDFName.of('V'), context.register(V))
  const ref = context.register(field)
  page?.node.addAnnot(ref)
  const form = context.obj({ Fields: [ref], SigFlags: 3 })
  doc.catalog.set(PDFName.of('AcroForm'), context.register(form))
  return closed(await doc.commit({ useObjectStreams: false }), by)
}

/** Writes what is signed, and the signature over it, into the places kept free. */
async function closed(bytes: Uint8Array, by: string): Promise<Uint8Array> {
  const file = Buffer.from(bytes)
  const from = file.indexOf(`<${'0'.repeat(64)}`)
  const to = from + 2 * ROOM + 2
  const range = /\[\s*0 1111111111 1111111111 1111111111\s*\]/.exec(file.toString('latin1'))
  if (from < 0 || !range) throw new Error('no place for a signature')
  file.write(`[0 ${from} ${to} ${file.length - to}`.padEnd(range[0].length - 1).concat(']'), range.index, 'latin1')
  const told = Buffer.concat([file.subarray(0, from), file.subarray(to)])
  const command =
    `openssl req ${OWN} -subj "/CN=${by}" && ` +
    'openssl cms -sign -binary -in IN -signer DIR/cert -inkey DIR/key -outform DER -out OUT'
  const signature = await through(told, 'bin', 'out.der', command)
  file.write(Buffer.from(signature).toString('hex'), from + 1, 'latin1')
  return new Uint8Array(file)
}

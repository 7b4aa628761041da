import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'

const ROOM = 6000
const FAR = 9_999_999_999

/** A signature of some bytes, with a key and a certificate made for it. */
function signatureOf(bytes: Uint8Array, signer: string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-'))
  const [key, cert, data] = ['key.pem', 'cert.pem', 'data'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const ran = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    writeFileSync(data, bytes)
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1825', '-subj', `/CN=${signer}`]
    ran('req', ...made, '-keyout', key, '-out', cert)
    const said = path.join(folder, 'signature')
    const with_ = ['-signer', cert, '-inkey', key, '-outform', 'DER']
    ran('cms', '-sign', '-binary', '-md', 'sha256', '-in', data, ...with_, '-out', said)
    return readFileSync(said)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The file with a signature over all of it, as issuers seal what they send. */
export async function signed(bytes: Uint8Array, signer: string, day: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context } = pdf
  const range = [0, FAR, FAR, FAR].map((far) => PDFNumber.of(far))
  const seal = context.register(
    context.obj({
      ...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'adbe.pkcs7.detached', Name: PDFString.of(signer) },
      ...{ ByteRange: range, Contents: PDFHexString.of('0'.repeat(ROOM)) },
      M: PDFString.of(`D:${day.replaceAll('-', '')}101122Z`),
    } as never),
  )
  const [page] = pdf.getPages()
  if (!page) throw new Error('no page to sign')
  const field = context.register(
    context.obj({
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: PDFString.of('Signature1'), V: seal, F: 132 },
      ...{ Rect: [0, 0, 0, 0], P: page.ref },
    } as never),
  )
  page.node.addAnnot(field)
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 } as never))
  return sealed(Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false })), signer)
}

function sealed(file: Buffer, signer: string): Uint8Array {
  const hole = file.indexOf(`<${'0'.repeat(ROOM)}>`)
  const after = hole + ROOM + 2
  const place = file.indexOf('/ByteRange')
  const end = file.indexOf(']', place)
  const range = `/ByteRange [ 0 ${hole} ${after} ${file.length - after} `.padEnd(end - place)
  file.write(range, place, 'latin1')
  const signature = signatureOf(Buffer.concat([file.subarray(0, hole), file.subarray(after)]), signer).toString('hex')
  if (signature.length > ROOM) throw new Error('no room for the signature')
  file.write(signature, hole + 1, 'latin1')
  return new Uint8Array(file)
}

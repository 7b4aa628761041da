import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, PasswordResponses, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refused } from '../model/refused.ts'
import { loadCountingWorker } from './counting-worker.ts'

const FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string) => `${join(FOLDER, name)}/`

/** Pictures with more pixels than this are not decoded: a small file can claim a billion of them. */
const MOST_PIXELS = 40_000_000

/**
 * Opens a PDF with everything it may need on this machine. `bytes` is copied, for pdf.js takes what it is given.
 * The caller ends it with `loadingTask.destroy()`. Throws Refused where it wants a password, or another one, where
 * the file has no objects, and what pdf.js throws where it cannot be parsed.
 */
export async function openPdf(bytes: Uint8Array, password?: string): Promise<PDFDocumentProxy> {
  return await open(bytes, password, { disableFontFace: true, standardFontDataUrl: folder('standard_fonts') })
}

/**
 * As openPdf, but letters cannot be painted: no outlines are made of them, and fonts that a file only names are not
 * loaded, for pdf.js knows their characters and widths by heart. Reading a page takes half the time.
 */
export async function openToRead(bytes: Uint8Array, password?: string): Promise<PDFDocumentProxy> {
  const pdf = await open(bytes, password, { disableFontFace: false })
  const loader = (pdf as unknown as Inside)._transport?.fontLoader
  if (loader) loader.bind = async () => undefined
  return pdf
}

/**
 * What hands fonts to a browser. There is none, and where that fails pdf.js has all outlines made after all. It is not
 * part of pdf.js' interface: a version without it reads as well, and slower.
 */
interface Inside {
  _transport?: { fontLoader?: { bind(font: unknown): Promise<void> } }
}

interface Fonts {
  disableFontFace: boolean
  standardFontDataUrl?: string
}

/** Every file has objects; in one of zeros pdf.js looks for them for seconds. */
function hasObjects({ buffer, byteOffset, length }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, length).includes('obj')
}

async function open(bytes: Uint8Array, password: string | undefined, fonts: Fonts): Promise<PDFDocumentProxy> {
  if (!hasObjects(bytes)) throw new Error('the file has no objects')
  await loadCountingWorker()
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    useSystemFonts: false,
    fontExtraProperties: true,
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: MOST_PIXELS,
    canvasMaxAreaInBytes: MOST_PIXELS * 4,
    ...(password === undefined ? {} : { password }),
    ...fonts,
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy()
    throw refusalOf(error) ?? error
  }
}

/** What pdf.js says of handlers, versions and keys that are nobody's, or of certificates. */
const UNKNOWN_PROTECTION = /^(?:unknown encryption method|unsupported encryption algorithm|invalid key length)$/

/** What somebody who knows the password can do something about. */
function refusalOf(error: unknown): Refused | undefined {
  const { name, code, message = '' } = error as { name?: string; code?: number; message?: string }
  if (UNKNOWN_PROTECTION.test(message))
    return new Refused(
      'unprocessable_document',
      'The document is protected in a way that is not read here: print it to a new PDF and send that.',
    )
  if (name !== 'PasswordException') return undefined
  return code === PasswordResponses.INCORRECT_PASSWORD
    ? new Refused(
        'password_wrong',
        'The password does not open the document: send the right one in the part "password".',
      )
    : new Refused('password_required', 'The document is protected: send its password in the part "password".')
}

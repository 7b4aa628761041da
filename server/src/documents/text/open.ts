import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string) => `${join(FOLDER, name)}/`

/** Pictures with more pixels than this are not decoded: a small file can claim a billion of them. */
const MOST_PIXELS = 40_000_000

/**
 * Opens a PDF with everything it may need on this machine. `bytes` is copied, for pdf.js takes what it is given.
 * The caller ends it with `loadingTask.destroy()`. Throws what pdf.js throws where the file cannot be parsed or wants
 * a password.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    useSystemFonts: false,
    disableFontFace: true,
    fontExtraProperties: true,
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: MOST_PIXELS,
    canvasMaxAreaInBytes: MOST_PIXELS * 4,
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy()
    throw error
  }
}

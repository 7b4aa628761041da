import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'

const FILES = `${import.meta.env.BASE_URL}pdfjs/`
pdfjs.GlobalWorkerOptions.workerSrc = `${FILES}pdf.worker.min.mjs`

export type PdfDocument = pdfjs.PDFDocumentProxy

/** Opens a document's file. Fonts, maps and decoders come from this origin; nothing in it is run. */
export function openPdf(url: string): { document: Promise<PdfDocument>; close: () => void } {
  const task = pdfjs.getDocument({
    url,
    withCredentials: true,
    standardFontDataUrl: `${FILES}standard_fonts/`,
    cMapUrl: `${FILES}cmaps/`,
    wasmUrl: `${FILES}wasm/`,
    // WebAssembly would need a wider content security policy; the same decoders come as JavaScript.
    useWasm: false,
    enableXfa: false,
  })
  return { document: task.promise, close: () => void task.destroy() }
}

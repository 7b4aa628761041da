import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from '../text/open.ts'

/** A file that is opened for painting when its first page is to be painted; most never are. */
export class Paintable {
  readonly #bytes: Uint8Array
  readonly #password: string | undefined
  #opening: Promise<PDFDocumentProxy> | undefined

  constructor(bytes: Uint8Array, password?: string) {
    this.#bytes = bytes
    this.#password = password
  }

  async page(number: number): Promise<PDFPageProxy> {
    this.#opening ??= openPdf(this.#bytes, this.#password)
    return await (await this.#opening).getPage(number)
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined)
    await opened?.loadingTask.destroy()
  }
}

import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { area } from '../model/box.ts'
import type { Page } from '../model/page.ts'

/** Pixels that wait decoded, three bytes each: three sheets in colour at 300 dots an inch, seven at 200. */
const ROOM = 26_000_000

/** A picture that covers this share of the page is the page. */
const WHOLE_PAGE = 0.75

/**
 * Which pages stay decoded from reading to recognition: those that are one picture, as long as there is room. Decoding
 * takes a tenth of the time that recognising them does.
 */
export class KeptPictures {
  #room = ROOM

  async keeps(proxy: PDFPageProxy, page: Page): Promise<boolean> {
    if (!isPicture(page)) return false
    const { fnArray, argsArray } = await proxy.getOperatorList()
    const at = fnArray.indexOf(OPS.paintImageXObject)
    const [, width, height] = (at < 0 ? [] : argsArray[at]) as [string?, number?, number?]
    const pixels = (width ?? 0) * (height ?? 0)
    if (pixels === 0 || pixels > this.#room) return false
    this.#room -= pixels
    return true
  }
}

/** Whether a page shows one picture and nothing else. */
export function isPicture({ words, ruledLines, fills, form, pictures, width, height }: Page): boolean {
  const [picture] = pictures
  if (!picture || pictures.length + words.length + ruledLines.length + fills.length + form.length > 1) return false
  return area(picture.box) >= WHOLE_PAGE * width * height
}

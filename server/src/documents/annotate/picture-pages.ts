import type { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { openPdf } from '../text/open.ts'
import { countingUnpacked } from '../text/unpacked.ts'
import type { PageFrame } from './report-facts.ts'

// 110 dpi reads well on a screen; most files that come here are odd, not large.
const SCALE = 110 / 72
const MOST_PIXELS = 12_000_000
const JPEG_QUALITY = 80

/** Adds every page of the original as a picture of its own size. */
export async function picturePages(pdf: PDFDocument, original: Uint8Array, shown: Shown): Promise<void> {
  await countingUnpacked(original.length, () => paintPages(pdf, original, shown))
}

interface Shown {
  frames: PageFrame[]
  password?: string | undefined
}

async function paintPages(pdf: PDFDocument, original: Uint8Array, { frames, password }: Shown): Promise<void> {
  const source = await openPdf(original, password)
  try {
    for (const { number } of frames) {
      const shown = await source.getPage(number)
      const { width, height } = shown.getViewport({ scale: 1 })
      const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)))
      const viewport = shown.getViewport({ scale })
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
      const canvasContext = canvas.getContext('2d') as never
      // As it is displayed: stamps and notes that do not print are read and judged, and the report shows what was.
      await shown.render({ canvas: null, canvasContext, viewport, background: '#fff' }).promise
      const image = await pdf.embedJpg(await canvas.encode('jpeg', JPEG_QUALITY))
      pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
      shown.cleanup()
    }
  } finally {
    await source.loadingTask.destroy()
  }
}

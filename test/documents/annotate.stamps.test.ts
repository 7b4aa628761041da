import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { picturePages } from '../../server/src/documents/annotate/picture-pages.ts'
import type { PageFrame } from '../../server/src/documents/annotate/report-facts.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { rawPdf } from './raw-pdf.ts'

/** A page with a black stamp at its foot, whose flags say whether it is seen and printed. */
const stamped = (flags: number) =>
  rawPdf({
    content: 'BT /F1 10 Tf 40 760 Td (Some words) Tj ET',
    page: '/Annots [10 0 R]',
    objects: {
      10: `<< /Type /Annot /Subtype /Stamp /Rect [100 100 200 140] /F ${flags} /AP << /N 11 0 R >> >>`,
      11: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 100 40]', stream: '0 g 0 0 100 40 re f' },
    },
  })

/** How dark the middle of the stamp is in the report's picture of the page, of 255. */
async function levelInReport(original: Uint8Array): Promise<number> {
  const report = await PDFDocument.create()
  await picturePages(report, original, { frames: [{ number: 1 } as PageFrame] })
  const opened = await openPdf(await report.save())
  const page = await opened.getPage(1)
  const viewport = page.getViewport({ scale: 1 })
  const context = createCanvas(600, 800).getContext('2d')
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  await opened.loadingTask.destroy()
  return context.getImageData(150, 800 - 120, 1, 1).data[0] ?? 255
}

test.each([
  ['that prints', 4, true],
  ['that shows on the screen only', 0, true],
  ['that nobody sees', 2, false],
])('the pictures of a report have a stamp %s as a viewer has it', async (_, flags, seen) => {
  expect((await levelInReport(stamped(flags))) < 60).toBe(seen)
})

import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Box, Spot } from './find-text.ts'
import type { Job } from './job.ts'
import { made } from './programs.ts'

/** Opens a file in a forger's editor that leaves its dates alone. */
export async function withEdit(bytes: Uint8Array, edit: (pdf: PDFDocument) => Promise<void>): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  await edit(pdf)
  return pdf.save({ useObjectStreams: false })
}

/** Does something at every spot of a job, page and font at hand. */
export const atSpots = (
  { spots }: Job,
  bytes: Uint8Array,
  edit: (page: PDFPage, spot: Spot, font: PDFFont, pdf: PDFDocument) => Promise<void> | void,
): Promise<Uint8Array> =>
  withEdit(bytes, async (pdf) => {
    for (const spot of spots) await edit(pdf.getPage(spot.page - 1), spot, await pdf.embedFont(spot.font), pdf)
  })

export function inkOf(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  return rgb(red, green, blue)
}

export function typed(page: PDFPage, spot: Spot, font: PDFFont, change: { size?: number; rise?: number } = {}): void {
  const size = change.size ?? spot.size
  const x = spot.x - (spot.x === spot.box[0] ? 0 : font.widthOfTextAtSize(spot.to, size - spot.size || 0.001))
  page.drawText(spot.to, { x, y: spot.baseline + (change.rise ?? 0), size, font, color: inkOf(spot.color) })
}

export const around = ([x, y, right, top]: Box, by = 0.6) => ({
  x: x - by,
  y: y - by,
  width: right - x + 2 * by,
  height: top - y + 2 * by,
})

const REDACT = `var doc = new PDFDocument("in.pdf"); var spots = JSON.parse(scriptArgs[0]);
for (var i = 0; i < spots.length; i++) { var page = doc.loadPage(spots[i].page - 1);
page.createAnnotation("Redact").setRect(spots[i].rect); page.applyRedactions(false, 0); }
doc.save("out.pdf", "garbage");`

/** The paper without what stands in the boxes: taken out of its contents, as a redaction does. */
export async function redacted(bytes: Uint8Array, boxes: readonly { page: number; box: Box }[]): Promise<Uint8Array> {
  // The program counts from the top of the page; a thin band suffices, and neighbours stay.
  const heights = await PDFDocument.load(bytes, { updateMetadata: false })
  const spots = boxes.map(({ page, box: [x, y, right, top] }) => {
    const [height, middle] = [heights.getPage(page - 1).getHeight(), (y + top) / 2]
    return { page, rect: [x + 0.7, height - middle - 1.5, right - 0.7, height - middle + 1.5] }
  })
  const script = `echo '${REDACT}' > redact.js && mutool run redact.js '${JSON.stringify(spots)}'`
  return made('in.pdf', bytes, 'out.pdf', 'sh', '-c', script)
}

export const emptied = ({ pdf, spots }: Job): Promise<Uint8Array> => redacted(pdf, spots)

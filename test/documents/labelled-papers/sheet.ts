import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'

/** A text and where it stands: from the left, from the top, its size; `bold` after it. */
export type Put = [text: string, x: number, top: number, size?: number, bold?: boolean]

/** One page with these texts on it. */
export async function sheetOf(texts: readonly Put[], [width, height] = [612, 792]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const [plain, bold] = [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)]
  const page = pdf.addPage([width as number, height as number])
  const font = (isBold?: boolean): PDFFont => (isBold ? bold : plain)
  for (const [text, x, top, size = 10, isBold] of texts)
    page.drawText(text, { x, y: (height as number) - top, size, font: font(isBold) })
  return await pdf.save()
}

/** `[label, value]` under each other, the values in a column of their own. */
export const pairs = (list: readonly (readonly [string, string])[], top: number, [x, valueX] = [60, 260]): Put[] =>
  list.flatMap(([label, value], at): Put[] => [
    [label, x as number, top + 18 * at],
    [value, valueX as number, top + 18 * at],
  ])

/** Rows of a table under their headings, each column at its place. */
export const table = (rows: readonly (readonly string[])[], top: number, places: readonly number[]): Put[] =>
  rows.flatMap((row, at) =>
    row.map((cell, column): Put => [cell, places[column] as number, top + 16 * at, 10, at === 0]),
  )

import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'

/** The plain and the bold standard font of each family. */
export const FAMILIES = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const

export type Family = keyof typeof FAMILIES

export type Faces = Readonly<Record<Family, readonly [PDFFont, PDFFont]>>

/** The standard fonts of all families. */
export async function facesOf(pdf: PDFDocument): Promise<Faces> {
  const pair = async (family: Family) =>
    [await pdf.embedFont(FAMILIES[family][0]), await pdf.embedFont(FAMILIES[family][1])] as const
  return { sans: await pair('sans'), serif: await pair('serif'), mono: await pair('mono') }
}

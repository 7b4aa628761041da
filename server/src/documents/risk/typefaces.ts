/**
 * Typefaces that were drawn to the same widths to stand in for one another, by the names that their fonts bear. Nobody
 * sets a page in two of one row; a program that lacks the one takes the other.
 */
const LOOKALIKES: readonly (readonly string[])[] = [
  ['helvetica', 'arial', 'arialmt', 'liberationsans', 'nimbussans', 'nimbussansl', 'nimbussanl', 'freesans', 'arimo'],
  [
    'times',
    'timesnewroman',
    'liberationserif',
    'nimbusroman',
    'nimbusromanno9l',
    'nimbusromno9l',
    'freeserif',
    'tinos',
  ],
  ['courier', 'couriernew', 'liberationmono', 'nimbusmono', 'nimbusmonops', 'nimbusmonl', 'freemono', 'cousine'],
  ['calibri', 'carlito'],
  ['cambria', 'caladea'],
  ['verdana', 'dejavusans', 'bitstreamverasans'],
]

/** Faces that are no text's: figures of machines, typewriters for what is filled in, handwriting, bars. */
const NO_TEXT = /ocr|micr|e-?13b|cour|mono|typewriter|consol|code|script|hand|sign|symbol|emoji|dingbat/i

/** Whether a font sets running text by its name. */
export const isOfText = (font: string): boolean => font !== '' && !NO_TEXT.test(font)

const slants = (font: string) => /ital|obli/i.test(font)

export const isBold = (font: string): boolean => /bold|black|heavy|demi|[-,]bd/i.test(font)

/** A font's name up to its weight and style: `HelveticaNeueLTStd-BdOu`, `Arial,Bold`, `TimesNewRomanPS-BoldMT`. */
export const faceOf = (font: string): string =>
  (font.split(/[-,]/, 1)[0] ?? '')
    .replace(/(PS|MT|Bold|Italic|Oblique)+$/, '')
    .replace(/ /g, '')
    .toLowerCase()

/** Whether two fonts bear one face in one slant, or faces of which one stands in for the other. */
export function looksTheSame(a: string, b: string): boolean {
  const [one, other] = [faceOf(a), faceOf(b)]
  if (one === '' || other === '' || slants(a) !== slants(b)) return false
  return one === other || LOOKALIKES.some((row) => row.includes(one) && row.includes(other))
}

/** What a file is by its first bytes, whatever its name and declared type say. */
export type FileKind = 'pdf' | 'jpeg' | 'png' | 'tiff'

/** What an answer says that it is. */
export const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
}

/** Viewers find a PDF's header anywhere in the first KiB, and so do we. */
export const HEADER_WITHIN = 1024

const PDF = Buffer.from('%PDF-')
const PICTURES: readonly [FileKind, readonly Buffer[]][] = [
  ['jpeg', [Buffer.from('ffd8ff', 'hex')]],
  ['png', [Buffer.from('89504e470d0a1a0a', 'hex')]],
  ['tiff', [Buffer.from('49492a00', 'hex'), Buffer.from('4d4d002a', 'hex')]],
]
/** Brands of the pictures that phones take where nobody told them otherwise. */
const HEIF = /^ftyp(heic|heix|hevc|heim|heis|mif1|msf1|avif)/

/** By the first KiB, or the whole file where it is smaller. A picture with a PDF's header is none that is read. */
export function fileKind(start: Uint8Array): FileKind | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, HEADER_WITHIN))
  if (bytes.includes(PDF)) return 'pdf'
  return PICTURES.find(([, signs]) => signs.some((sign) => bytes.subarray(0, sign.length).equals(sign)))?.[0]
}

/** Other kinds that viewers know by their first bytes: GIF, WebP, and whatever is a ZIP. */
const OTHERS = [Buffer.from('GIF8'), Buffer.from('RIFF'), Buffer.from('PK\x03\x04', 'latin1')]

export const TWO_KINDS =
  'The file is a PDF and of another kind at once, and shows either: print it to a new PDF and send that.'

/** Whether a file is of two kinds, a picture's bytes first and a PDF's header after: viewers show either. */
export function isOfTwoKinds(start: Uint8Array): boolean {
  const signs = [...OTHERS, ...PICTURES.flatMap(([, some]) => some)]
  const begins = signs.some((sign) => sign.equals(start.subarray(0, sign.length)))
  return begins && fileKind(start) === 'pdf'
}

/** Whether it is a picture of a kind that is not read: HEIC or AVIF. */
export const isHeif = (start: Uint8Array): boolean => HEIF.test(Buffer.from(start.subarray(4, 12)).toString('latin1'))

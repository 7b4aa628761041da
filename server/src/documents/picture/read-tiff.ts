import { deflateSync } from 'node:zlib'
import UTIF from 'utif2'
import { Refused } from '../model/refused.ts'
import { demandSize, demandTogether } from './picture-size.ts'
import { keepPlainDirectories } from './plain-directories.ts'
import type { Coded, SaidByPicture } from './sheet.ts'

type Directory = ReturnType<typeof UTIF.decode>[number]

const REDUCED = 1
/** What the pixels of a mask mean. */
const IS_MASK = 4
const CENTIMETRES = 3
const LONGEST_NAME = 200

/**
 * The sheets of a TIFF, as scanners and faxes write them; pictures in small beside them are left out. Throws where
 * nothing can be decoded, and Refused.
 */
export function readTiff(
  bytes: Uint8Array,
  mostPages: number,
  onSheet: () => void = () => undefined,
): { pictures: Coded[]; said: SaidByPicture } {
  const copy = bytes.slice()
  keepPlainDirectories(copy)
  const file = copy.buffer
  const sheets = sheetsOf(UTIF.decode(file).filter((each) => number(each, 256) > 0))
  if (sheets.length === 0) throw new Error('the TIFF has no pictures')
  if (sheets.length > mostPages)
    throw new Refused(
      'unprocessable_document',
      `The picture has ${sheets.length} sheets; at most ${mostPages} are read.`,
    )
  const sizes = sheets.map((sheet) => [number(sheet, 256), number(sheet, 257)] as const)
  for (const [width, height] of sizes) demandSize(width, height)
  const together = sizes.reduce((sum, [width, height]) => sum + width * height, 0)
  demandTogether(together, bytes.length)
  const pictures = sheets.map((sheet) => {
    const coded = pixelsOf(file, sheet)
    onSheet()
    // What was decoded of one sheet is not needed for the next.
    sheet.data = new Uint8Array()
    return coded
  })
  return { pictures, said: { program: text(sheets[0], 305), at: dateOf(text(sheets[0], 306)) } }
}

/** Viewers show what calls itself a mask, or a picture in small, and is none. */
function sheetsOf(all: readonly Directory[]): Directory[] {
  const pictures = all.filter((each) => number(each, 262) !== IS_MASK)
  const isSmall = (one: Directory) =>
    pictures.some((other) => number(other, 256) > number(one, 256) && number(other, 257) > number(one, 257))
  return pictures.filter((each) => !(number(each, 254) & REDUCED) || !isSmall(each))
}

function pixelsOf(file: ArrayBuffer, sheet: Directory): Coded {
  UTIF.decodeImage(file, sheet)
  const { width, height } = sheet
  if (!(width > 0 && height > 0)) throw new Error('a picture of the TIFF cannot be decoded')
  const rgba = UTIF.toRGBA8(sheet)
  const [bits, samples] = [number(sheet, 258, 1), number(sheet, 277, 1)]
  const [dots, down] = [number(sheet, 282), number(sheet, 283)]
  return {
    ...packed(rgba, { width, height, bits: samples > 1 ? 24 : bits }),
    dpi: dots > 0 ? dots * (number(sheet, 296, 2) === CENTIMETRES ? 2.54 : 1) : undefined,
    tall: tallness(dots, down),
    orientation: number(sheet, 274, 1),
  }
}

/** A fax of standard fineness has 204 dots an inch across, 98 down; what is beyond any fax is a mistake of the file. */
function tallness(across: number, down: number): number {
  const tall = across > 0 && down > 0 ? across / down : 1
  return tall >= 0.25 && tall <= 4 ? tall : 1
}

/** As a PDF holds pixels: two tones in a bit each, grey in a byte, colours in three. */
export function packed(
  rgba: Uint8Array | Uint8ClampedArray,
  { width, height, bits }: { width: number; height: number; bits: number },
): Coded {
  const colours = bits > 8 ? 3 : 1
  const row = bits === 1 ? Math.ceil(width / 8) : width * colours
  const pixels = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      if (bits === 1) {
        if ((rgba[from] ?? 0) > 127) pixels[y * row + (x >> 3)] = (pixels[y * row + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
      } else for (let at = 0; at < colours; at++) pixels[y * row + x * colours + at] = rgba[from + at] ?? 0
    }
  }
  const ColorSpace = colours === 3 ? 'DeviceRGB' : 'DeviceGray'
  const entries = { ColorSpace, BitsPerComponent: bits === 1 ? 1 : 8, Filter: 'FlateDecode' }
  return { bytes: deflateSync(pixels, { level: 1 }), width, height, entries }
}

const number = (sheet: Directory, tag: number, otherwise = 0): number => {
  const values = sheet[`t${tag}`] as (number | [number, number])[] | undefined
  const [said] = values ?? []
  // Densities are fractions.
  const first = Array.isArray(said) ? said[0] / said[1] : said
  return typeof first === 'number' && Number.isFinite(first) ? first : otherwise
}

const text = (sheet: Directory | undefined, tag: number): string | undefined => {
  const [first] = (sheet?.[`t${tag}`] as string[] | undefined) ?? []
  return typeof first === 'string' && first.trim() !== '' ? first.trim().slice(0, LONGEST_NAME) : undefined
}

/** `2026:03:14 15:09:26`, at whatever place it was; taken as UTC. */
function dateOf(written = ''): Date | undefined {
  const [, year, month, day, rest] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(written) ?? []
  const date = new Date(`${year}-${month}-${day}T${rest}Z`)
  return Number.isNaN(+date) ? undefined : date
}

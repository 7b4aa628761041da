import { PDFHexString } from '@cantoo/pdf-lib'
import { Refused } from '../model/refused.ts'
import { type Exif, saidByExif } from './said-by-exif.ts'
import type { Coded } from './sheet.ts'

const ANIMATED =
  'The PNG is an animation, of which viewers show one picture or another: save it as a still picture and send that.'

const HEAD = 8
const METRE_IN_INCHES = 39.3701
/** By PNG's type of colours: how many numbers a pixel has. */
const COLOURS: Record<number, number> = { 0: 1, 2: 3, 3: 1 }

/**
 * A PNG whose bytes a PDF can hold as they are: no transparency, not interlaced, up to 8 bits. `picture` is undefined
 * for others, which are to be decoded. Throws where it has no head, and Refused where it is an animation.
 */
export function readPng(bytes: Uint8Array): { picture?: Coded; width: number; height: number; said: Exif } {
  const chunks = [...chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))]
  const bodies = (wanted: string) => chunks.filter(({ name }) => name === wanted).map(({ body }) => body)
  if (bodies('acTL').length > 0) throw new Refused('invalid_file_format', ANIMATED)
  const [head] = bodies('IHDR')
  if (!head || head.length < 13) throw new Error('the PNG has no head')
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [bits, type, interlaced] = [head.readUInt8(8), head.readUInt8(9), head.readUInt8(12)]
  const said = saidOf(bodies)
  const colours = COLOURS[type]
  const [palette] = bodies('PLTE')
  const plain = colours !== undefined && bits <= 8 && interlaced === 0 && bodies('tRNS').length === 0
  if (!plain || (type === 3 && !palette)) return { width, height, said }
  const entries = {
    ColorSpace: spaceOf(type, palette),
    BitsPerComponent: bits,
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: colours, BitsPerComponent: bits, Columns: width },
  }
  const { dpi, orientation } = said
  return {
    picture: { bytes: Buffer.concat(bodies('IDAT')), width, height, entries, dpi, orientation },
    width,
    height,
    said,
  }
}

function spaceOf(type: number, palette: Buffer | undefined): Coded['entries'][string] {
  if (type === 2) return 'DeviceRGB'
  if (type === 0 || !palette) return 'DeviceGray'
  return ['Indexed', 'DeviceRGB', Math.floor(palette.length / 3) - 1, PDFHexString.of(palette.toString('hex'))]
}

function saidOf(bodies: (name: string) => Buffer[]): Exif {
  const [density] = bodies('pHYs')
  const [exif] = bodies('eXIf')
  const software = bodies('tEXt').find((text) => text.subarray(0, 9).toString('latin1') === 'Software\0')
  const said = exif ? saidByExif(exif) : {}
  const perMetre = density && density.length >= 9 && density.readUInt8(8) === 1 ? density.readUInt32BE(0) : 0
  return {
    ...said,
    ...(perMetre > 0 ? { dpi: perMetre / METRE_IN_INCHES } : {}),
    ...(software ? { program: software.subarray(9, 209).toString('latin1').trim() } : {}),
  }
}

function* chunksOf(bytes: Buffer): Generator<{ name: string; body: Buffer }> {
  for (let at = HEAD; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const body = bytes.subarray(at + 8, at + 8 + length)
    yield { name: bytes.toString('latin1', at + 4, at + 8), body }
    at += 12 + length
  }
}

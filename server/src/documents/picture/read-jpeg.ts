import { type Exif, saidByExif } from './said-by-exif.ts'
import type { Coded } from './sheet.ts'

const [START_OF_SCAN, DENSITY, APP1, ADOBE] = [0xda, 0xe0, 0xe1, 0xee]
const SPACES: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }
/** SOF0 to SOF15 but for DHT, JPG and DAC, which have numbers among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * A JPEG goes into a PDF as it is: its pixels are those that somebody sent. Throws where it has no frame.
 */
export function readJpeg(bytes: Uint8Array): { picture: Coded; said: Exif } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let frame: Buffer | undefined
  let said: Exif = {}
  let [dpi, adobe]: [number | undefined, boolean] = [undefined, false]
  for (const { marker, body } of segments(view)) {
    const name = body.subarray(0, 6).toString('latin1')
    if (isFrame(marker)) frame ??= body
    else if (marker === DENSITY && name.startsWith('JFIF\0')) dpi ??= densityOf(body)
    else if (marker === APP1 && name === 'Exif\0\0') said = { ...saidByExif(body.subarray(6)), ...defined(said) }
    else if (marker === ADOBE && name.startsWith('Adobe')) adobe = true
  }
  if (!frame || frame.length < 6) throw new Error('the JPEG has no frame')
  const [bits, height, width, components] = [
    frame.readUInt8(0),
    frame.readUInt16BE(1),
    frame.readUInt16BE(3),
    frame.readUInt8(5),
  ]
  const space = SPACES[components]
  if (!space || width === 0 || height === 0) throw new Error('the JPEG has no size, or colours that nobody knows')
  const entries = {
    ColorSpace: space,
    BitsPerComponent: bits,
    Filter: 'DCTDecode',
    // Photoshop writes its four inks the other way round.
    ...(components === 4 && adobe ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
  }
  const { orientation } = said
  return { picture: { bytes, width, height, entries, dpi: dpi ?? said.dpi, orientation }, said }
}

const defined = (said: Exif): Exif =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Exif

function* segments(bytes: Buffer): Generator<{ marker: number; body: Buffer }> {
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || marker === START_OF_SCAN) return
    yield { marker, body: bytes.subarray(at + 4, at + 2 + length) }
    at += 2 + length
  }
}

/** Dots an inch of a JFIF head; undefined where it only says a pixel's shape. */
function densityOf(body: Buffer): number | undefined {
  if (body.length < 10) return undefined
  const [unit, across] = [body.readUInt8(7), body.readUInt16BE(8)]
  return unit === 1 ? across : unit === 2 ? across * 2.54 : undefined
}

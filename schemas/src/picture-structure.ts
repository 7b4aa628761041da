// Whether an engine can begin to read a picture: its headers, and not a pixel. What is garbage behind the first bytes
// an engine refuses, which somebody's host would have to answer for.

/** Bytes of base64 text by their place, without decoding the rest. */
export class PictureBytes {
  readonly #data: string
  readonly length: number

  constructor(data: string) {
    this.#data = data
    const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
    this.length = Math.floor((data.length * 3) / 4) - padding
  }

  /** As a string of a character a byte; shorter where they end before. */
  text(at: number, count: number): string {
    const skipped = at % 3
    const from = ((at - skipped) / 3) * 4
    const decoded = atob(this.#data.slice(from, from + Math.ceil((skipped + count) / 3) * 4))
    return decoded.slice(skipped, skipped + count)
  }

  byte(at: number): number {
    return this.text(at, 1).charCodeAt(0)
  }

  /** An unsigned number, the highest byte first; NaN behind the end. */
  big(at: number, count: number): number {
    const bytes = this.text(at, count)
    let value = bytes.length < count ? Number.NaN : 0
    for (let n = 0; n < count; n++) value = value * 256 + bytes.charCodeAt(n)
    return value
  }

  /** The lowest byte first. */
  little(at: number, count: number): number {
    let value = 0
    for (let n = count - 1; n >= 0; n--) value = value * 256 + this.byte(at + n)
    return value
  }
}

/** Chunks or segments that are looked at; real pictures have some dozens before their pixels. */
const MOST_PARTS = 1000

/** Bits of a sample that each type of colour may have (PNG, 11.2.1). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** A header with a size, and pixels behind it that begin as what is deflated does. */
export function isPng(bytes: PictureBytes): boolean {
  if (bytes.text(0, 8) !== '\x89PNG\r\n\x1a\n' || bytes.big(8, 4) !== 13 || bytes.text(12, 4) !== 'IHDR') return false
  const sized = bytes.big(16, 4) > 0 && bytes.big(20, 4) > 0
  const plain = bytes.byte(26) === 0 && bytes.byte(27) === 0 && bytes.byte(28) <= 1
  if (!sized || !plain || !DEPTHS[bytes.byte(25)]?.includes(bytes.byte(24))) return false
  for (let at = 33, part = 0; part < MOST_PARTS; part++) {
    const length = bytes.big(at, 4)
    if (bytes.text(at + 4, 4) === 'IDAT') return bytes.byte(at + 8) % 16 === 8 && bytes.big(at + 8, 2) % 31 === 0
    if (!(at + 12 + length < bytes.length)) return false
    at += 12 + length
  }
  return false
}

/** Segments up to the one that says the size, and the beginning of a scan behind it. */
export function isJpeg(bytes: PictureBytes): boolean {
  if (bytes.text(0, 2) !== '\xff\xd8') return false
  let sized = false
  for (let at = 2, part = 0; part < MOST_PARTS; part++) {
    // Any number of them may stand before a marker.
    while (bytes.byte(at) === 0xff && bytes.byte(at + 1) === 0xff) at++
    if (bytes.byte(at) !== 0xff) return false
    const marker = bytes.byte(at + 1)
    if (marker === 0xda) return sized
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) sized = bytes.big(at + 7, 2) > 0 && bytes.byte(at + 9) > 0
    const length = bytes.big(at + 2, 2)
    if (!(length >= 2 && at + 2 + length < bytes.length)) return false
    at += 2 + length
  }
  return false
}

/** A container that is as long as it says, with a chunk of pixels that begins as one of its kind does. */
export function isWebp(bytes: PictureBytes): boolean {
  if (bytes.text(0, 4) !== 'RIFF' || bytes.text(8, 4) !== 'WEBP') return false
  if (bytes.little(4, 4) + 8 > bytes.length) return false
  const begins = BEGINS[bytes.text(12, 4)]
  return begins?.(bytes) ?? false
}

const BEGINS: Readonly<Record<string, (bytes: PictureBytes) => boolean>> = {
  'VP8 ': (bytes) => bytes.text(23, 3) === '\x9d\x01\x2a',
  VP8L: (bytes) => bytes.byte(20) === 0x2f,
  VP8X: (bytes) => bytes.little(16, 4) >= 10,
}

const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const ENTRY_BYTES = 12
/** Tags that lead to further directories: of cameras and of pictures in small, none of which is a sheet. */
const INNER = new Set([330, 34665, 34853, 37500, 50740, 61440])
/** A tag of nobody's, for what is to be passed over. */
const PASSED_OVER = 65_000
/** Values of all directories, where the file is smaller than that. */
const LEAST_VALUE_BYTES = 1_048_576

/**
 * Readies a TIFF, in place, for a decoder that believes it: ways to inner directories are taken out, and refused is
 * what a decoder would follow for ever, a chain of directories that comes back to itself or lists more values than the
 * file can hold. Throws an Error that says so.
 */
export function keepPlainDirectories(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  const seen = new Set<number>()
  let room = Math.max(LEAST_VALUE_BYTES, bytes.length)
  for (let at = read32(view, 4, little); at !== 0 && at + 2 <= bytes.length; ) {
    if (seen.has(at)) throw new Error('its list of sheets has no end')
    seen.add(at)
    const entries = view.getUint16(at, little)
    const end = at + 2 + entries * ENTRY_BYTES
    for (let entry = at + 2; entry < end && entry + ENTRY_BYTES <= bytes.length; entry += ENTRY_BYTES) {
      if (INNER.has(view.getUint16(entry, little))) view.setUint16(entry, PASSED_OVER, little)
      room -= valueBytes(view, entry, little)
      if (room < 0) throw new Error('it lists more values than it holds')
    }
    at = read32(view, end, little)
  }
}

function valueBytes(view: DataView, entry: number, little: boolean): number {
  const [type, count] = [view.getUint16(entry + 2, little), view.getUint32(entry + 4, little)]
  return (SIZES[type] ?? 0) * count
}

/** 0, as at the end of a chain, where the file is over. */
function read32(view: DataView, at: number, little: boolean): number {
  return at + 4 <= view.byteLength ? view.getUint32(at, little) : 0
}

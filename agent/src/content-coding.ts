import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

// Each part comes out as it came in; a stream that ends early is judged by what it says, as fetch does.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const DECODERS = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(ZLIB)],
  ['x-gzip', () => createGunzip(ZLIB)],
  ['deflate', () => createInflate(ZLIB)],
  ['br', () => createBrotliDecompress(BROTLI)],
  ['zstd', () => createZstdDecompress()],
])
/** As fetch: each one may be a bomb of its own. */
const MOST_CODINGS = 5

/** The body of an engine behind a proxy that codes without being asked; under a coding that is not known as it came. */
export function decoded(raw: Readable, codings: string): Readable {
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'identity')
  const makers = names.flatMap((name) => DECODERS.get(name) ?? [])
  if (makers.length === 0 || makers.length < names.length || makers.length > MOST_CODINGS) return raw
  // Whoever reads the last one hears of a failure from there.
  return makers.reverse().reduce<Readable>((body, make) => pipeline(body, make(), () => undefined), raw)
}

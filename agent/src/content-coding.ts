import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

// Each part comes out as it came in; a stream that ends early is judged by what it says, as fetch does.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(BROTLI),
  zstd: () => createZstdDecompress(),
}

type Body = AsyncIterable<Uint8Array> & { cancel(): Promise<void> }

/** The body of an engine behind a proxy that codes without being asked; under an unknown coding as it came. */
export function decoded(raw: Body, codings: string): Body {
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const makers = names.filter((name) => name !== 'identity').map((name) => DECODERS[name])
  let body = raw
  for (const make of makers.reverse()) {
    if (!make) return raw
    body = through(body, make())
  }
  return body
}

function through(body: Body, decoder: Transform): Body {
  // Whoever reads the decoder hears of a failure from there.
  pipeline(Readable.from(body), decoder, () => undefined)
  return Object.assign(decoder as AsyncIterable<Uint8Array>, {
    cancel: async () => {
      decoder.destroy()
      await body.cancel()
    },
  }) as Body
}

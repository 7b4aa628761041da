import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { countUnpacked } from './unpacked.ts'

const WORKER = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')

/**
 * Where pdf.js unpacks, and what stands there instead: a decoder's buffer grows, a piece comes from the engine's own
 * inflating, Brotli is undone in one call. Every filter ends in one of these, in a chain each of its layers. What the
 * decoder of a picture paints is as large as its pixels, which have a limit of their own.
 */
const PLACES: readonly (readonly [found: string, counted: string])[] = [
  [
    'const buffer2 = new Uint8Array(size);',
    'mktUnpacked.count(size - buffer.byteLength, this); const buffer2 = new Uint8Array(size);',
  ],
  ['totalLength += chunk.byteLength;', 'totalLength += chunk.byteLength; mktUnpacked.count(chunk.byteLength, this);'],
  ['this.image = image;', 'this.image = image; mktUnpacked.picture(image);'],
  ['const imageRef = dict.objId;', 'const imageRef = dict.objId; mktUnpacked.picture(image);'],
  ['BrotliDecode(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));', 'mktUnpacked.brotli(bytes, this);'],
]

/** Of Brotli, which no paper was met with. */
const MOST_AT_ONCE = 64 * 2 ** 20

/** What traces call the counting worker. */
const NAME = 'mkt-counting-pdf-worker.mjs'

let loading: Promise<void> | undefined

/**
 * Loads the half of pdf.js that reads files with a count of what it unpacks, and leaves it where its other half looks
 * first. Nothing public tells of that: it goes on within calls that nothing else interrupts, and what a file unpacks to
 * depends on how often each part is used. A version in which a place is missing reads as well, and is not counted.
 */
export function loadCountingWorker(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const source = readFileSync(WORKER, 'utf8')
  if (!PLACES.every(([found]) => isOnce(source, found))) return
  Object.assign(globalThis, { mktUnpacked: { count, brotli, picture } })
  const counted = PLACES.reduce((text, [found, put]) => text.replace(found, put), source)
  // It is no file any more, and finds its own parts beside the one that it was.
  const placed = counted.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(WORKER).href))
  // Else a trace names it by all of its text.
  const named = `${placed}\n//# sourceURL=${NAME}\n`
  await import(`data:text/javascript;base64,${Buffer.from(named).toString('base64')}`)
}

const isOnce = (source: string, part: string) => source.split(part).length === 2

/** A stream of pdf.js, as far as it is asked what it is of. */
interface Stream {
  dict?: { get?(name: string): { name?: string } | undefined } | null
}

/** As pdf.js' own, which makes gigabytes of a kilobyte before it comes back. */
function brotli(bytes: Uint8Array, stream: Stream): Uint8Array {
  try {
    const unpacked = brotliDecompressSync(bytes, { maxOutputLength: MOST_AT_ONCE })
    count(unpacked.length, stream)
    return unpacked
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') count(MOST_AT_ONCE, stream)
    throw error
  }
}

/** What is painted as a picture; what only says that it is one may be the contents of a page. */
const painted = new WeakSet<object>()

function picture({ dict }: Stream): void {
  if (dict) painted.add(dict)
}

function count(bytes: number, { dict }: Stream): void {
  countUnpacked(bytes, dict && painted.has(dict) ? 'pictures' : 'content')
}

import module, { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The half of pdf.js that reads files. */
export const WORKER = pathToFileURL(
  createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs'),
).href

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
  // Inks of the name None are printed by no device (PDF 32000-1, 8.6.6.4), whatever colour stands in for them: pdf.js
  // paints that one. White is nothing on paper.
  [
    'const tintFn = pdfFunctionFactory.create(cs[3]);',
    'const isNoInk = mktUnpacked.isNoInk(name); if (isNoInk) baseCS = ColorSpaceUtils.gray; ' +
      'const tintFn = isNoInk ? (_, at, ink, to) => { ink[to] = 1; } : pdfFunctionFactory.create(cs[3]);',
  ],
  ['BrotliDecode(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));', 'mktUnpacked.brotli(bytes, this);'],
]

/** Of the thread and not of this module, of which bundles have several. */
const HOOKED = Symbol.for('mkt.counting-source')

/**
 * Has pdf.js' worker loaded with its counts in place, wherever it is imported in this thread from now on. A thread that
 * is locked down calls it before, since hooks are refused afterwards.
 */
export function hookCountingWorker(): void {
  if (HOOKED in globalThis) return
  Object.defineProperty(globalThis, HOOKED, { value: true })
  module.registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      return url === WORKER ? { ...loaded, source: counted(textOf(loaded.source)) } : loaded
    },
  })
}

/** A version in which a place is missing reads as well, and is not counted. */
function counted(source: string): string {
  if (!PLACES.every(([found]) => isOnce(source, found))) return source
  return PLACES.reduce((text, [found, put]) => text.replace(found, put), source)
}

const textOf = (source: module.ModuleSource | null | undefined): string =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
const isOnce = (source: string, part: string) => source.split(part).length === 2

import { brotliDecompressSync } from 'node:zlib'
import { hookCountingWorker, WORKER } from './counting-source.ts'
import { countUnpacked } from './unpacked.ts'

/** Of Brotli, which no paper was met with. */
const MOST_AT_ONCE = 64 * 2 ** 20

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
  hookCountingWorker()
  Object.assign(globalThis, { mktUnpacked: { count, brotli, picture, isNoInk } })
  await import(WORKER)
}

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

/** A colorant of pdf.js, or the list of those of a DeviceN space. */
interface Named {
  name?: string
}

function isNoInk(name: Named | readonly Named[]): boolean {
  const names: readonly Named[] = Array.isArray(name) ? name : [name]
  return names.every((colorant) => colorant?.name === 'None')
}

function count(bytes: number, { dict }: Stream): void {
  countUnpacked(bytes, dict && painted.has(dict) ? 'pictures' : 'content')
}

import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

const compress = promisify(gzip)

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
/** What is text; fonts and pictures are compressed already. */
const TEXTS: ReadonlySet<string> = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.json', '.wasm'])

/** A file that pages are made of, as it is sent. */
export interface PageFile {
  type: string
  /** Of these very bytes: a browser that names it has them. */
  etag: string
  bytes: Buffer
  /** The same with gzip; undefined where that makes nothing smaller. */
  gzipped: Buffer | undefined
}

type Known = { stamp: string; file: PageFile }

/**
 * The files of a folder, read and compressed once and then kept: there are some hundred of a few megabytes together,
 * and none but those of the build. One that was built anew is read anew. Undefined where there is no such file.
 */
export function createPageFiles(): (path: string) => Promise<PageFile | undefined> {
  const known = new Map<string, Known>()
  return async (path) => {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const stamp = `${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}`
    const before = known.get(path)
    if (before?.stamp === stamp) return before.file
    const file = await read(path, stamp)
    known.set(path, { stamp, file })
    return file
  }
}

async function read(path: string, stamp: string): Promise<PageFile> {
  const [bytes, ending] = [await readFile(path), extname(path)]
  // Compressed once for all who ask, so the best is not too dear: 60 ms for the largest script.
  const gzipped = TEXTS.has(ending) ? await compress(bytes, { level: constants.Z_BEST_COMPRESSION }) : undefined
  const type = TYPES[ending] ?? 'application/octet-stream'
  return { type, etag: `"${stamp}"`, bytes, gzipped: gzipped && gzipped.length < bytes.length ? gzipped : undefined }
}

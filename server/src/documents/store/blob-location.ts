import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the files of documents lie. */
export type BlobLocation =
  /** `shared`: with other servers, on a file system that must be mounted. */
  | { folder: string; shared?: boolean }
  | { bucket: string; prefix: string; endpoint: string | undefined; region: string }

/** The blob store cannot be used as it is configured. */
export class BlobsError extends Error {
  override name = 'BlobsError'
}

export interface BlobSettings {
  /** `s3://bucket/prefix`, or `file:///folder` that all servers share; undefined: a folder in the data directory. */
  blobs: string | undefined
  /** Of an S3 server that is not Amazon's. */
  blobsEndpoint: string | undefined
  blobsRegion: string
}

/** What `--blobs` may be. */
export const BLOB_URLS = 's3://bucket, s3://bucket/prefix or file:///folder'

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

/** The folder `documents` of the data directory, or the bucket or folder that is configured. Throws BlobsError. */
export function locateBlobs(data: string, { blobs, blobsEndpoint, blobsRegion }: BlobSettings): BlobLocation {
  if (blobs === undefined) return { folder: join(data, 'documents') }
  const shared = folderOf(blobs)
  if (shared !== undefined) return { folder: shared, shared: true }
  const [, bucket, path = ''] = BUCKET.exec(blobs) ?? []
  if (!bucket) throw new BlobsError(`"${blobs}" names no place for files: it must be ${BLOB_URLS}`)
  const prefix = path.replace(/\/+$/, '')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint: blobsEndpoint, region: blobsRegion }
}

/** Undefined where it is none: a host in a file URL would be a share that nobody mounts for us. */
function folderOf(blobs: string): string | undefined {
  if (!blobs.startsWith('file:///') || !URL.canParse(blobs)) return undefined
  const { pathname, search, hash } = new URL(blobs)
  if (search + hash !== '' || /%2f|%00/i.test(pathname)) return undefined
  return fileURLToPath(`file://${pathname}`).replace(/\/+$/, '') || undefined
}

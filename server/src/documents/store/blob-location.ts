import { join } from 'node:path'

/** Where the files of documents lie. */
export type BlobLocation =
  | { folder: string }
  | { bucket: string; prefix: string; endpoint: string | undefined; region: string }

/** The blob store cannot be used as it is configured. */
export class BlobsError extends Error {
  override name = 'BlobsError'
}

export interface BlobSettings {
  /** `s3://bucket/prefix`; undefined: a folder in the data directory. */
  blobs: string | undefined
  /** Of an S3 server that is not Amazon's. */
  blobsEndpoint: string | undefined
  blobsRegion: string
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

/** The folder `documents` of the data directory, or the bucket that is configured. Throws BlobsError. */
export function locateBlobs(data: string, { blobs, blobsEndpoint, blobsRegion }: BlobSettings): BlobLocation {
  if (blobs === undefined) return { folder: join(data, 'documents') }
  const [, bucket, path = ''] = BUCKET.exec(blobs) ?? []
  if (!bucket) throw new BlobsError(`"${blobs}" names no place for files: it must be s3://bucket or s3://bucket/prefix`)
  const prefix = path.replace(/\/+$/, '')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint: blobsEndpoint, region: blobsRegion }
}

import { locateBlobs } from '../documents/store/blob-location.ts'
import { type Blobs, openBlobs } from '../documents/store/blobs.ts'

/** Where the files of documents lie, as `serve` was told. */
export interface BlobFlags {
  blobs?: string
  blobsEndpoint?: string
  blobsRegion: string
}

export const blobLocationOf = (data: string, flags: BlobFlags) =>
  locateBlobs(data, { blobs: flags.blobs, blobsEndpoint: flags.blobsEndpoint, blobsRegion: flags.blobsRegion })

export async function blobsOf(data: string, flags: BlobFlags): Promise<Blobs> {
  return await openBlobs(blobLocationOf(data, flags))
}

import { constants, createReadStream } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { type BlobLocation, BlobsError } from './blob-location.ts'

/** The files of a document; its report is one only where it was drawn at once. */
export type BlobName = 'original.pdf' | 'annotated.pdf'
const NAMES: readonly BlobName[] = ['original.pdf', 'annotated.pdf']

/** Keeps the files of documents: in a folder, or in an S3 bucket. */
export interface Blobs {
  /** Copies a local file; when it resolves the copy is durable. */
  put(documentId: string, name: BlobName, file: string): Promise<void>
  read(documentId: string, name: BlobName): Promise<Readable>
  /** Erases what there is of a document; that there is nothing is no error. */
  erase(documentId: string): Promise<void>
}

export async function openBlobs(location: BlobLocation): Promise<Blobs> {
  if (!('folder' in location)) return await openBucket(location)
  if (location.shared) await demandMounted(location.folder)
  return openFolder(location.folder)
}

/** Made here where it is not mounted, the folder would hide documents from all other servers. */
async function demandMounted(folder: string): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error('it is no folder')
    await access(folder, constants.R_OK | constants.W_OK)
  } catch (cause) {
    const why = (cause as Error).message
    throw new BlobsError(
      `cannot keep files in ${folder} (${why}): make the folder, or mount it, before the server starts`,
      {
        cause,
      },
    )
  }
}

function openFolder(folder: string): Blobs {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    async put(documentId, name, file) {
      const key = `${documentId}/${name}`
      await disk.copyFromFs(file, key)
      await sync(join(folder, key))
      await sync(join(folder, documentId))
      await sync(folder)
    },
    read: async (documentId, name) => await opened(join(folder, documentId, name)),
    erase: (documentId) => disk.deleteAll(documentId),
  }
}

/** Written pages of a file, or names in a folder, are on the disk and not only in the system's memory. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Fails before an answer has begun, not in the middle of it. */
async function opened(path: string): Promise<Readable> {
  const handle = await open(path, 'r')
  return handle.createReadStream()
}

async function openBucket({
  bucket,
  prefix,
  endpoint,
  region,
}: Extract<BlobLocation, { bucket: string }>): Promise<Blobs> {
  const { S3Driver } = await loadS3()
  const driver = new S3Driver({
    bucket,
    region,
    visibility: 'private',
    supportsACL: false,
    // Checksums of streams are an extension that not every S3 server knows.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })
  const disk = new Disk(driver)
  const keyOf = (documentId: string, name: BlobName) => `${prefix}${documentId}/${name}`
  return {
    async put(documentId, name, file) {
      const { size } = await stat(file)
      await disk.putStream(keyOf(documentId, name), createReadStream(file), {
        contentLength: size,
        contentType: 'application/pdf',
      })
    },
    read: (documentId, name) => disk.getStream(keyOf(documentId, name)),
    async erase(documentId) {
      for (const name of NAMES) await disk.delete(keyOf(documentId, name))
    },
  }
}

async function loadS3(): Promise<typeof import('flydrive/drivers/s3')> {
  try {
    return await import('flydrive/drivers/s3')
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new BlobsError(
      'files in S3 need two more packages: npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner',
      { cause },
    )
  }
}

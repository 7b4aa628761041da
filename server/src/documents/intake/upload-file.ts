import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { MAX_FILE_BYTES } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { fileKind, HEADER_WITHIN, isHeif, isOfTwoKinds, TWO_KINDS } from './file-kind.ts'

/** The file part on its way to the disk: counted, hashed, and looked at for what it is. */
export class UploadFile {
  readonly #handle: FileHandle
  readonly #hash = createHash('sha256')
  #bytes = 0
  #start: Buffer | undefined = Buffer.alloc(0)

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** Makes a new file; only its owner may read it. */
  static async create(path: string): Promise<UploadFile> {
    return new UploadFile(await open(path, 'wx', 0o600))
  }

  /**
   * Resolves when the bytes are with the system, which is the brake on the sender. Errors: payload_too_large,
   * invalid_file_format.
   */
  async write(bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length
    if (this.#bytes > MAX_FILE_BYTES) throw tooLarge()
    if (this.#start) this.#lookAt(bytes)
    this.#hash.update(bytes)
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, from)
      from += bytesWritten
    }
  }

  /** Closes the file. Errors: invalid_file_format where it is neither a PDF nor a picture that is read. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    await this.#handle.close()
    if (this.#start) demandKind(this.#start)
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** Closes and removes what was written. */
  async discard(path: string): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(path, { force: true })
  }

  #lookAt(bytes: Buffer): void {
    const start = Buffer.concat([this.#start ?? Buffer.alloc(0), bytes.subarray(0, HEADER_WITHIN)])
    this.#start = start.length < HEADER_WITHIN ? start : undefined
    if (!this.#start) demandKind(start)
  }
}

/** Of the first KiB, or all where it is less. */
function demandKind(start: Uint8Array): void {
  if (isOfTwoKinds(start)) throw refusedFile(TWO_KINDS)
  if (!fileKind(start)) throw unknownKind(start)
}

export function tooLarge(): DomainError {
  return new DomainError('payload_too_large', `The file is larger than ${MAX_FILE_BYTES} bytes.`)
}

function unknownKind(start: Uint8Array): DomainError {
  if (!isHeif(start))
    return new DomainError('invalid_file_format', 'The file is neither a PDF nor a JPEG, PNG or TIFF picture.')
  const message = 'The file is a HEIC picture, which is not read here: save it as JPEG, PNG or PDF and send that.'
  return refusedFile(message)
}

const refusedFile = (message: string) =>
  new DomainError('invalid_file_format', message, { details: [{ path: 'body.file', message }] })

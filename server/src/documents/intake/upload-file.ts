import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { MAX_FILE_BYTES } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'

const MAGIC = Buffer.from('%PDF-')
/** Viewers find the header anywhere in the first KiB, and so do we. */
const MAGIC_WITHIN = 1024

/** The file part on its way to the disk: counted, hashed, and looked at for the header of a PDF. */
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

  /** Resolves when the bytes are with the system, which is the brake on the sender. Errors: payload_too_large, invalid_file_format. */
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

  /** Closes the file. Errors: invalid_file_format where no header of a PDF was in it. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    await this.#handle.close()
    if (this.#start) throw noPdf()
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** Closes and removes what was written. */
  async discard(path: string): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(path, { force: true })
  }

  #lookAt(bytes: Buffer): void {
    const start = Buffer.concat([this.#start ?? Buffer.alloc(0), bytes.subarray(0, MAGIC_WITHIN)])
    if (start.subarray(0, MAGIC_WITHIN).includes(MAGIC)) this.#start = undefined
    else if (start.length >= MAGIC_WITHIN) throw noPdf()
    else this.#start = start
  }
}

export function tooLarge(): DomainError {
  return new DomainError('payload_too_large', `The file is larger than ${MAX_FILE_BYTES} bytes.`)
}

function noPdf(): DomainError {
  return new DomainError('invalid_file_format', 'The file is no PDF: its first KiB has no %PDF- header.')
}

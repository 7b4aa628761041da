import type { IncomingMessage } from 'node:http'
import { documentMark, MAX_FILE_BYTES, referenceCount } from '@mkt/schemas'
import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { PartHead } from '../../base/multipart/part-head.ts'
import { BESIDE_BYTES, readForm } from '../../base/multipart/read-form.ts'
import { MultipartError, type MultipartEvent } from '../../base/multipart/splitter.ts'
import { tooLarge, UploadFile } from './upload-file.ts'

/** A received file: it lies at the path that was asked for. */
export interface Upload {
  path: string
  bytes: number
  /** Hex. */
  sha256: string
  /** As the sender calls it; '' without a name. */
  fileName: string
  referenceCount: number
  /** Of a protected file. */
  password: string | undefined
  /** The owner's words for it; '' where there are none. */
  label: string
  reference: string
}

const FIELD_BYTES = 1024
const MOST_PARTS = 20

/**
 * Reads a multipart body, which `askFor` asks for once it may come: the part `file` goes to `path` as it comes,
 * `reference_count`, `password`, `label` and `reference` are read, other small parts are passed over. Never holds more
 * than a chunk. When it throws, nothing lies at `path`, and the rest of the body is unread.
 * Errors: invalid_file_format, payload_too_large.
 */
export async function receive(
  request: IncomingMessage,
  path: string,
  { clock, askFor }: { clock: Clock; askFor: () => void },
): Promise<Upload> {
  const form = new Form(path)
  try {
    const reading = { clock, askFor, mostBytes: MAX_FILE_BYTES + BESIDE_BYTES, large: tooLarge }
    await readForm(request, reading, (event) => form.take(event))
    return await form.finish()
  } catch (error) {
    await form.discard()
    throw error instanceof MultipartError ? malformed(error.message) : error
  }
}

/** The parts of the form as they come in. */
class Form {
  readonly #path: string
  #file: UploadFile | undefined
  #fileName = ''
  /** The parts that are read beside the file, as they came. */
  readonly #said = new Map<Said, Buffer>()
  #current: 'file' | Said | 'other' = 'other'
  #fieldBytes = 0
  #parts = 0

  constructor(path: string) {
    this.#path = path
  }

  async take(event: MultipartEvent): Promise<void> {
    if ('head' in event) return await this.#begin(event.head)
    if ('end' in event) return
    if (this.#current !== 'file') return this.#takeField(event.bytes)
    await this.#file?.write(event.bytes)
  }

  async finish(): Promise<Upload> {
    if (!this.#file) throw malformed('The part "file" is missing.')
    const count = referenceCount.safeParse(this.#said.get('reference_count')?.toString('latin1') ?? '1')
    if (!count.success) throw wrongCount()
    const { bytes, sha256 } = await this.#file.finish()
    return {
      path: this.#path,
      bytes,
      sha256,
      fileName: this.#fileName,
      referenceCount: count.data,
      password: this.#password(),
      label: this.#mark('label'),
      reference: this.#mark('reference'),
    }
  }

  async discard(): Promise<void> {
    await this.#file?.discard(this.#path)
  }

  async #begin({ name, fileName, encoding }: PartHead): Promise<void> {
    if (++this.#parts > MOST_PARTS) throw malformed('There are too many parts.')
    if (encoding !== '' && !PLAIN.has(encoding)) throw malformed('A part must not be encoded.')
    this.#current = name === 'file' || isSaid(name) ? name : 'other'
    if (this.#current !== 'file' && fileName !== undefined) throw malformed('There is a file that is not wanted.')
    this.#fieldBytes = 0
    if (isSaid(this.#current)) {
      if (this.#said.has(this.#current)) throw malformed(`The part "${this.#current}" stands twice.`)
      this.#said.set(this.#current, Buffer.alloc(0))
    }
    if (this.#current !== 'file') return
    if (this.#file) throw malformed('The part "file" stands twice.')
    this.#file = await UploadFile.create(this.#path)
    this.#fileName = fileName ?? ''
  }

  #takeField(bytes: Buffer): void {
    this.#fieldBytes += bytes.length
    if (this.#fieldBytes > FIELD_BYTES) throw malformed('A part is too large.')
    if (!isSaid(this.#current)) return
    this.#said.set(this.#current, Buffer.concat([this.#said.get(this.#current) ?? Buffer.alloc(0), bytes]))
  }

  /** An empty box of a form says that there is none. */
  #password(): string | undefined {
    return this.#said.get('password')?.toString('utf8') || undefined
  }

  #mark(name: 'label' | 'reference'): string {
    const mark = documentMark.safeParse(this.#said.get(name)?.toString('utf8') ?? '')
    if (mark.success) return mark.data
    const details = [{ path: `body.${name}`, message: 'must be one line of at most 200 characters' }]
    throw new DomainError('invalid_file_format', 'A part of the form is not valid.', { details })
  }
}

const SAID = ['reference_count', 'password', 'label', 'reference'] as const
type Said = (typeof SAID)[number]
const isSaid = (name: string): name is Said => (SAID as readonly string[]).includes(name)

const PLAIN: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary'])

function wrongCount(): DomainError {
  const details = [{ path: 'body.reference_count', message: 'must be a whole number, 0 to 20' }]
  return new DomainError('invalid_file_format', 'A part of the form is not valid.', { details })
}

function malformed(message: string): DomainError {
  return new DomainError('invalid_file_format', message)
}

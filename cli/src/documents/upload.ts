import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { MAX_FILE_BYTES } from '@mkt/schemas'
import type { CallOptions } from '@mkt/schemas/client'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from '../failure.ts'
import { documentWords } from '../words/documents.ts'
import { DOCUMENT_NAME } from './document-files.ts'

/** Standard input, which can be read once and may have to be sent again. */
let standardInput: Promise<Buffer> | undefined

/** A file, or standard input for `-`, as a multipart/form-data body that is read while it is sent. `sent` hears how many bytes of it are gone. */
export async function uploadOf(
  path: string,
  parts: Record<string, string>,
  sent: (bytes: number, of: number) => void,
): Promise<NonNullable<CallOptions['content']>> {
  if (path === '-') standardInput ??= readInput()
  const input = path === '-' ? await standardInput : undefined
  const size = input?.length ?? (await sizeOf(path))
  const boundary = `mkt-${randomUUID()}`
  const name = nameOf(path).replace(/["\r\n]/g, '_')
  const head = Buffer.from(
    `${Object.entries(parts)
      .map(([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`)
      .join(
        '',
      )}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + size + tail.length,
    body: pieces(input ? [input] : readFile(path, size), size, head, tail, sent),
  }
}

async function* pieces(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  size: number,
  head: Buffer,
  tail: Buffer,
  sent: (bytes: number, of: number) => void,
) {
  yield head
  let done = 0
  for await (const chunk of content) {
    yield chunk
    done += chunk.length
    sent(done, size)
  }
  yield tail
}

/** A file that grows meanwhile is cut where it ended when its length was announced. */
function readFile(path: string, size: number): Iterable<Buffer> | AsyncIterable<Buffer> {
  return size > 0 ? createReadStream(path, { end: size - 1 }) : []
}

/** What a file is called to people and to the service. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard-input.pdf' : basename(path)
}

/** The same without its ending, which what is made of it is called after. */
export function stemOf(path: string): string {
  return nameOf(path).replace(DOCUMENT_NAME, '')
}

async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY) {
    throw new Failure('usage', documentWords.noInput, [documentWords.giveInput])
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_FILE_BYTES) throw tooLarge('standard input')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(what: string): Failure {
  return new Failure('usage', documentWords.tooLarge(what), [documentWords.split])
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const fault = error.code === 'ENOENT' ? documentWords.noFile : systemFault(error)
    throw new Failure('usage', documentWords.unreadable(path, fault))
  })
  if (!found.isFile()) throw new Failure('usage', documentWords.notAFile(path))
  if (found.size > MAX_FILE_BYTES) throw tooLarge(path)
  return found.size
}

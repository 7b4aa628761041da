import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { MAX_FILE_BYTES } from '@mkt/schemas'
import type { CallOptions } from '@mkt/schemas/client'
import { Failure } from '../failure.ts'

/** A file as a multipart/form-data body that is read while it is sent. `sent` hears how many bytes of it are gone. */
export async function uploadOf(
  path: string,
  parts: Record<string, string>,
  sent: (bytes: number, of: number) => void,
): Promise<NonNullable<CallOptions['content']>> {
  const size = await sizeOf(path)
  const boundary = `mkt-${randomUUID()}`
  const name = basename(path).replace(/["\r\n]/g, '_')
  const head = Buffer.from(
    `${Object.entries(parts)
      .map(([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`)
      .join(
        '',
      )}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + size + tail.length,
    body: pieces(path, size, head, tail, sent),
  }
}

async function* pieces(path: string, size: number, head: Buffer, tail: Buffer, sent: (n: number, of: number) => void) {
  yield head
  let done = 0
  // A file that grows meanwhile is cut where it ended when its length was announced.
  if (size > 0) {
    for await (const chunk of createReadStream(path, { end: size - 1 })) {
      yield chunk as Buffer
      done += (chunk as Buffer).length
      sent(done, size)
    }
  }
  yield tail
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      'usage',
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}`,
    )
  })
  if (!found.isFile()) throw new Failure('usage', `${path} is not a file`)
  if (found.size > MAX_FILE_BYTES) {
    throw new Failure('usage', `${path} is larger than 50 MB (52,428,800 bytes)`, [
      'Split it, or save its scans in a lower resolution.',
    ])
  }
  return found.size
}

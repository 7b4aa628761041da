import { open } from 'node:fs/promises'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from './failure.ts'

export interface ReadBounds {
  bytes: number
  tooLong: () => Failure
}

/** The bytes of a file. `unreadable` words the fault where it cannot be read. */
export async function readFileUpTo(
  path: string,
  bounds: ReadBounds,
  unreadable: (path: string, why: string) => string,
): Promise<Buffer> {
  try {
    await using handle = await open(path)
    return await readUpTo(handle.createReadStream({ autoClose: false }), bounds)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('usage', unreadable(path, systemFault(error)))
  }
}

export async function readUpTo(stream: AsyncIterable<Buffer>, { bytes, tooLong }: ReadBounds): Promise<Buffer> {
  const chunks: Buffer[] = []
  let read = 0
  for await (const chunk of stream) {
    read += chunk.length
    // An endless input (/dev/zero) must not fill the memory.
    if (read > bytes) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

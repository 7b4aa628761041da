import { createReadStream } from 'node:fs'

/** A line of a file, without its newline. */
export interface Line {
  bytes: Buffer
  /** From 1. */
  number: number
  /** Where the next line begins. */
  end: number
  /** False of a last line without a newline. */
  whole: boolean
}

const NEWLINE = 0x0a

/** The lines of a file as they are read; `seen` gets every byte. A longer line than `maxBytes` comes cut off at that. */
export async function* readLines(
  path: string,
  { maxBytes = Number.POSITIVE_INFINITY, seen }: { maxBytes?: number; seen?: (chunk: Buffer) => void } = {},
): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let held = 0
  let read = 0
  let number = 0
  const keep = (part: Buffer) => {
    if (held < maxBytes) parts.push(part)
    held += part.length
  }
  const take = (whole: boolean): Line => {
    number += 1
    const line = { bytes: Buffer.concat(parts), number, end: read, whole }
    parts = []
    held = 0
    return line
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    seen?.(chunk)
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at))
      read += at + 1 - from
      from = at + 1
      yield take(true)
    }
    if (from < chunk.length) {
      keep(chunk.subarray(from))
      read += chunk.length - from
    }
  }
  if (held > 0) yield take(false)
}

/**
 * The JSON objects of a file that this program wrote line by line, and its length in bytes up to the end of the last
 * good line. What a crash may leave behind, one torn line at the end, is left out; `damaged` tells of any other line
 * that is no object.
 */
export async function readRecords(
  path: string,
  take: (record: Record<string, unknown>, number: number) => void,
  damaged: (number: number) => Error,
): Promise<number> {
  let good = 0
  let torn: number | undefined
  for await (const line of readLines(path)) {
    if (torn !== undefined) throw damaged(torn)
    const record = line.whole ? parseRecord(line.bytes) : undefined
    if (record === undefined) {
      torn = line.number
      continue
    }
    take(record, line.number)
    good = line.end
  }
  return good
}

function parseRecord(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

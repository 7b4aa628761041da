import type { LiveStream } from '../../live/streams.ts'
import { bitOf } from '../../storage/capability-mask.ts'

// A token of any real model is far below this; a host that sends more is filling our memory.
const BYTES_PER_TOKEN = 256
const BYTES_ANYWAY = 65_536
const BYTES_AT_MOST = 8_388_608
// With twenty others of its place, each with its likelihood, and the bytes of those that are no whole characters.
const BYTES_PER_LIKELY_TOKEN = 4096
const BYTES_OF_LARGE_AT_MOST = 33_554_432
// The most that a piece may be.
const BYTES_PER_VECTOR = 65_600

type Asked = Pick<LiveStream, 'needs' | 'max_tokens'>

/** The most UTF-8 bytes that a text may have. Pure. */
export function mostBytes({ needs, max_tokens }: Asked): number {
  const vectors = (needs & bitOf('embeddings')) !== 0
  const likely = (needs & bitOf('logprobs')) !== 0
  const each = vectors ? BYTES_PER_VECTOR : likely ? BYTES_PER_LIKELY_TOKEN : BYTES_PER_TOKEN
  return Math.min(vectors || likely ? BYTES_OF_LARGE_AT_MOST : BYTES_AT_MOST, BYTES_ANYWAY + max_tokens * each)
}

/**
 * Whether who goes on with a text has room for the tokens that are left: the bound is over the whole of it, so a host
 * that filled it to the brim and left would have the next one blamed for its first piece. Pure.
 */
export function leavesRoom(stream: Asked & Pick<LiveStream, 'bytes' | 'length'>): boolean {
  const each = (mostBytes(stream) - BYTES_ANYWAY) / stream.max_tokens
  return stream.bytes <= BYTES_ANYWAY / 2 + each * stream.length
}

import type { LiveStream } from '../../live/streams.ts'
import { maskOf } from '../../storage/capability-mask.ts'
import { isPlain } from '../pieces/piece.ts'
import { leavesRoom } from './text-bound.ts'

const FORMED = maskOf(['tools', 'json_schema', 'logprobs', 'embeddings', 'rerank', 'scoring'])

type Written = Pick<LiveStream, 'needs' | 'pieces' | 'bytes' | 'length' | 'max_tokens'>

/**
 * Thoughts and calls are no text that another engine could go on with, nor is one that had to keep to a form, or leaves
 * no room for the rest of it. Pure.
 */
export function isContinuable(stream: Written): boolean {
  return (stream.needs & FORMED) === 0 && leavesRoom(stream) && stream.pieces.every(isPlain)
}

import type { LiveStream } from '../../live/streams.ts'
import { maskOf } from '../../storage/capability-mask.ts'
import { isPlain } from '../streams/piece.ts'

const FORMED = maskOf(['tools', 'json_schema', 'logprobs', 'scoring'])

/** Thoughts and calls are no text that another engine could go on with, nor is one that had to keep to a form. Pure. */
export function isContinuable({ needs, pieces }: Pick<LiveStream, 'needs' | 'pieces'>): boolean {
  return (needs & FORMED) === 0 && pieces.every(isPlain)
}

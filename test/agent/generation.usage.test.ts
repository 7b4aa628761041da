import { expect, test } from 'vitest'
import type { Generated } from '../../agent/src/backends/backend.ts'
import { type Chunk, generation } from '../../agent/src/backends/generation.ts'
import { virtualEffects } from './virtual-effects.ts'

/** The end of a generation whose engine counts so. */
async function endOf(usage: Chunk['usage']): Promise<Generated | undefined> {
  async function* source(): AsyncGenerator<Chunk> {
    yield { pieces: [{ text: 'a' }] }
    yield { pieces: [], finish: 'stop', usage }
  }
  const { signal } = new AbortController()
  let last: Generated | undefined
  for await (const generated of generation(source, { effects: virtualEffects(), signal, max_tokens: 5 }))
    last = generated
  return last
}

// The server takes whole counts that are not negative, and refuses all of a result that says another one.
test.each<[string, Chunk['usage'], Chunk['usage']]>([
  ['both', { prompt_tokens: 3, completion_tokens: 1 }, { prompt_tokens: 3, completion_tokens: 1 }],
  ['an explicit zero', { completion_tokens: 0 }, { completion_tokens: 0 }],
  ['no negative one', { prompt_tokens: -1, completion_tokens: 2 }, { completion_tokens: 2 }],
  ['no fraction', { prompt_tokens: 3, completion_tokens: 1.5 }, { prompt_tokens: 3 }],
  ['none that is no number', { prompt_tokens: Number.NaN, completion_tokens: Number.POSITIVE_INFINITY }, undefined],
])('of the counts of an engine %s is passed on', async (_what, usage, passed) => {
  expect(await endOf(usage)).toEqual({ finish_reason: 'stop', usage: passed })
})

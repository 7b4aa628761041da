import { expect, test } from 'vitest'
import type { Backend } from '../../agent/src/backends/backend.ts'
import type { GenerateRequest } from '../../agent/src/backends/generate-request.ts'
import { continuesPrefix } from '../../agent/src/engines/prefix-probe.ts'

/** Whether an engine of these words is held to go on with texts; `goesOn`: it does. */
async function probed(words: readonly string[], { goesOn }: { goesOn: boolean }): Promise<boolean> {
  const backend: Pick<Backend, 'generate'> = {
    async *generate({ prefix = '', max_tokens }: GenerateRequest) {
      const from = goesOn ? prefix.split(' ').length - 1 : 0
      for (const word of words.slice(from, from + max_tokens)) yield { text: `${word} ` }
      yield { finish_reason: 'length' as const }
    },
  }
  const effects = { timer: () => () => undefined, monotonic: () => 0 }
  const { signal } = new AbortController()
  return await continuesPrefix({ backend: backend as Backend, model: 'm', effects, limit_ms: 1000, signal })
}

test.each([
  ['counts on', '1 2 3 4 5 6 7 8', { goesOn: true }, true],
  ['begins anew', '1 2 3 4 5 6 7 8', { goesOn: false }, false],
  // It would say the same where it begins anew.
  ['says one thing over and over', 'OK OK OK OK OK OK OK OK', { goesOn: true }, false],
  ['says one thing over and over, and begins anew', 'OK OK OK OK OK OK OK OK', { goesOn: false }, false],
  ['ends before', '1 2 3', { goesOn: true }, false],
])('an engine that %s', async (_, words, way, shown) => {
  expect(await probed(words.split(' '), way)).toBe(shown)
})

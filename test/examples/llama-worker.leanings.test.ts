import { join } from 'node:path'
import { leaning } from '@mkt/examples/llama-worker/leanings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { makeRambler } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask } from './ask.ts'

let engine: EngineChild
beforeAll(async () => {
  const file = join(tempFolder(), 'rambler.gguf')
  await makeRambler(file, { layers: 1 })
  engine = await startEngine({ model: file })
})
afterAll(async () => {
  await engine?.stop()
  await cleanUp()
})

const say = async (more: object) => {
  const { body } = await ask(engine.url, '/v1/completions', { prompt: 'bade', max_tokens: 12, temperature: 0, ...more })
  return body.choices[0]?.text as string
}

const words = (text: string) => text.trim().split(/\s+/)

/** A token that is a word of the model's, and that word: of others it says nothing, however much they are biased. */
async function wordOf(more: object) {
  for (let token = 260; token < 1200; token += 47) {
    const said = words(await say({ ...more, logit_bias: { [token]: 100 } }))
    if (said.length > 5 && new Set(said).size === 1) return { token, word: said[0] as string }
  }
  return expect.fail('no token is a word')
}

test.each([{}, { logprobs: 1 }])('a token that is biased enough is said always, or never: %o', async (more) => {
  const { token, word } = await wordOf(more)
  const both = { [token]: -100 }
  expect(words(await say({ ...more, prompt: word, logit_bias: both }))).not.toContain(word)
})

test.each([{}, { logprobs: 1 }])('penalties keep it from saying the same again: %o', async (more) => {
  const repeats = (text: string) => words(text).length - new Set(words(text)).size
  const [usual, punished] = [await say(more), await say({ ...more, frequency_penalty: 2, presence_penalty: 2 })]
  expect(repeats(punished)).toBeLessThanOrEqual(repeats(usual))
  expect(await say({ ...more, presence_penalty: 0 })).toBe(usual)
})

test('likelihoods lean as logits do', () => {
  const given = new Map([
    [1, 0.5],
    [2, 0.3],
    [3, 0.2],
  ])
  expect([...leaning(given, {}, [1]).keys()]).toEqual([1, 2, 3])
  expect([...leaning(given, { bias: new Map([[3, 100]]) }, []).keys()]).toEqual([3, 1, 2])
  expect([...leaning(given, { presencePenalty: 2 }, [1, 1]).keys()]).toEqual([2, 3, 1])
  expect(leaning(given, { frequencyPenalty: 1, presencePenalty: 1 }, [1, 1]).get(1)).toBeCloseTo(0.5 * Math.exp(-3))
})

test.each<[object, string]>([
  [{ logit_bias: { x: 1 } }, 'logit_bias'],
  [{ logit_bias: { 5: 101 } }, '5'],
  [{ frequency_penalty: 3 }, 'frequency_penalty'],
])('%o is refused', async (more, param) => {
  const { status, body } = await ask(engine.url, '/v1/completions', { prompt: 'bade', ...more })
  expect({ status, param: body.error?.param }).toEqual({ status: 400, param })
})

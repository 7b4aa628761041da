import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeCheck } from '../../../server/src/market/verification/judge-check.ts'
import { beginTest, verdictOf, withEvidence } from '../../../server/src/market/verification/sequential-test.ts'
import { cleanUp, tempFolder } from '../../e2e/bins.ts'
import type { EngineChild } from '../../engine/start-engine.ts'
import { type Said, say, score, startEngines } from './engines.ts'

// Real llama.cpp answers and scores; the server's own rules judge.
let engines: Map<string, EngineChild>
beforeAll(async () => {
  engines = await startEngines(tempFolder(), ['honest', 'bf16', 'q2', 'another model'])
})
afterAll(async () => {
  for (const { stop } of engines?.values() ?? []) await stop()
  await cleanUp()
})

type Treat = (said: Said) => Said & { stopped?: boolean }
const asItIs: Treat = (said) => said
const cut: Treat = ({ text }) => ({ text: text.slice(0, text.length / 8), tokens: 12, stopped: true })

/** The verdicts after each of so many checks of a host that serves this, by turns of greedy and of sampled texts. */
async function verdicts(serves: string, checks: number, treat: Treat) {
  const url = (name: string) => engines.get(name)?.url ?? expect.fail(name)
  let state = beginTest()
  const seen: string[] = []
  for (let at = 0; at < checks && seen.at(-1) !== 'refused'; at++) {
    const [prompt, temperature] = [`Tell me of the ${at + 1}. thing.`, at % 2]
    const reference = await say(url('honest'), prompt, temperature, 100 + at)
    const suspect = treat(await say(url(serves), prompt, temperature, 900 + at))
    const scored = async ({ text }: Said) =>
      (await score(url('honest'), prompt, text)).map(({ logprob, top }) => ({ logprob, best: top[0], top }))
    const found = judgeCheck({
      suspect: { stopped: false, ...suspect },
      reference: { ...reference, stopped: false },
      ...{ greedy: temperature === 0, temperature },
      scored: { suspect: await scored(suspect), reference: await scored(reference) },
    })
    state = withEvidence(state, found)
    seen.push(verdictOf(state))
  }
  return seen
}

test.each([
  ['the model itself', 'honest', asItIs],
  ['the model in the roundings of other kernels', 'bf16', asItIs],
] as const)('%s is verified', async (_, serves, treat) => {
  const seen = await verdicts(serves, 16, treat)
  expect(seen).toContain('verified')
  expect(seen).not.toContain('refused')
})

test.each([
  ['another model', 'another model', asItIs],
  ['the model in two bits', 'q2', asItIs],
  ['the model, cut short', 'honest', cut],
] as const)('%s is refused within 20 checks', async (_, serves, treat) => {
  expect((await verdicts(serves, 20, treat)).at(-1)).toBe('refused')
})

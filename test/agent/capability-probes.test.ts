import { expect, test } from 'vitest'
import type { Backend, Generated } from '../../agent/src/backends/backend.ts'
import type { GenerateRequest } from '../../agent/src/backends/generate-request.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { probeCapabilities } from '../../agent/src/engines/capability-probes.ts'

type Answer = (request: GenerateRequest) => AsyncGenerator<Generated>

function probing(generate: Answer, lanes = 1) {
  const backend: Backend = { probe: async () => 'it', availableModels: async () => ['m'], generate }
  const signal = new AbortController().signal
  return probeCapabilities({ backend, model: 'm', effects: realEffects(), limit_ms: 30_000, signal }, { lanes })
}

const kindOf = ({ tools, response_format, logprobs, messages }: GenerateRequest) =>
  tools ? 'tools' : response_format ? 'json_schema' : logprobs ? 'logprobs' : messages ? 'images' : 'other'

test('an engine that answers in prose is stopped as soon as that shows', async () => {
  const pieces = new Map<string, number>()
  const cut: string[] = []
  const able = await probing(async function* (request) {
    request.signal.addEventListener('abort', () => cut.push(kindOf(request)))
    for (let at = 1; at <= request.max_tokens; at++) {
      pieces.set(kindOf(request), at)
      yield { text: 'Once ' }
    }
    yield { finish_reason: 'length' }
  })
  expect(able).toEqual(['images'])
  expect(Object.fromEntries(pieces)).toEqual({
    tools: 17,
    json_schema: 1,
    logprobs: 2,
    images: 2,
    other: expect.any(Number),
  })
  expect(cut).toEqual(['tools', 'json_schema'])
})

test('thoughts and blanks before an answer, and a few words before a call, stop nothing', async () => {
  const able = await probing(async function* (request) {
    for (let at = 0; at < 50; at++) yield { text: 'hm ', facts: { reasoning: true } }
    if (request.tools) {
      yield { text: 'I say: ' }
      yield { text: '{"word":"hi"}', facts: { tool_call: { index: 0, id: 'call_1', name: 'say' } } }
    } else for (const text of [' ', '\n', '{"ok":', 'true}']) yield { text }
    yield { finish_reason: 'stop' }
  })
  expect(able).toEqual(['tools', 'json_schema', 'images'])
})

test('an engine with room is asked several things at a time, one without is not', async () => {
  const most = async (lanes = 1) => {
    let asked = 0
    let seen = 0
    await probing(async function* () {
      seen = Math.max(seen, ++asked)
      await new Promise(setImmediate)
      asked--
      yield { finish_reason: 'stop' }
    }, lanes)
    return seen
  }
  expect(await most()).toBe(1)
  expect(await most(3)).toBe(3)
})

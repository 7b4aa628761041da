import { expect, test } from 'vitest'
import { askedFacts } from '../../agent/src/backends/asked-facts.ts'
import { CallPlaces } from '../../agent/src/backends/call-places.ts'
import { type GenerateRequest, optionsOf, textOptionsOf } from '../../agent/src/backends/generate-request.ts'
import { ollamaOptions } from '../../agent/src/backends/langchain-chat.ts'

const { signal } = new AbortController()
const request = { model: 'm', input_text: 'Hi', max_tokens: 9, temperature: 0, signal } satisfies GenerateRequest
const tool = (name: string) => ({ type: 'function' as const, function: { name } })
const named = { ...request, tools: [tool('a'), tool('b')], tool_choice: tool('b') }

// llama-server gives none where it is asked for none beside the token itself.
test('an engine is asked for one likelihood beside the token, which whoever asked for none does not get', () => {
  expect(optionsOf({ ...request, logprobs: true })).toEqual({ logprobs: true, top_logprobs: 1 })
  expect(optionsOf({ ...request, logprobs: true, top_logprobs: 3 })).toEqual({ logprobs: true, top_logprobs: 3 })
  expect(textOptionsOf({ ...request, logprobs: true, top_logprobs: 0 })).toEqual({ logprobs: 1 })
  const facts = { logprobs: [{ token: 'x', logprob: -1, top_logprobs: [{ token: 'y', logprob: -2 }] }] }
  expect(askedFacts(facts, { logprobs: true, top_logprobs: 0 })).toEqual({
    logprobs: [{ token: 'x', logprob: -1, top_logprobs: [] }],
  })
  expect(askedFacts(facts, { logprobs: true, top_logprobs: 1 })).toBe(facts)
  // Of a text that is scored all is wanted.
  expect(askedFacts(facts, {})).toBe(facts)
})

// llama-server reads a name as "auto".
test('a tool that has to be called is the only one that the engine is shown', () => {
  expect(optionsOf(named)).toEqual({ tools: [tool('b')], tool_choice: 'required' })
  expect(optionsOf({ ...named, tool_choice: 'auto' })).toEqual({ tools: named.tools, tool_choice: 'auto' })
  expect(ollamaOptions(named).call).toEqual({ tools: [tool('b')] })
})

/** Calls as an engine gives them: its index, an id and a name with the first piece of each. */
function placesOf(...given: [number, string?, string?][]) {
  const places = new CallPlaces()
  const placed = given.map(([index, id, name]) =>
    places.placed({ text: '', facts: { tool_call: { index, ...(id ? { id } : {}), ...(name ? { name } : {}) } } }),
  )
  return placed.map(({ facts }) => facts?.tool_call?.index)
}

test('a new id with a name begins a call, whatever the index is', () => {
  expect(placesOf([0, 'a', 'f'], [0], [0, 'b', 'g'], [0], [0, 'c', 'h'])).toEqual([0, 0, 1, 1, 2])
  expect(placesOf([0, 'a', 'f'], [1, 'b', 'g'], [0], [1])).toEqual([0, 1, 0, 1])
  expect(placesOf([0, 'a', 'f'], [0, 'a', 'f'], [0, 'a'])).toEqual([0, 0, 0])
  // Some give each piece an id of its own, and the name once.
  expect(placesOf([0, 'a', 'f'], [0, 'x'], [0, 'y'])).toEqual([0, 0, 0])
  expect(placesOf([0, 'a', 'f'], [0, 'b', 'g'], [1, 'c', 'h'], [1])).toEqual([0, 1, 2, 2])
  expect(new CallPlaces().placed({ text: 'x' })).toEqual({ text: 'x' })
})

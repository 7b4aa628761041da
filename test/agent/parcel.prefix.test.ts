import { expect, test } from 'vitest'
import { chatOf, continuing, textOf } from '../../agent/src/backends/generate-request.ts'
import { Delivery } from '../../agent/src/delivery.ts'

const LIMITS = { tokens: 10, bytes: 10_000 }
const job = { job_id: 'job_01', attempt: 2, prefix: { text: 'One two', tokens: 2 } }
const { signal } = new AbortController()
const request = { model: 'm', input_text: 'Count', max_tokens: 8, temperature: 0, signal }

const entryOf = (delivery: Delivery) => {
  const entry = delivery.entry(LIMITS)
  if (!entry) throw new Error('nothing fits')
  return entry.result
}
const answer = (next_offset: number) => ({ job_id: 'job_01', state: 'running' as const, next_offset })

test('the pieces of a host that goes on with a text follow those of the hosts before it', () => {
  const delivery = new Delivery(job, 0)
  for (const piece of [' three', ' four']) delivery.push(piece)
  const first = entryOf(delivery)
  expect(first).toMatchObject({ offset: 2, tokens: [' three', ' four'], attempt: 2 })
  delivery.acknowledge(first, answer(3), 0)
  expect(delivery.outcome).toBeUndefined()
  expect(entryOf(delivery)).toMatchObject({ offset: 3, tokens: [' four'] })
  delivery.acknowledge(first, answer(4), 0)
  expect([delivery.dirty, delivery.outcome]).toEqual([false, undefined])
  delivery.handBack()
  expect(delivery.lastEntry(LIMITS).result).toMatchObject({ offset: 4, error: { code: 'handed_back' } })
})

test('more than both have can only be the pieces of another run', () => {
  const delivery = new Delivery(job, 0)
  delivery.push(' three')
  delivery.acknowledge(entryOf(delivery), answer(4), 0)
  expect(delivery.outcome).toBe('lost')
})

test('an engine is given the text as what it has said so far', () => {
  const [asked, goesOn] = [request, { ...request, prefix: 'One two' }]
  const question = { role: 'user', content: 'Count' }
  expect(chatOf(goesOn)).toEqual([question, { role: 'assistant', content: 'One two' }])
  expect(chatOf(asked)).toEqual([question])
  expect(continuing(goesOn)).toEqual({ continue_final_message: true, add_generation_prompt: false })
  expect(continuing(asked)).toEqual({})
  expect([textOf(goesOn), textOf(asked)]).toEqual(['CountOne two', 'Count'])
})

// Before: two messages of the assistant's one behind the other, which templates refuse or answer anew.
test('an answer that its buyer had begun goes on as one message', () => {
  const asked = { role: 'user' as const, content: 'Count' }
  const begun = { role: 'assistant' as const, content: 'Well: ' }
  const goesOn = { ...request, messages: [asked, begun], prefix: 'one two' }
  expect(chatOf(goesOn)).toEqual([asked, { role: 'assistant', content: 'Well: one two' }])
  const called = {
    ...begun,
    tool_calls: [{ id: 'a', type: 'function' as const, function: { name: 'f', arguments: '{}' } }],
  }
  expect(chatOf({ ...goesOn, messages: [asked, called] })).toHaveLength(3)
})

import { type ChatMessage, chatBytes, leastChatBytes } from '@mkt/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const text = fc.string({ unit: 'grapheme' })
const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({ role: fc.constantFrom('user' as const, 'system' as const, 'assistant' as const), content: text }),
  fc.record({ role: fc.constant('tool' as const), content: text, tool_call_id: fc.string({ minLength: 1 }) }),
  fc.record({
    role: fc.constant('user' as const),
    content: fc.array(fc.record({ type: fc.constant('text' as const), text })),
  }),
)

test('no chat has fewer bytes than the least that its messages come to', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      expect(leastChatBytes(messages)).toBeLessThanOrEqual(chatBytes(messages))
    }),
  )
})

test('whatever stands in the place of a message is counted, and most of a long chat is', () => {
  expect(leastChatBytes([null, 5, 'x', {}, { content: 5 }])).toBe(5 * 29)
  const results = Array.from({ length: 6000 }, (_, at) => ({
    ...{ role: 'tool' as const, content: '1', tool_call_id: `call_${at}` },
  }))
  expect(leastChatBytes(results) / chatBytes(results)).toBeGreaterThan(0.95)
})

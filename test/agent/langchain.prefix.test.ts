import { expect, test } from 'vitest'
import { messagesFor } from '../../agent/src/backends/langchain-chat.ts'

const signal = new AbortController().signal
const asked = { model: 'tiny', input_text: 'Count.', max_tokens: 4, temperature: 0, signal }

test.each(['openai', 'ollama'] as const)('an answer that goes on is the last message of a chat of %s', async (of) => {
  const said = async (more: object) =>
    (await messagesFor({ ...asked, ...more }, of)).map((message) => [message.getType(), message.content])
  expect(await said({ prefix: 'One two' })).toEqual([
    ['human', 'Count.'],
    ['ai', 'One two'],
  ])
  expect(await said({})).toEqual([['human', 'Count.']])
})

test('a message that only calls has an empty content', async () => {
  const call = { id: 'a', type: 'function', function: { name: 'say', arguments: '{}' } }
  const messages = [{ role: 'assistant', content: '', tool_calls: [call] }] as const
  const [message] = await messagesFor({ ...asked, messages: messages as never }, 'ollama')
  expect(message?.content).toBe('')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAgentStage } from './agent-stage.ts'
import { PARAMETERS } from './features.ts'
import { load } from './load.ts'

// Vercel's clients of OpenAI's and of Anthropic's own forms over two turns, the second with tools: what a model said,
// thought and called comes back in whatever form the client keeps it.

/** What is used of the AI SDK. */
interface Result {
  text: PromiseLike<string> | string
  reasoningText: PromiseLike<string> | string
  steps: PromiseLike<Step[]> | Step[]
  response: PromiseLike<Kept> | Kept
}
interface Step {
  toolCalls: { toolName: string; input: unknown }[]
}
interface Kept {
  messages: object[]
}
interface Ai {
  generateText(request: object): Promise<Result>
  streamText(request: object): Result
  jsonSchema(schema: object): object
  isStepCount(count: number): object
}
type Provider = (name: string) => object
type Make = (options: object) => Provider

let stage: Awaited<ReturnType<typeof openAgentStage>>
let ai: Ai
let bodies: string[] = []
const makers: Record<string, Make> = {}
beforeAll(async () => {
  ai = await load<Ai>('ai')
  makers['@ai-sdk/openai'] = (await load<{ createOpenAI: Make }>('@ai-sdk/openai')).createOpenAI
  makers['@ai-sdk/anthropic'] = (await load<{ createAnthropic: Make }>('@ai-sdk/anthropic')).createAnthropic
  stage = await openAgentStage()
})
afterAll(() => stage?.close())

/** A client that tells what it sends. */
function modelBy(name: string): object {
  const { url, key, model } = stage.door
  const noting = (address: string, init: { body: string }) => {
    bodies.push(init.body)
    return fetch(address, init)
  }
  const provider = makers[name]?.({ apiKey: key, baseURL: `${url}/v1`, fetch: noting })
  return provider?.(model) ?? expect.fail('no such client')
}

async function turn(model: object, streamed: boolean, messages: object[], more: object = {}) {
  const asked = { model, messages, maxRetries: 0, maxOutputTokens: 100, stopWhen: ai.isStepCount(3), ...more }
  const made = streamed ? ai.streamText(asked) : await ai.generateText(asked)
  const { messages: kept } = await made.response
  const calls = (await made.steps).flatMap(({ toolCalls }) => toolCalls)
  return { text: await made.text, thought: await made.reasoningText, calls, kept }
}

describe.each(['@ai-sdk/openai', '@ai-sdk/anthropic'])('%s', (name) => {
  test.each([['whole', false] as const, ['streamed', true] as const])('two turns, %s', async (_, streamed) => {
    bodies = []
    const messages: object[] = [{ role: 'user', content: 'Hi' }]
    const first = await turn(modelBy(name), streamed, messages)
    expect(first).toMatchObject({ text: 'Hello', thought: 'Hm.' })
    messages.push(...first.kept, { role: 'user', content: 'And?' })
    const execute = async () => '1'
    const tools = { say: { description: 'says it', inputSchema: ai.jsonSchema(PARAMETERS), execute } }
    const second = await turn(modelBy(name), streamed, messages, { tools })
    expect(second).toMatchObject({ text: 'Hello', calls: [{ input: { word: 'hi' } }, { input: { word: 'ho' } }] })
    const sent = bodies.join('\n')
    expect(sent).toMatch(name.endsWith('openai') ? /"item_reference","id":"rs_/ : /"thinking":"Hm.","signature":"./)
    const roles = stage.engine.asked.at(-1)?.messages?.map(({ role }) => role)
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant', 'tool', 'tool'])
  })
})

import { type Client, type Door, PARAMETERS, PIXEL, SCHEMA } from './features.ts'
import { load, versionOf } from './load.ts'

/** What is used of the AI SDK. */
interface Result {
  text: string
  usage: { outputTokens?: number }
  toolCalls: { toolName: string; input: unknown }[]
  output: unknown
}
interface Ai {
  generateText(request: object): Promise<Result>
  streamText(request: object): { textStream: AsyncIterable<string> }
  embedMany(request: object): Promise<{ embeddings: number[][] }>
  jsonSchema(schema: object): object
  isStepCount?(count: number): object
  stepCountIs?(count: number): object
  Output: { object(options: object): object }
}
interface Provider {
  chatModel(name: string): object
  embeddingModel?(name: string): object
  textEmbeddingModel?(name: string): object
}
type Compatible = { createOpenAICompatible(options: object): Provider }

const ai = await load<Ai>('ai')
const { createOpenAICompatible } = await load<Compatible>('@ai-sdk/openai-compatible')
const at = ({ url, key }: Door) =>
  createOpenAICompatible({
    ...{ name: 'mkt', baseURL: `${url}/v1`, apiKey: key },
    ...{ includeUsage: true, supportsStructuredOutputs: true },
  })
const asked = (door: Door, more: object = {}) => ({
  ...{ model: at(door).chatModel(door.model), prompt: 'Hi', maxRetries: 0 },
  ...more,
})

async function called(door: Door) {
  const inputs: unknown[] = []
  const execute = async (input: unknown) => String(inputs.push(input))
  const tools = { say: { description: 'says it', inputSchema: ai.jsonSchema(PARAMETERS), execute } }
  const stopWhen = (ai.isStepCount ?? ai.stepCountIs)?.(2)
  const { text } = await ai.generateText(asked(door, { tools, stopWhen }))
  return { called: inputs.length > 0 ? 'say' : '', with: inputs[0], after: text }
}

export const aiSdk: Client = {
  name: 'ai with @ai-sdk/openai-compatible',
  version: `${versionOf('ai')}, ${versionOf('@ai-sdk/openai-compatible')}`,
  features: {
    chat: async (door) => {
      const { text, usage } = await ai.generateText(asked(door))
      return { text, output_tokens: usage.outputTokens }
    },
    stream: async (door) => {
      let text = ''
      for await (const part of ai.streamText(asked(door)).textStream) text += part
      return text
    },
    tools: called,
    schema: async (door) => {
      const output = ai.Output.object({ schema: ai.jsonSchema(SCHEMA) })
      return (await ai.generateText(asked(door, { output }))).output
    },
    picture: async (door) => {
      const image = { type: 'file', mediaType: 'image/png', data: PIXEL }
      const messages = [{ role: 'user', content: [{ type: 'text', text: 'What?' }, image] }]
      const { prompt: _, ...rest } = asked(door)
      return (await ai.generateText({ ...rest, messages })).text
    },
    embed: async (door) => {
      const provider = at(door)
      const model = (provider.embeddingModel ?? provider.textEmbeddingModel)?.call(provider, door.model)
      return (await ai.embedMany({ model, values: ['one', 'ho'], maxRetries: 0 })).embeddings
    },
  },
  fails: (door, temperature) => ai.generateText(asked(door, temperature === undefined ? {} : { temperature })),
  told: (error) => {
    const { statusCode, message } = error as { statusCode?: number; message: string }
    return { status: statusCode, message }
  },
}

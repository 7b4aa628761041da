import { type Client, type Door, PARAMETERS, PIXEL, type Told } from './features.ts'
import { load, versionOf } from './load.ts'

/** What is used of LlamaIndex.TS. */
interface Answer {
  message: { content: string; options?: { toolCall?: { id: string; name: string; input: unknown }[] } }
  raw: { usage?: { completion_tokens: number } }
}
interface Llm {
  chat(request: { messages: object[]; stream?: false; tools?: object[] }): Promise<Answer>
  chat(request: { messages: object[]; stream: true }): Promise<AsyncIterable<{ delta: string }>>
}
interface LlamaIndex {
  OpenAI: new (options: object) => Llm
  OpenAIEmbedding: new (options: object) => { getTextEmbeddingsBatch(texts: string[]): Promise<number[][]> }
}

const { OpenAI, OpenAIEmbedding } = await load<LlamaIndex>('@llamaindex/openai')
const fields = ({ url, key, model }: Door) => ({ model, apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
const at = (door: Door, more: object = {}) => new OpenAI({ ...fields(door), ...more })
const user = (content: unknown) => ({ role: 'user', content })
const tool = { metadata: { name: 'say', description: 'says it', parameters: PARAMETERS }, call: () => '1' }

async function called(door: Door) {
  const { message } = await at(door).chat({ messages: [user('Hi')], tools: [tool] })
  const calls = message.options?.toolCall ?? []
  const results = calls.map(({ id }) => ({
    ...user('1'),
    options: { toolResult: { id, result: '1', isError: false } },
  }))
  const then = await at(door).chat({ messages: [user('Hi'), message, ...results], tools: [tool] })
  const [call] = calls
  const input = typeof call?.input === 'string' ? JSON.parse(call.input) : call?.input
  return { called: call?.name, with: input, after: then.message.content }
}

export const llamaIndex: Client = {
  name: '@llamaindex/openai',
  version: versionOf('@llamaindex/openai'),
  features: {
    chat: async (door) => {
      const { message, raw } = await at(door).chat({ messages: [user('Hi')] })
      return { text: message.content, output_tokens: raw.usage?.completion_tokens }
    },
    stream: async (door) => {
      let text = ''
      for await (const { delta } of await at(door).chat({ messages: [user('Hi')], stream: true })) text += delta
      return text
    },
    tools: called,
    picture: async (door) => {
      const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } }
      const content = [{ type: 'text', text: 'What?' }, image]
      return (await at(door).chat({ messages: [user(content)] })).message.content
    },
    embed: (door) => new OpenAIEmbedding(fields(door)).getTextEmbeddingsBatch(['one', 'ho']),
  },
  fails: (door, temperature) =>
    at(door, temperature === undefined ? {} : { temperature }).chat({ messages: [user('Hi')] }),
  told: (error) => error as Told,
}

import { type Client, type Door, PARAMETERS, PIXEL, SCHEMA, type Told } from './features.ts'
import { load, versionOf } from './load.ts'

/** What is used of LangChain. */
interface Message {
  text: string
  usage_metadata?: { output_tokens: number }
  tool_calls: { id: string; name: string; args: unknown }[]
  response_metadata: { logprobs?: { content: { logprob: number }[] } }
}
interface Chat {
  invoke(input: unknown): Promise<Message>
  stream(input: unknown): Promise<AsyncIterable<Message>>
  bindTools(tools: object[]): Chat
  withStructuredOutput(schema: object, options: object): { invoke(input: unknown): Promise<unknown> }
}
interface LangChain {
  ChatOpenAI: new (fields: object) => Chat
  OpenAIEmbeddings: new (fields: object) => { embedDocuments(texts: string[]): Promise<number[][]> }
}

const { ChatOpenAI, OpenAIEmbeddings } = await load<LangChain>('@langchain/openai', 'agent')
const fields = ({ url, key, model }: Door) => ({
  ...{ model, apiKey: key, configuration: { baseURL: `${url}/v1` }, maxRetries: 0 },
})
const at = (door: Door, more: object = {}) => new ChatOpenAI({ ...fields(door), ...more })

async function called(door: Door) {
  const chat = at(door).bindTools([{ type: 'function', function: { name: 'say', parameters: PARAMETERS } }])
  const first = await chat.invoke('Hi')
  const results = first.tool_calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: '1' }))
  const then = await chat.invoke([{ role: 'user', content: 'Hi' }, first, ...results])
  return { called: first.tool_calls[0]?.name, with: first.tool_calls[0]?.args, after: then.text }
}

export const langChain: Client = {
  name: '@langchain/openai',
  version: versionOf('@langchain/openai', 'agent'),
  features: {
    chat: async (door) => {
      const { text, usage_metadata } = await at(door).invoke('Hi')
      return { text, output_tokens: usage_metadata?.output_tokens }
    },
    stream: async (door) => {
      let text = ''
      for await (const part of await at(door).stream('Hi')) text += part.text
      return text
    },
    tools: called,
    schema: (door) => {
      const how = { name: 'answer', method: 'jsonSchema', strict: true }
      return at(door).withStructuredOutput(SCHEMA, how).invoke('Hi')
    },
    logprobs: async (door) => {
      const { response_metadata } = await at(door, { logprobs: true, topLogprobs: 2 }).invoke('Hi')
      return response_metadata.logprobs?.content[0]?.logprob
    },
    picture: async (door) => {
      const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } }
      return (await at(door).invoke([{ role: 'user', content: [{ type: 'text', text: 'What?' }, image] }])).text
    },
    embed: (door) => new OpenAIEmbeddings(fields(door)).embedDocuments(['one', 'ho']),
  },
  fails: (door, temperature) => at(door, temperature === undefined ? {} : { temperature }).invoke('Hi'),
  told: (error) => error as Told,
}

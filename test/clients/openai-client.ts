import OpenAI, { toFile } from 'openai'
import { requestLine } from '../server/upload.ts'
import { type Client, type Door, PARAMETERS, PIXEL, SCHEMA, type Told } from './features.ts'
import { versionOf } from './load.ts'

const at = ({ url, key }: Door) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
const user = (content: OpenAI.ChatCompletionUserMessageParam['content']) => ({ role: 'user' as const, content })
const chat = (door: Door, more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}) =>
  at(door).chat.completions.create({ model: door.model, messages: [user('Hi')], ...more })
const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'say', parameters: PARAMETERS } }]

async function called(door: Door) {
  const first = await chat(door, { tools })
  const message = first.choices[0]?.message as OpenAI.ChatCompletionMessage
  const [call] = message.tool_calls as OpenAI.ChatCompletionMessageFunctionToolCall[]
  const results = (message.tool_calls ?? []).map(({ id }) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: '1',
  }))
  const then = await chat(door, { tools, messages: [user('Hi'), message, ...results] })
  return {
    called: call?.function.name,
    with: JSON.parse(call?.function.arguments ?? ''),
    after: then.choices[0]?.message.content,
  }
}

async function batch(door: Door) {
  const client = at(door)
  const line = requestLine('a', { model: door.model, messages: [user('Hi')] })
  const file = await client.files.create({ file: await toFile(Buffer.from(line), 'a.jsonl'), purpose: 'batch' })
  const window = { completion_window: '24h' as const, endpoint: '/v1/chat/completions' as const }
  let made = await client.batches.create({ input_file_id: file.id, ...window })
  while (!['completed', 'failed'].includes(made.status)) {
    await new Promise((resolve) => void setTimeout(resolve, 200))
    made = await client.batches.retrieve(made.id)
  }
  const answers = await (await client.files.content(made.output_file_id ?? '')).text()
  return JSON.parse(answers).response.body.choices[0].message.content
}

export const openAi: Client = {
  name: 'openai',
  version: versionOf('openai'),
  features: {
    chat: async (door) => {
      const { choices, usage } = await chat(door)
      return { text: choices[0]?.message.content, output_tokens: usage?.completion_tokens }
    },
    stream: async (door) => {
      const stream = await at(door).chat.completions.create({ model: door.model, messages: [user('Hi')], stream: true })
      let text = ''
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
      return text
    },
    tools: called,
    schema: async (door) => {
      const json_schema = { name: 'answer', schema: SCHEMA, strict: true }
      const { choices } = await chat(door, { response_format: { type: 'json_schema', json_schema } })
      return JSON.parse(choices[0]?.message.content ?? '')
    },
    logprobs: async (door) =>
      (await chat(door, { logprobs: true, top_logprobs: 2 })).choices[0]?.logprobs?.content?.[0]?.logprob,
    picture: async (door) => {
      const image_url = { url: `data:image/png;base64,${PIXEL}` }
      const content = [
        { type: 'text' as const, text: 'What?' },
        { type: 'image_url' as const, image_url },
      ]
      return (await chat(door, { messages: [user(content)] })).choices[0]?.message.content
    },
    embed: async (door) =>
      (await at(door).embeddings.create({ model: door.model, input: ['one', 'ho'] })).data.map((one) => one.embedding),
    batch,
  },
  fails: (door, temperature) => chat(door, temperature === undefined ? {} : { temperature }),
  told: (error) => error as Told,
}

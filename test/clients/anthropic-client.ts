import { type Client, type Door, PARAMETERS, PIXEL, type Told } from './features.ts'
import { load, versionOf } from './load.ts'

/** What is used of Anthropic's client. */
interface Message {
  content: { type: string; text?: string; id?: string; name?: string; input?: unknown }[]
  usage: { output_tokens: number }
}
interface Messages {
  create(request: object): Promise<Message>
  stream(request: object): { finalText(): Promise<string> }
}
type Sdk = { default: new (options: object) => { messages: Messages } }

const { default: Anthropic } = await load<Sdk>('@anthropic-ai/sdk')
const at = ({ url, key }: Door) => new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 }).messages
const asked = ({ model }: Door, more: object = {}) => ({
  ...{ model, max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] },
  ...more,
})
const textOf = ({ content }: Message) => content.find(({ type }) => type === 'text')?.text
const tools = [{ name: 'say', input_schema: PARAMETERS }]

async function called(door: Door) {
  const first = await at(door).create(asked(door, { tools }))
  const calls = first.content.filter(({ type }) => type === 'tool_use')
  const content = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: '1' }))
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: calls },
    { role: 'user', content },
  ]
  const then = await at(door).create(asked(door, { tools, messages }))
  return { called: calls[0]?.name, with: calls[0]?.input, after: textOf(then) }
}

export const anthropic: Client = {
  name: '@anthropic-ai/sdk',
  version: versionOf('@anthropic-ai/sdk'),
  features: {
    chat: async (door) => {
      const answer = await at(door).create(asked(door))
      return { text: textOf(answer), output_tokens: answer.usage.output_tokens }
    },
    stream: (door) => at(door).stream(asked(door)).finalText(),
    tools: called,
    picture: async (door) => {
      const source = { type: 'base64', media_type: 'image/png', data: PIXEL }
      const content = [
        { type: 'text', text: 'What?' },
        { type: 'image', source },
      ]
      return textOf(await at(door).create(asked(door, { messages: [{ role: 'user', content }] })))
    },
  },
  fails: (door, temperature) => at(door).create(asked(door, temperature === undefined ? {} : { temperature })),
  told: (error) => error as Told,
}

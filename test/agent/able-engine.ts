import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the engine may be without. */
export type Lack = 'text' | 'tools' | 'json_schema' | 'logprobs' | 'images' | 'embeddings' | 'rerank'

export interface Asked {
  messages?: { role: string; content: unknown }[]
  prompt?: string
  tools?: { function: { name: string } }[]
  tool_choice?: unknown
  response_format?: { type: string }
  logprobs?: unknown
  top_logprobs?: number
  stream?: boolean
  input?: string[]
  query?: string
  documents?: string[]
}

/** An OpenAI-style engine that calls tools, fits schemas, says likelihoods, sees pictures and thinks, or some of it. */
export async function startAbleEngine(lacks: readonly Lack[] = []) {
  const asked: Asked[] = []
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.method === 'GET') return json(response, 200, { object: 'list', data: [{ id: 'tiny' }] })
    const body = JSON.parse(`${Buffer.concat(parts)}`) as Asked
    asked.push(body)
    const read = readBy(request.url ?? '', body, lacks)
    if (read) return json(response, read.status, read.answer)
    const refused = lacks.find((lack) => REFUSED[lack](body))
    if (refused) return json(response, 400, { error: { message: `no ${refused} here` } })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const opening = { delta: { role: 'assistant', content: '' }, finish_reason: null }
    const choices = [...(body.prompt === undefined ? [opening] : []), ...choicesFor(body, lacks)]
    for (const choice of choices) response.write(chunk({ choices: [{ index: 0, ...choice }] }))
    const usage = {
      ...{ prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      ...{ prompt_tokens_details: { cached_tokens: 4 }, completion_tokens_details: { reasoning_tokens: 1 } },
    }
    response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Bodies of all generations, probes too. */
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Some engines refuse what they cannot do; of a format this one knows nothing, and answers as ever. */
const REFUSED: Record<Lack, (body: Asked) => boolean> = {
  text: () => true,
  embeddings: () => false,
  rerank: () => false,
  tools: ({ tools }) => tools !== undefined,
  json_schema: () => false,
  logprobs: () => false,
  images: ({ messages }) => messages?.some(({ content }) => Array.isArray(content)) ?? false,
}

const chunk = (more: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'tiny', ...more })}\n\n`

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function choicesFor(body: Asked, lacks: readonly Lack[]): object[] {
  const last = body.messages?.at(-1)
  if (body.tools && last?.role === 'user') return callsOf(body.tools[0]?.function.name ?? '')
  if (body.response_format && !lacks.includes('json_schema')) return texts(['{"ok"', ':true}'], 'stop')
  if (body.prompt !== undefined)
    return [
      { text: 'Hi', finish_reason: null },
      { text: '', finish_reason: 'stop' },
    ]
  if (body.logprobs && !lacks.includes('logprobs')) return likely()
  if (Array.isArray(last?.content)) return texts([`${last.content.length} parts`], 'stop')
  const thought = { delta: { reasoning_content: 'Hm.' }, finish_reason: null }
  return [thought, ...texts(['Hel', 'lo'], 'stop')]
}

/** A vector of each text is its length and a half; a document's score is how many letters it shares with the query. */
function readBy(path: string, { input = [], query = '', documents = [] }: Asked, lacks: readonly Lack[]) {
  const task = path === '/v1/embeddings' ? 'embeddings' : path === '/v1/rerank' ? 'rerank' : undefined
  if (!task) return undefined
  if (lacks.includes(task)) return { status: 501, answer: { error: { message: `no ${task} here` } } }
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 0.5] }))
  const shared = (text: string) => [...text].filter((letter) => query.includes(letter)).length
  const results = documents.map((text, index) => ({ index, relevance_score: shared(text) / 10 })).reverse()
  const usage = { prompt_tokens: input.length * 3 + documents.length * 4, total_tokens: 0 }
  return { status: 200, answer: { ...(task === 'rerank' ? { results } : { data: data.reverse() }), usage } }
}

const texts = (pieces: string[], finish_reason: string) => [
  ...pieces.map((content) => ({ delta: { content }, finish_reason: null })),
  { delta: {}, finish_reason },
]

function callsOf(name: string): object[] {
  const call = (index: number, more: object) => ({ delta: { tool_calls: [{ index, ...more }] }, finish_reason: null })
  return [
    call(0, { id: 'call_1', type: 'function', function: { name, arguments: '' } }),
    call(0, { function: { arguments: '{"word":' } }),
    call(0, { function: { arguments: '"hi"}' } }),
    call(1, { id: 'call_2', type: 'function', function: { name, arguments: '{"word":"ho"}' } }),
    // As engines say of a tool that they were told to call.
    { delta: {}, finish_reason: 'stop' },
  ]
}

function likely(): object[] {
  const token = { token: 'Hi', logprob: -0.1, bytes: [72, 105] }
  const logprobs = { content: [{ ...token, top_logprobs: [token, { token: '\ufffd', logprob: -3, bytes: [195] }] }] }
  return [
    { delta: { content: 'Hi' }, logprobs, finish_reason: null },
    { delta: {}, finish_reason: 'stop' },
  ]
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PROBE } from '../../agent/src/engines/probe.ts'

/** What the engine does with a generation. */
export interface Script {
  pieces?: string[]
  /** Null: never said. */
  finish?: string | null
  /** Null: never said. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null
  /** What OpenAI-style engines say beside it of where they stopped. */
  stopped?: object
  /** Say `data: [DONE]` at the end. */
  done?: boolean
  /** After the pieces: say nothing more, or break the connection. */
  after?: 'hang' | 'drop'
  /** An error answer instead. */
  status?: number
  /** An error inside the stream, after the pieces. */
  error?: unknown
}

export interface Engine {
  url: string
  /** Bodies of the generations asked for, with their path. */
  requests: { path: string; body: Record<string, unknown>; authorization: string | undefined }[]
  /** Probes are answered by this instead of the script, and are not among the requests. */
  probe: Script
  models: string[] | undefined
  script: Script
  /** Resolves when a client has closed the connection of a generation under way. */
  closed: Promise<void>
  close(): Promise<void>
}

export const SENTENCE = ['The', ' quick', ' brown fox', ' \u{1f98a}', ' jumps', '.']

/** An engine for tests: OpenAI's chat and completions, Ollama's chat, and the plain contract at /plain and /events. */
export async function startEngine(): Promise<Engine> {
  const closed = Promise.withResolvers<void>()
  const engine: Engine = {
    url: '',
    requests: [],
    models: ['tiny'],
    script: {},
    probe: {},
    closed: closed.promise,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  const server = createServer((request, response) => {
    response.on('close', () => response.writableFinished || closed.resolve())
    void answer(engine, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  engine.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return engine
}

async function answer(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  if (request.method === 'GET') return list(engine, path, response)
  const format = FORMATS[path]
  if (!format) return json(response, 404, { error: 'no such path' })
  const body = JSON.parse(Buffer.concat(parts).toString())
  if (Object.keys(body).length === 0) return json(response, 400, { error: { message: 'model is required' } })
  const isProbe = JSON.stringify(body).includes(PROBE.input_text)
  if (!isProbe) engine.requests.push({ path, body, authorization: request.headers.authorization })
  generate(isProbe ? engine.probe : engine.script, format, response)
}

function list(engine: Engine, path: string, response: ServerResponse): void {
  const names = engine.models
  if (path === '/v1/models' && names) {
    json(response, 200, { object: 'list', data: names.map((id) => ({ id, object: 'model' })) })
  } else if (path === '/api/tags' && names) {
    json(response, 200, { models: names.map((name) => ({ name: `${name}:latest` })) })
  } else json(response, 404, { error: 'no such path' })
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

interface Format {
  type: string
  piece(text: string): string
  end(script: Script): string
  error(error: unknown): string
}

const event = (body: unknown) => `data: ${JSON.stringify(body)}\n\n`
const line = (body: unknown) => `${JSON.stringify(body)}\n`
const model = 'tiny'
const created = 1_700_000_000

function openAi(choice: (text: string) => object): Format {
  const chunk = (choices: object[], rest = {}) =>
    event({ id: 'c1', object: 'chat.completion.chunk', created, model, choices, ...rest })
  return {
    type: 'text/event-stream',
    piece: (text) => chunk([{ index: 0, ...choice(text), finish_reason: null }]),
    end: ({ finish = 'stop', usage = { prompt_tokens: 3, completion_tokens: 9 }, done = true, stopped = {} }) =>
      (finish ? chunk([{ index: 0, ...choice(''), finish_reason: finish, ...stopped }]) : '') +
      (usage ? chunk([], { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } }) : '') +
      (done ? 'data: [DONE]\n\n' : ''),
    error: (error) => event({ error }),
  }
}

function plain(write: (body: unknown) => string, type: string): Format {
  return {
    type,
    piece: (text) => write({ token: text }),
    end: ({ finish = 'stop', usage = { prompt_tokens: 3, completion_tokens: 9 } }) =>
      finish || usage ? write({ ...(finish ? { finish_reason: finish } : {}), ...(usage ? { usage } : {}) }) : '',
    error: (error) => write({ error }),
  }
}

const FORMATS: Record<string, Format> = {
  '/v1/chat/completions': openAi((content) => ({ delta: { role: 'assistant', content } })),
  '/v1/completions': openAi((text) => ({ text })),
  '/plain': plain(line, 'application/x-ndjson'),
  '/events': plain(event, 'text/event-stream'),
  '/api/chat': {
    type: 'application/x-ndjson',
    piece: (content) =>
      line({ model, created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content }, done: false }),
    end: ({ finish = 'stop', usage = { prompt_tokens: 3, completion_tokens: 9 } }) =>
      finish
        ? line({
            model,
            created_at: '2026-01-01T00:00:00Z',
            message: { role: 'assistant', content: '' },
            done: true,
            done_reason: finish,
            ...(usage ? { prompt_eval_count: usage.prompt_tokens, eval_count: usage.completion_tokens } : {}),
          })
        : '',
    error: (error) => line({ error }),
  },
}

function generate(script: Script, format: Format, response: ServerResponse): void {
  const { pieces = SENTENCE, after, status, error } = script
  if (status) {
    json(response, status, { error: { message: 'the engine says no' } })
    return
  }
  response.writeHead(200, { 'content-type': format.type })
  response.flushHeaders()
  for (const piece of pieces) response.write(format.piece(piece))
  if (after === 'hang') return
  if (after === 'drop') setImmediate(() => response.destroy())
  else response.end(error === undefined ? format.end(script) : format.error(error))
}

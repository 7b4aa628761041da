import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { chatWording, textWording } from './answer.ts'
import { complete, type Served, sendJson } from './completion.ts'
import { embeddings } from './embeddings.ts'
import { Fault } from './fault.ts'
import { readChatRequest, readTextRequest } from './request.ts'

const LARGEST_BODY = 16 * 1024 * 1024

interface Call {
  served: Served
  request: IncomingMessage
  response: ServerResponse
  /** Fires when the client has gone, or the worker ends. */
  signal: AbortSignal
}

type Handler = (call: Call) => void | Promise<void>

const routes: Record<string, Record<string, Handler>> = {
  '/health': { GET: health },
  '/v1/models': { GET: listModels },
  '/v1/chat/completions': {
    POST: async ({ served, request, response, signal }) =>
      complete(served, chatWording, readChatRequest(await readJson(request)), response, signal),
  },
  '/v1/completions': {
    POST: async ({ served, request, response, signal }) =>
      complete(served, textWording, readTextRequest(await readJson(request)), response, signal),
  },
  '/v1/embeddings': {
    POST: async ({ served: { engine, name }, request, response, signal }) =>
      sendJson(response, 200, await embeddings(engine.embedder, name, await readJson(request), signal)),
  },
}

/** The endpoint; `ending` fires when the worker stops, and ends every answer with it. */
export function createEndpoint(served: Served, ending: AbortSignal): Server {
  return createServer((request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, ending])
    handle({ served, request, response, signal }).catch((error: unknown) => {
      if (signal.aborted) response.destroy()
      else sendFault(response, error)
    })
  })
}

async function handle(call: Call): Promise<void> {
  const { request, response } = call
  const path = request.url?.replace(/\?.*$/, '') ?? ''
  const methods = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (!methods) throw new Fault(404, `there is nothing at ${path}`)
  const method = request.method ?? ''
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!handler) {
    response.setHeader('allow', Object.keys(methods).join(', '))
    throw new Fault(405, `${path} does not take ${method}`)
  }
  await handler(call)
}

function health({ served, response }: Call): void {
  const { total, busy, waiting } = served.engine.seats
  sendJson(response, 200, { status: 'ok', model: served.name, parallel: total, busy, waiting })
}

/** What a model does here whatever it is; how well, is the model's. */
const ABLE = ['prefix', 'tools', 'json_schema', 'logprobs', 'prompt_logprobs']

function listModels({ served: { engine, name }, response }: Call): void {
  const { able, dimensions } = engine.embedder
  const model = {
    id: name,
    object: 'model',
    owned_by: 'llama-worker',
    // As vLLM says it: what reads the list learns how long an answer may be.
    max_model_len: engine.contextSize,
    capabilities: [...ABLE, ...(able ? ['embeddings'] : [])],
    ...(able ? { embedding_dimensions: dimensions } : {}),
  }
  sendJson(response, 200, { object: 'list', data: [model] })
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // What is too much is read too, and thrown away: a client that is still sending does not see the answer.
    if (size <= LARGEST_BODY) chunks.push(chunk)
  }
  if (size > LARGEST_BODY) throw new Fault(413, `the body is larger than ${LARGEST_BODY} bytes`)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new Fault(400, 'the body is not JSON')
  }
}

function sendFault(response: ServerResponse, error: unknown): void {
  const fault = error instanceof Fault ? error : new Fault(500, 'the engine failed')
  if (fault !== error) console.error(error)
  if (response.headersSent) response.destroy()
  else sendJson(response, fault.status, fault.body)
}

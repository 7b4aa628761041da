import { EventSourceParserStream } from 'eventsource-parser/stream'
import { EngineError, engineStreamError } from './engine-error.ts'
import type { Chunk } from './generation.ts'

/** The chunks of an answer of server-sent events, or of JSON lines, in OpenAI's or the plain contract's shape. */
export async function* readChunks(response: Response): AsyncGenerator<Chunk> {
  if (!response.body) return
  const text = response.body.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>
  const isEvents = response.headers.get('content-type')?.includes('text/event-stream')
  for await (const data of isEvents ? eventData(text) : lines(text)) {
    if (data === '[DONE]') return
    yield parseChunk(data)
  }
}

async function* eventData(text: ReadableStream<string>): AsyncGenerator<string> {
  for await (const event of text.pipeThrough(new EventSourceParserStream())) {
    if (event.event === 'error') throw engineStreamError(lenient(event.data))
    if (event.data) yield event.data
  }
}

async function* lines(text: ReadableStream<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text) {
    const whole = (rest + part).split('\n')
    rest = whole.pop() as string
    for (const line of whole) yield* lineData(line)
  }
  yield* lineData(rest)
}

/** What a line holds; events under another content type than their own are taken for what they are. */
function* lineData(line: string): Generator<string> {
  const data = line.replace(/^data:/, '').trim()
  if (data && !/^(:|event:|id:|retry:)/.test(data)) yield data
}

interface Choice {
  delta?: { content?: string | null }
  /** A server that does not stream answers with the whole message. */
  message?: { content?: string | null }
  text?: string | null
  finish_reason?: string | null
}

interface Body {
  token?: unknown
  finish_reason?: string | null
  usage?: { prompt_tokens?: number | null; completion_tokens?: number | null } | null
  error?: unknown
  choices?: Choice[]
}

function parseChunk(data: string): Chunk {
  const body = lenient(data) as Body | undefined
  if (typeof body !== 'object' || body === null) {
    throw new EngineError('engine_bad_stream', `the engine sent something that is no JSON object: ${data.slice(0, 80)}`)
  }
  if (body.error) throw engineStreamError(body.error)
  const choice = body.choices?.[0]
  const { prompt_tokens, completion_tokens } = body.usage ?? {}
  return {
    text:
      choice?.delta?.content ??
      choice?.message?.content ??
      choice?.text ??
      (typeof body.token === 'string' ? body.token : ''),
    finish: choice?.finish_reason ?? body.finish_reason,
    usage: body.usage
      ? { prompt_tokens: prompt_tokens ?? undefined, completion_tokens: completion_tokens ?? undefined }
      : undefined,
  }
}

function lenient(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

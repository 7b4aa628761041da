import type { Answer } from '@mkt/schemas/client'
import { createParser } from 'eventsource-parser'
import { engineFaults } from '../words/engine-faults.ts'
import type { EngineCall } from './engine-call.ts'
import { EngineError, engineStreamError } from './engine-error.ts'
import type { Chunk } from './generation.ts'
import { piecesOf, type SaidChoice, stoppedAt } from './piece.ts'
import { type SaidUsage, usageOf } from './usage.ts'

interface Item {
  event?: string | undefined
  data: string
}

const DONE = '[DONE]'

/** Takes text as it comes, and gives what is whole by now. */
type Splitter = (text: string, atEnd: boolean) => Item[]

/** The chunks of an answer of server-sent events, or of JSON lines, in OpenAI's or the plain contract's shape. */
export async function* readChunks(call: EngineCall, open: () => Promise<Answer>): AsyncGenerator<Chunk> {
  const { headers } = await open()
  const decoder = new TextDecoder()
  const split = headers.get('content-type')?.includes('text/event-stream') ? splitEvents() : splitLines()
  while (true) {
    const bytes = await call.read()
    const atEnd = bytes === undefined
    for (const { event, data } of split(decoder.decode(bytes, { stream: !atEnd }), atEnd)) {
      if (event === 'error') throw engineStreamError(lenient(data))
      if (data === DONE) {
        call.sawDone = true
        return
      }
      if (data) yield parseChunk(data)
    }
    if (atEnd) return
  }
}

function splitEvents(): Splitter {
  let whole: Item[] = []
  const parser = createParser({ onEvent: (item) => whole.push(item) })
  return (text, atEnd) => {
    whole = []
    parser.feed(text)
    if (!atEnd) return whole
    const closed = whole
    whole = []
    // An event that nothing closes is none, but that it is done an engine may say with its last bytes.
    parser.feed('\n\n')
    return [...closed, ...whole.filter(({ data }) => data === DONE)]
  }
}

function splitLines(): Splitter {
  let rest = ''
  return (text, atEnd) => {
    const lines = (rest + text).split('\n')
    rest = atEnd ? '' : (lines.pop() as string)
    return lines.map((line) => ({ data: dataOf(line) }))
  }
}

/** What a line holds; events under another content type than their own are taken for what they are. */
function dataOf(line: string): string {
  const data = line.replace(/^data:/, '').trim()
  return /^(:|event:|id:|retry:)/.test(data) ? '' : data
}

interface Body {
  token?: unknown
  finish_reason?: string | null
  usage?: SaidUsage | null
  error?: unknown
  choices?: SaidChoice[]
}

function parseChunk(data: string): Chunk {
  const body = lenient(data) as Body | undefined
  if (typeof body !== 'object' || body === null) {
    throw new EngineError('engine_bad_stream', engineFaults.noObject(data.slice(0, 80)))
  }
  if (body.error) throw engineStreamError(body.error)
  const choice = body.choices?.[0]
  const plain = typeof body.token === 'string' && body.token !== '' ? [{ text: body.token }] : []
  return {
    pieces: choice ? piecesOf(choice) : plain,
    finish: choice?.finish_reason ?? body.finish_reason,
    stopped: choice && stoppedAt(choice),
    usage: usageOf(body.usage),
  }
}

function lenient(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

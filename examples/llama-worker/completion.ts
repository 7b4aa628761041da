import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Answer, type Wording } from './answer.ts'
import type { Engine } from './engine.ts'
import { Fault } from './fault.ts'
import type { Outcome } from './generation.ts'
import type { CompletionRequest } from './request.ts'

export interface Served {
  engine: Engine
  name: string
}

/** Answers one request, whole or as a stream of server-sent events. */
export async function complete(
  { engine, name }: Served,
  wording: Wording,
  request: CompletionRequest,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const prompt = engine.prompt(request.prompt)
  const answer = new Answer(wording, name)
  const run = (onText: (text: string) => void | Promise<void>) =>
    engine.answer(prompt, request.wishes, { signal, onText })
  if (request.stream) await streamAnswer(answer, run, request.includeUsage, response, signal)
  else await wholeAnswer(answer, run, response)
}

type Run = (onText: (text: string) => void | Promise<void>) => Promise<Outcome>

async function wholeAnswer(answer: Answer, run: Run, response: ServerResponse): Promise<void> {
  const texts: string[] = []
  const outcome = await run((text) => void texts.push(text))
  sendJson(response, 200, answer.whole(texts.join(''), outcome))
}

async function streamAnswer(
  answer: Answer,
  run: Run,
  includeUsage: boolean,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const send = async (event: object | '[DONE]') => {
    const data = typeof event === 'string' ? event : JSON.stringify(event)
    if (!response.write(`data: ${data}\n\n`)) await once(response, 'drain', { signal })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  try {
    const opening = answer.opening()
    if (opening) await send(opening)
    const outcome = await run((text) => send(answer.piece(text)))
    await send(answer.ending(outcome))
    if (includeUsage) await send(answer.usage(outcome))
    await send('[DONE]')
  } catch (error) {
    signal.throwIfAborted()
    // The status is sent; OpenAI's clients read a fault in the stream from an event like this.
    console.error(error)
    await send(new Fault(500, 'the engine failed').body)
  }
  response.end()
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

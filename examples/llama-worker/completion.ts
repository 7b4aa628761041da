import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Answer, type Part, type Wording } from './answer.ts'
import type { Engine } from './engine.ts'
import { Fault } from './fault.ts'
import type { Outcome } from './generation.ts'
import type { CompletionRequest } from './request.ts'
import { TokenWords } from './token-words.ts'

export interface Served {
  engine: Engine
  name: string
}

export type WordingOf = (words: TokenWords, logprobs: boolean) => Wording

/** Answers one request, whole or as a stream of server-sent events. */
export async function complete(
  { engine, name }: Served,
  wordingOf: WordingOf,
  request: CompletionRequest,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const prompt = engine.prompt(request.prompt, request.calling)
  const wording = wordingOf(new TokenWords(engine.model), request.wishes.likelihoods !== undefined)
  const answer = new Answer(wording, name)
  const run: Run = async (say) => {
    const echoed = request.echo && 'text' in request.prompt ? request.prompt.text : undefined
    const ofPrompt = { kind: 'prompt', echoed, tokens: prompt.tokens, told: request.promptLogprobs } as const
    if (request.echo && request.scores === undefined) await say({ ...ofPrompt, scores: [], tokens: [] })
    return await engine.answer(prompt, request, {
      signal,
      onScores: (scores) => say({ ...ofPrompt, scores }),
      onPiece: (piece) => say({ kind: 'text', piece }),
      onCall: (call) => say({ kind: 'call', ...call }),
      onArguments: (piece) => say({ kind: 'arguments', piece }),
    })
  }
  if (request.stream) await streamAnswer(answer, run, request.includeUsage, response, signal)
  else await wholeAnswer(answer, run, response)
}

type Run = (say: (part: Part) => void | Promise<void>) => Promise<Outcome>

async function wholeAnswer(answer: Answer, run: Run, response: ServerResponse): Promise<void> {
  const parts: Part[] = []
  const outcome = await run((part) => void parts.push(part))
  sendJson(response, 200, answer.whole(parts, outcome))
}

async function streamAnswer(
  answer: Answer,
  run: Run,
  includeUsage: boolean,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const send = async (event: object | '[DONE]' | undefined) => {
    if (event === undefined) return
    const data = typeof event === 'string' ? event : JSON.stringify(event)
    if (!response.write(`data: ${data}\n\n`)) await once(response, 'drain', { signal })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  try {
    await send(answer.opening())
    const outcome = await run((part) => send(answer.part(part)))
    await send(answer.ending(outcome))
    if (includeUsage) await send(answer.usage(outcome))
    await send('[DONE]')
  } catch (error) {
    signal.throwIfAborted()
    // The status is sent; OpenAI's clients read a fault in the stream from an event like this.
    const fault = error instanceof Fault ? error : new Fault(500, 'the engine failed')
    if (fault !== error) console.error(error)
    await send(fault.body)
  }
  response.end()
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { selectBackend } from '../../agent/src/backends/select.ts'
import { realEffects } from '../../agent/src/effects.ts'

const PIECE = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'word' }, finish_reason: null }] })}\n\n`
const END = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`

/** An engine that is done, and ends its answer when the test says so. */
async function startEngine() {
  const engine = { url: '', connections: 0, after: (response: ServerResponse): unknown => response.end() }
  const closed = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    request.resume()
    response.on('close', () => response.writableFinished || closed.resolve())
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(PIECE)
    response.write(END, () => engine.after(response))
  })
  server.on('connection', () => engine.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  engine.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { engine, stop, closed: closed.promise }
}

let started: Awaited<ReturnType<typeof startEngine>>
beforeEach(async () => {
  started = await startEngine()
})
afterEach(() => started.stop())

const effects = realEffects()

type Kind = 'worker' | 'huggingface' | 'langchain'

async function generate(backend: Kind): Promise<string> {
  const { url } = started.engine
  const endpoint_url = backend === 'worker' ? `${url}/v1/chat/completions` : `${url}/v1`
  const shared = { models: [{ name: 'tiny' }], provider: 'openai', mode: 'chat', engine_key: undefined } as const
  const { signal } = new AbortController()
  const asked = { model: 'tiny', input_text: 'Say it.', max_tokens: 64, temperature: 0.25, signal }
  let text = ''
  for await (const part of selectBackend({ ...shared, backend, endpoint_url }, effects).generate(asked)) {
    if ('text' in part) text += part.text
  }
  return text
}

test.each<Kind>(['worker', 'huggingface', 'langchain'])(
  '%s keeps the connection of an engine that ends its answer a moment after it is done',
  async (kind) => {
    for (let turn = 0; turn < 3; turn++) {
      const ended = Promise.withResolvers<void>()
      started.engine.after = (response) => setTimeout(() => response.end(() => ended.resolve()), 20)
      expect(await generate(kind)).toBe('word')
      // The answer is over, however long the timer took; the end has yet to be read.
      await ended.promise
      await pause(60)
    }
    expect(started.engine.connections).toBe(1)
  },
)

// LangChain reads on until the end; the watchdog of the run is what ends that.
test.each<Kind>(['worker', 'huggingface'])(
  '%s leaves an engine that is done and does not end its answer',
  async (kind) => {
    started.engine.after = () => undefined
    expect(await generate(kind)).toBe('word')
    await started.closed
  },
)

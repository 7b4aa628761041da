import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// An OpenAI-style engine that generates at a fixed pace, however many ask: a process of its own, as a GPU's server is.
// The first piece says how long it was in coming, so that whoever asks can tell the engine's time from the way's.
const PIECES = 20
const EVERY_MS = 20
const MODELS = JSON.stringify({ object: 'list', data: [{ id: 'bench', object: 'model' }] })
const PIECE = eventOf({ delta: { role: 'assistant', content: 'token ' }, finish_reason: null })
const END = `${eventOf({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`

function eventOf(choice: object): string {
  const choices = [{ index: 0, ...choice }]
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices })}\n\n`
}

const server = createServer((request, response) => {
  const start = performance.now()
  if (request.method === 'GET') return answer(response, 200, MODELS)
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    // An agent asks with an empty body whether this path is there.
    if (JSON.parse(text).messages) generate(response, start)
    else answer(response, 400, '{}')
  })
})

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

function generate(response: ServerResponse, start: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  let said = 0
  const beat = setInterval(() => {
    response.write(said === 0 ? PIECE.replace('token', `@${(performance.now() - start).toFixed(3)}`) : PIECE)
    if (++said === PIECES) response.end(END)
  }, EVERY_MS)
  response.on('finish', () => clearInterval(beat))
  response.on('close', () => clearInterval(beat))
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
// Nobody is left to stop it where the bench was killed.
process.on('disconnect', () => process.exit())

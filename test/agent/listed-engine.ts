import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an engine answers, by method and path, such as `GET /v1/models`; a function gets the body. All else is a 404. */
export type Answers = Record<string, unknown | ((body: Record<string, unknown>) => unknown)>

export interface ListedEngine {
  url: string
  /** May be changed while it runs. */
  answers: Answers
  asked: string[]
  close(): Promise<void>
}

/** An engine that can be asked about itself, in the documented form of one of its kind. */
export async function startListedEngine(answers: Answers): Promise<ListedEngine> {
  const engine: ListedEngine = { url: '', answers, asked: [], close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    const key = `${request.method} ${request.url}`
    engine.asked.push(key)
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const answer = engine.answers[key]
      const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {}
      const said = typeof answer === 'function' ? answer(body) : answer
      response.writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(said ?? { error: 'not found' }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  engine.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  engine.close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return engine
}

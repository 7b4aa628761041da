import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least that could relay tokens and wake a poll: no credentials, no storage, no checks. Results go to whoever reads
// the job's stream; a submission is handed to the poll that waits.
const readers = new Map<string, ServerResponse>()
let poll: ServerResponse | undefined

interface Body {
  results: { job_id: string; offset: number; tokens: string[] }[]
}

function relay({ results }: Body): unknown {
  return {
    results: results.map(({ job_id, offset, tokens }) => {
      let events = ''
      for (const [at, token] of tokens.entries())
        events += `id: 1.${offset + at}\ndata: ${JSON.stringify({ token })}\n\n`
      readers.get(job_id)?.write(events)
      return { job_id, state: 'running', next_offset: offset + tokens.length }
    }),
  }
}

const server = createServer((request, response) => {
  const [, kind, job_id = ''] = (request.url ?? '').split('/')
  if (kind === 'jobs') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    readers.set(job_id, response)
    return
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const body = JSON.parse(text)
    if (request.url === '/hosts/next-job') poll = response
    else if (request.url === '/run/model') {
      send(poll, { job_id: 'job_1', ...body })
      send(response, { job_id: 'job_1' })
    } else send(response, relay(body))
  })
})

function send(response: ServerResponse | undefined, body: unknown): void {
  const text = JSON.stringify(body)
  response?.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

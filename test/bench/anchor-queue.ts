import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { migrate } from '../../server/src/storage/migrate.ts'
import { connect } from '../../server/src/storage/sqlite.ts'
import { type RawSubmission, rawQueue } from './raw-queue.ts'

// The bare minimum that could take a submission and hand it to a host: node:http, JSON, and one SQLite transaction of
// raw SQL each, in WAL with synchronous=NORMAL. No credentials, no validation, no prices.
const file = process.argv[2] as string
await migrate({ sqlite: file })
const database = connect(file)
database.pragma('synchronous = NORMAL')
database.pragma('wal_autocheckpoint = 1000')
const queue = rawQueue(database)

const ROUTES = {
  '/run/model': (body) => ({ status: 202, answer: queue.submit(body as RawSubmission) }),
  '/hosts/next-job': (body) => claimed(body as { host_id: string; model: string }),
} satisfies Record<string, (body: unknown) => { status: number; answer: unknown }>

function claimed({ host_id, model }: { host_id: string; model: string }) {
  const job = queue.claim(model, host_id)
  return job ? { status: 200, answer: job } : { status: 404, answer: {} }
}

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const { status, answer } = ROUTES[request.url as keyof typeof ROUTES](JSON.parse(text))
    const body = JSON.stringify(answer)
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

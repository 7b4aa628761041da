import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { migrate } from '../../server/src/storage/migrate.ts'
import { connect } from '../../server/src/storage/sqlite.ts'
import { rawQueue } from './raw-queue.ts'

// The bare minimum that could take a submission: node:http, JSON, and one SQLite transaction of raw SQL that reserves,
// posts and queues, in WAL with synchronous=NORMAL. No credentials, no validation, no prices.
const file = process.argv[2] as string
await migrate({ sqlite: file })
const database = connect(file)
database.pragma('synchronous = NORMAL')
database.pragma('wal_autocheckpoint = 1000')
const queue = rawQueue(database)

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const answer = JSON.stringify(queue.submit(JSON.parse(text)))
    response
      .writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
      .end(answer)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

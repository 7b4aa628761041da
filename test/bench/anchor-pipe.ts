import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least that could stand between a buyer and an engine: the request is piped there, the answer is piped back.
const engine = process.argv[2] as string
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

const server = createServer((request, response) => {
  const { url = '/', method, headers } = request
  const call = ask(engine + url, { agent, method, headers: { ...headers, connection: 'keep-alive' } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] }).flushHeaders()
    answer.pipe(response)
  })
  call.on('error', () => response.destroy())
  request.pipe(call)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
// Nobody is left to stop it where the bench was killed.
process.on('disconnect', () => process.exit())

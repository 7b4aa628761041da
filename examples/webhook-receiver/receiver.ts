/*
 * Takes the marketplace's webhooks and prints them, with nothing but Node. Only what is signed with the secret, is not
 * older than five minutes and was not taken before gets through.
 *
 *   SECRET=whsec_... PORT=9000 npx node examples/webhook-receiver/receiver.ts
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

const { SECRET = '', PORT = '9000' } = process.env
const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64')
if (!SECRET.startsWith('whsec_') || key.length < 24) {
  console.error('SECRET must be what `mkt webhooks add` printed: whsec_...')
  process.exit(2)
}
const MOST_BYTES = 65_536
const TOLERANCE_S = 300

/** Ids that were taken; a program that must remember them over a restart keeps them with what it does about them. */
const taken = new Set<string>()

/** Whether the body is the marketplace's: one of the signatures is that of our key. */
function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false
  const wanted = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  )
  return signatures
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === wanted.length && timingSafeEqual(signature, wanted))
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MOST_BYTES) return response.writeHead(413, { connection: 'close' }).end()
    chunks.push(chunk)
  }
  // The bytes as they came: what was parsed and written again is not what was signed.
  const body = Buffer.concat(chunks)
  if (request.method !== 'POST' || !isGenuine(request.headers, body)) return response.writeHead(401).end()
  const id = request.headers['webhook-id'] as string
  // An event whose answer was lost comes again: it is acknowledged, and nothing is done about it.
  if (!taken.has(id)) {
    taken.add(id)
    const { type, data } = JSON.parse(body.toString()) as { type: string; data: object }
    console.log(`${id} ${type} ${JSON.stringify(data)}`)
  }
  response.writeHead(204).end()
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as { port: number }).port}/`)
})

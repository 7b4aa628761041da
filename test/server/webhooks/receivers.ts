import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebhookEvent, webhookEvents } from '@mkt/schemas'
import { Webhook } from 'standardwebhooks'
import type { Attempt } from '../../../server/src/webhooks/schedule.ts'
import type { Post, Sender } from '../../../server/src/webhooks/send.ts'

export const arrives: Attempt = { status_code: 200, error: null }
export const breaks: Attempt = { status_code: 500, error: 'it answered 500' }

/** A sender that asks a script instead of the network, and remembers what was posted in order. */
export function scriptedSender(answer: (post: Post) => Attempt | Promise<Attempt> = () => arrives) {
  const posts: Post[] = []
  const sender: Sender = {
    async send(post) {
      posts.push(post)
      return await answer(post)
    },
    close: async () => undefined,
  }
  return { posts, sender }
}

/** The payload of a post: of its type's declared shape, with no member beside it. */
export function eventOf({ body }: { body: string }): WebhookEvent {
  const { type } = JSON.parse(body) as { type: keyof typeof webhookEvents }
  const { payload } = webhookEvents[type]
  const strict = payload.extend({ data: payload.shape.data.strict() }).strict()
  return strict.parse(JSON.parse(body)) as WebhookEvent
}

/** Throws unless the reference implementation takes the signature; its clock is the real one. */
export function verify(secret: string, { headers, body }: { headers: Record<string, string>; body: string }): unknown {
  return new Webhook(secret).verify(body, headers)
}

export interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver on loopback that answers as told and remembers what it got. */
export async function startReceiver(answer: (received: Received) => number | Promise<number> = () => 204) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method, url, headers } = request
    const one = { method, url, headers, body }
    received.push(one)
    const status = await answer(one)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

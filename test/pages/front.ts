import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DOCUMENTS_PATH } from '@mkt/schemas'

/** A documents service, and the key that it knows everybody by. */
export interface Documents {
  url: string
  authorization: string
}

/**
 * A cable to a market that can be cut, and a documents service of another database below its path, in the name of
 * whoever is signed in at the market.
 */
export async function startFront(market: string, documents: Documents | undefined, at: { name: string; port: number }) {
  let down = false
  const server = createServer((asked, answer) => {
    if (down) return void asked.socket.destroy()
    const path = (asked.url ?? '/').split('?')[0] ?? '/'
    if (!documents || !path.startsWith(`${DOCUMENTS_PATH}/`)) return passOn(market + asked.url, asked, answer)
    void isSignedIn(market, asked).then((known) =>
      passOn(documents.url + asked.url?.slice(DOCUMENTS_PATH.length), asked, answer, known && documents.authorization),
    )
  })
  await new Promise<void>((resolve) => server.listen(at.port, '127.0.0.1', resolve))
  return {
    url: `http://${at.name}:${(server.address() as AddressInfo).port}`,
    /** Cuts all connections, and takes no more until it is up again. */
    fail(is: boolean) {
      down = is
      if (is) server.closeAllConnections()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function isSignedIn(market: string, { headers }: IncomingMessage): Promise<boolean> {
  const { status } = await fetch(`${market}/session`, { headers: { cookie: headers.cookie ?? '' } })
  return status === 200
}

function passOn(url: string, asked: IncomingMessage, answer: ServerResponse, authorization: string | false = false) {
  const { headers } = asked
  const options = { method: asked.method, headers: { ...headers, ...(authorization ? { authorization } : {}) } }
  const further = request(url, options, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
    answer.on('close', () => response.destroy())
  })
  further.on('error', () => answer.destroy())
  asked.pipe(further)
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { market as endpoints } from '@mkt/schemas'

/**
 * Has requests of one kind begin one a turn of the event loop, in the order in which they came; all others begin at
 * once. So whoever sends hundreds of that kind at a time keeps others waiting for one of them, and not for hundreds:
 * between two turns the loop looks at what else has come.
 */
export function oneATurn(isOne: (request: IncomingMessage) => boolean, answer: RequestListener): RequestListener {
  const waiting: [IncomingMessage, ServerResponse & { req: IncomingMessage }][] = []
  let turning = false
  const turn = () => {
    const next = waiting.shift()
    turning = next !== undefined
    if (!next) return
    // Armed before the answer, which may throw.
    setImmediate(turn)
    const [request, response] = next
    // Whoever has left meanwhile is not answered.
    if (!response.destroyed) answer(request, response)
  }
  return (request, response) => {
    if (!isOne(request)) return answer(request, response)
    waiting.push([request, response])
    if (turning) return
    turning = true
    setImmediate(turn)
  }
}

/** A login by username and password in a header. */
export const isLogin = ({ headers: { authorization = '' } }: IncomingMessage) => /^basic /i.test(authorization)

/** A login in a header, or one that opens a session by the password in its body. */
export const triesPassword = (request: IncomingMessage) =>
  isLogin(request) || (request.method === 'POST' && request.url === endpoints.createSession.path)

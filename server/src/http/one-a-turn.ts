import type { IncomingMessage, RequestListener } from 'node:http'
import { market as endpoints } from '@mkt/schemas'
import { TurnQueue } from '../base/turn-queue.ts'

/** Has requests of one kind begin one a turn of the event loop, in the order in which they came; all others at once. */
export function oneATurn(isOne: (request: IncomingMessage) => boolean, answer: RequestListener): RequestListener {
  const queue = new TurnQueue()
  return (request, response) => {
    if (!isOne(request)) return answer(request, response)
    queue.begin(() => {
      // Whoever has left meanwhile is not answered.
      if (!response.destroyed) answer(request, response)
    })
  }
}

/** A login by username and password in a header. */
export const isLogin = ({ headers: { authorization = '' } }: IncomingMessage) => /^basic /i.test(authorization)

/** A login in a header, or one that opens a session by the password in its body. */
export const triesPassword = (request: IncomingMessage) =>
  isLogin(request) || (request.method === 'POST' && request.url === endpoints.createSession.path)

import type { IncomingMessage, RequestListener } from 'node:http'
import { DOCUMENTS_PATH, writeJson } from '@mkt/schemas'
import type { User } from '../accounts/authenticate.ts'
import { type SessionDeps, signedIn } from '../accounts/sessions/sessions.ts'
import { DomainError } from '../base/errors.ts'
import { documentsErrorForm } from './error-form.ts'
import { sentBy } from './session-cookie.ts'

const DOOR = `${DOCUMENTS_PATH}/`

/** Requests that came in by the door, with whose session they bear; nothing that is sent can put one here. */
const cameIn = new WeakMap<IncomingMessage, User>()

/** Who is signed in on the browser of a request that came in by the door. */
export const userByDoor = (request: IncomingMessage): User | undefined => cameIn.get(request)

interface Door {
  sessions: SessionDeps
  /** Undefined where the documents service is no part of this process. */
  documents: RequestListener | undefined
}

/**
 * Both services of one origin and one login: what is asked for below the door goes to the documents service in the name
 * of who is signed in, everything else to the market. Without a session nobody comes in, whatever else is sent.
 */
export function withDocumentsDoor(market: RequestListener, { sessions, documents }: Door): RequestListener {
  return (request, response) => {
    if (!request.url?.startsWith(DOOR)) return market(request, response)
    const refuse = (error: DomainError) => {
      const body = writeJson(documentsErrorForm.bodyOf(documentsErrorForm.speak(error), ''))
      const head = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
      response.writeHead(documentsErrorForm.statusOf(documentsErrorForm.speak(error).code), head).end(body)
    }
    if (!documents) return refuse(new DomainError('not_found', 'The documents service is no part of this server.'))
    signedIn(sessions, sentBy(request)).then(
      (session) => {
        if (!session) return refuse(new DomainError('unauthorized', 'Nobody is signed in.'))
        cameIn.set(request, session.user)
        // Keys of the documents service do not mix with a session.
        delete request.headers.authorization
        request.url = request.url?.slice(DOOR.length - 1)
        documents(request, response)
      },
      (error) => {
        if (error instanceof DomainError) return refuse(error)
        sessions.log.error({ err: error }, 'a session could not be looked up')
        refuse(new DomainError('internal_error', 'The server failed.'))
      },
    )
  }
}

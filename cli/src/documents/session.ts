import { documents as endpoints } from '@mkt/schemas'
import { ApiError, type Client } from '@mkt/schemas/client'
import { DEFAULT_DOCUMENTS_SERVER } from '../default-servers.ts'
import { Failure } from '../failure.ts'
import { type GlobalOptions, openSession } from '../session.ts'
import { documentWords } from '../words/documents.ts'
import { DOCUMENTS_KEY } from '../words/hints.ts'
import { explainDocuments } from './explain.ts'

/** One run of the program against one documents service, with a key for it. */
export interface DocumentsSession {
  server: string
  client: Client
  now: () => number
  monotonic: () => number
  random: () => number
}

/** The service and its key: MKT_DOCS_SERVER and MKT_DOCS_KEY, or --server and the key that `docs login` saved. */
export async function openDocumentsSession(options: GlobalOptions): Promise<DocumentsSession> {
  const session = await openKeyless(options)
  if (session.hasToken) {
    const { server, client, config } = session
    return { server, client, now: config.now, monotonic: config.monotonic, random: config.random }
  }
  throw new Failure('unauthorized', documentWords.noKey(session.server), [...DOCUMENTS_KEY, documentWords.ownKey])
}

/** As openDocumentsSession, also where there is no key yet. */
export async function openKeyless(options: GlobalOptions) {
  const { readConfig } = await import('../config.ts')
  const config = readConfig()
  const server = options.server ?? config.documentsServer ?? DEFAULT_DOCUMENTS_SERVER
  return await openSession({ server }, { ...config, token: config.documentsKey })
}

/** Whether the service accepts the client's key; any other trouble is thrown. */
export async function isAccepted(client: Client): Promise<boolean> {
  try {
    await client.call(endpoints.listDocuments, { query: { limit: 1 } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw explainDocuments(error)
  }
}

import { DOCUMENTS_PATH } from '@mkt/schemas'
import { type Client, createFetchClient } from '@mkt/schemas/fetch-client'
import { send } from './api.ts'

/** The documents service, in the name of whoever is signed in. */
export const documentsApi: Client = createFetchClient({ baseUrl: location.origin + DOCUMENTS_PATH, fetch: send })

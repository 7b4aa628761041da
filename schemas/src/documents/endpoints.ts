import { defineEndpoint, type Endpoint } from '../endpoint.ts'
import { documentsHealth } from './health.ts'

const health = defineEndpoint({
  name: 'documentsHealth',
  method: 'GET',
  path: '/health',
  credential: 'none',
  summary: 'Is the documents service up',
  answers: { 200: documentsHealth },
  errors: [],
})

/** Every endpoint of the documents service, by name. */
export const documents = { health } satisfies Record<string, Endpoint>

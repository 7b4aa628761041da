import { anthropicAnswer, anthropicRequest } from '../anthropic.ts'
import { defineEndpoint } from '../endpoint.ts'
import { doorErrors } from './door-errors.ts'

const createMessage = defineEndpoint({
  name: 'createMessage',
  method: 'POST',
  path: '/v1/messages',
  credential: 'user',
  keyHeader: 'x-api-key',
  scope: 'jobs:write',
  summary:
    'A chat as Anthropic takes it, its key in X-Api-Key too; with "stream": true as events. A dropped one is cancelled',
  body: anthropicRequest,
  answers: { 200: anthropicAnswer },
  alternatives: [
    { contentType: 'text/event-stream', description: 'With "stream": true: events from message_start to message_stop' },
  ],
  errors: doorErrors,
})

/** The door for clients that speak Anthropic's format. */
export const anthropicEndpoints = { createMessage }

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { deletedResponse, response, responseId, responseRequest } from '../responses.ts'
import { doorErrors } from './door-errors.ts'

const params = z.object({ response_id: responseId })

const createResponse = defineEndpoint({
  name: 'createResponse',
  method: 'POST',
  path: '/v1/responses',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'A response as OpenAI takes it, kept unless "store" is false; previous_response_id needs jobs:read',
  body: responseRequest,
  answers: { 200: response },
  alternatives: [
    { contentType: 'text/event-stream', description: 'With "stream": true: events from response.created on' },
  ],
  errors: [...doorErrors, 'not_found'],
})

const getResponse = defineEndpoint({
  name: 'getResponse',
  method: 'GET',
  path: '/v1/responses/{response_id}',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'A response that is kept: as long as the texts of its job are',
  params,
  answers: { 200: response },
  errors: ['not_found'],
})

const deleteResponse = defineEndpoint({
  name: 'deleteResponse',
  method: 'DELETE',
  path: '/v1/responses/{response_id}',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Erase what was asked and answered; one that goes on is cancelled',
  params,
  answers: { 200: deletedResponse },
  errors: ['not_found'],
})

/** OpenAI's newer form of chats. */
export const responseEndpoints = { createResponse, getResponse, deleteResponse }

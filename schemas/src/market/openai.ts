import { defineEndpoint } from '../endpoint.ts'
import { chatCompletion, chatRequest, completion, completionRequest, openAiModels } from '../openai.ts'

const errors = ['conflict', 'insufficient_credits', 'model_not_found', 'too_many_queued', 'no_host_available'] as const

const chunks = [
  {
    contentType: 'text/event-stream',
    description:
      'With "stream": true: chunks as `data: {...}`, at the end `data: [DONE]`; a failure as `data: {"error": ...}`',
  },
]

const openAiModelList = defineEndpoint({
  name: 'openAiModelList',
  method: 'GET',
  path: '/v1/models',
  credential: 'user',
  summary: 'Models on offer, as OpenAI lists them',
  answers: { 200: openAiModels },
  errors: [],
})

const chatCompletions = defineEndpoint({
  name: 'chatCompletions',
  method: 'POST',
  path: '/v1/chat/completions',
  credential: 'user',
  summary: 'A chat as OpenAI takes it; with "stream": true as server-sent chunks. A dropped request is cancelled',
  body: chatRequest,
  answers: { 200: chatCompletion },
  alternatives: chunks,
  errors,
})

const completions = defineEndpoint({
  name: 'completions',
  method: 'POST',
  path: '/v1/completions',
  credential: 'user',
  summary: 'A prompt as OpenAI takes it; with "stream": true as server-sent chunks. A dropped request is cancelled',
  body: completionRequest,
  answers: { 200: completion },
  alternatives: chunks,
  errors,
})

/** The door for clients that speak OpenAI. */
export const openAiEndpoints = { openAiModelList, chatCompletions, completions }

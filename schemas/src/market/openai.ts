import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { modelName } from '../model-name.ts'
import { chatCompletion, chatRequest, completion, completionRequest, openAiModel, openAiModels } from '../openai.ts'
import { embeddings as embeddingsAnswer, embeddingsRequest, reranked, rerankRequest } from '../openai-embeddings.ts'
import { doorErrors } from './door-errors.ts'

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
  scope: null,
  summary: 'Models on offer, as OpenAI lists them',
  answers: { 200: openAiModels },
  errors: [],
})

const openAiModelByName = defineEndpoint({
  name: 'openAiModelByName',
  method: 'GET',
  path: '/v1/models/{model}',
  restOfPath: true,
  credential: 'user',
  scope: null,
  summary: 'One model on offer, as OpenAI describes it; its name may have slashes',
  params: z.object({ model: modelName }),
  answers: { 200: openAiModel },
  errors: ['model_not_found', 'not_found'],
})

const chatCompletions = defineEndpoint({
  name: 'chatCompletions',
  method: 'POST',
  path: '/v1/chat/completions',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'A chat as OpenAI takes it; with "stream": true as server-sent chunks. A dropped request is cancelled',
  body: chatRequest,
  answers: { 200: chatCompletion },
  alternatives: chunks,
  errors: doorErrors,
})

const completions = defineEndpoint({
  name: 'completions',
  method: 'POST',
  path: '/v1/completions',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'A prompt as OpenAI takes it; with "stream": true as server-sent chunks. A dropped request is cancelled',
  body: completionRequest,
  answers: { 200: completion },
  alternatives: chunks,
  errors: doorErrors,
})

const embeddings = defineEndpoint({
  name: 'embeddings',
  method: 'POST',
  path: '/v1/embeddings',
  credential: 'user',
  scope: 'jobs:write',
  summary:
    'Vectors of texts as OpenAI takes and gives them, at the price of tokens read. A dropped request is cancelled',
  body: embeddingsRequest,
  answers: { 200: embeddingsAnswer },
  errors: doorErrors,
})

const rerank = defineEndpoint({
  name: 'rerank',
  method: 'POST',
  path: '/v1/rerank',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'How well documents answer a query, as Cohere and Jina take and give it. A dropped request is cancelled',
  body: rerankRequest,
  answers: { 200: reranked },
  errors: doorErrors,
})

/** The door for clients that speak OpenAI. */
export const openAiEndpoints = {
  openAiModelList,
  openAiModelByName,
  chatCompletions,
  completions,
  embeddings,
  rerank,
}

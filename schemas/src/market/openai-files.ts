import { z } from 'zod'
import { batchId } from '../batch.ts'
import { defineEndpoint } from '../endpoint.ts'
import {
  deletedFile,
  file,
  fileId,
  fileList,
  fileListQuery,
  newFile,
  openAiBatch,
  openAiBatchList,
  openAiBatchListQuery,
  openAiNewBatch,
} from '../openai-files.ts'

const one = z.object({ file_id: fileId })
const oneBatch = z.object({ batch_id: batchId })

const createFile = defineEndpoint({
  name: 'createFile',
  method: 'POST',
  path: '/v1/files',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Upload the requests of a batch, as OpenAI takes them',
  multipart: newFile,
  answers: { 200: file },
  errors: ['invalid_request', 'payload_too_large', 'too_many_queued', 'unsupported_media_type'],
})

const listFiles = defineEndpoint({
  name: 'listFiles',
  method: 'GET',
  path: '/v1/files',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Own files: those that were sent, and what batches were answered with',
  query: fileListQuery,
  answers: { 200: fileList },
  errors: [],
})

const getFile = defineEndpoint({
  name: 'getFile',
  method: 'GET',
  path: '/v1/files/{file_id}',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'One own file: its name, size and purpose',
  params: one,
  answers: { 200: file },
  errors: ['not_found'],
})

const fileContent = defineEndpoint({
  name: 'fileContent',
  method: 'GET',
  path: '/v1/files/{file_id}/content',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'What is in a file, a JSON object a line',
  params: one,
  answers: { 200: { contentType: 'application/jsonl', description: 'An object a line' } },
  errors: ['not_found'],
})

const deleteFile = defineEndpoint({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/v1/files/{file_id}',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Delete a file; a batch that has begun goes on without it',
  params: one,
  answers: { 200: deletedFile },
  errors: ['not_found'],
})

const createOpenAiBatch = defineEndpoint({
  name: 'createOpenAiBatch',
  method: 'POST',
  path: '/v1/batches',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Run the requests of a file within a day, at prices that the caller may bound; tokens with a limit may not',
  body: openAiNewBatch,
  answers: { 200: openAiBatch },
  errors: ['not_found', 'too_many_queued'],
})

const listOpenAiBatches = defineEndpoint({
  name: 'listOpenAiBatches',
  method: 'GET',
  path: '/v1/batches',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Own batches of files, newest first',
  query: openAiBatchListQuery,
  answers: { 200: openAiBatchList },
  errors: [],
})

const getOpenAiBatch = defineEndpoint({
  name: 'getOpenAiBatch',
  method: 'GET',
  path: '/v1/batches/{batch_id}',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'One own batch of a file: how far it is, and where its answers are',
  params: oneBatch,
  answers: { 200: openAiBatch },
  errors: ['not_found'],
})

const cancelOpenAiBatch = defineEndpoint({
  name: 'cancelOpenAiBatch',
  method: 'POST',
  path: '/v1/batches/{batch_id}/cancel',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Stop a batch of a file; what was answered by then is in its files',
  params: oneBatch,
  answers: { 200: openAiBatch },
  errors: ['not_found'],
})

/** Batches for clients that speak OpenAI. */
export const openAiFileEndpoints = {
  createFile,
  listFiles,
  getFile,
  fileContent,
  deleteFile,
  createOpenAiBatch,
  listOpenAiBatches,
  getOpenAiBatch,
  cancelOpenAiBatch,
}

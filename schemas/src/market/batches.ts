import { z } from 'zod'
import { batch, batchId, batchLines, batchList, batchListQuery, batchResultsQuery, newBatch } from '../batch.ts'
import { defineEndpoint } from '../endpoint.ts'

const one = z.object({ batch_id: batchId })

const createBatch = defineEndpoint({
  name: 'createBatch',
  method: 'POST',
  path: '/batches',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Begin a batch: lines are added next, and become jobs once it is started; tokens with a limit may not',
  body: newBatch,
  answers: { 201: batch },
  errors: ['too_many_queued'],
})

const addBatchLines = defineEndpoint({
  name: 'addBatchLines',
  method: 'POST',
  path: '/batches/{batch_id}/lines',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Add lines to an open batch; `first` is how many it has, so that a repeated call adds nothing twice',
  params: one,
  body: batchLines,
  answers: { 200: batch },
  errors: ['not_found', 'conflict', 'payload_too_large', 'too_many_queued'],
})

const startBatch = defineEndpoint({
  name: 'startBatch',
  method: 'POST',
  path: '/batches/{batch_id}/start',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Have the lines become jobs, some hundred at a time, until all have ended; nobody has to stay',
  params: one,
  answers: { 200: batch },
  errors: ['not_found', 'conflict'],
})

const cancelBatch = defineEndpoint({
  name: 'cancelBatch',
  method: 'POST',
  path: '/batches/{batch_id}/cancel',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Stop a batch: its queued and running jobs are cancelled, what has ended stays',
  params: one,
  answers: { 200: batch },
  errors: ['not_found'],
})

const listBatches = defineEndpoint({
  name: 'listBatches',
  method: 'GET',
  path: '/batches',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Own batches, newest first',
  query: batchListQuery,
  answers: { 200: batchList },
  errors: [],
})

const getBatch = defineEndpoint({
  name: 'getBatch',
  method: 'GET',
  path: '/batches/{batch_id}',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'One own batch: how far it is, and what it cost so far',
  params: one,
  answers: { 200: batch },
  errors: ['not_found'],
})

const batchResults = defineEndpoint({
  name: 'batchResults',
  method: 'GET',
  path: '/batches/{batch_id}/results',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'The lines of a batch in their order, each with its job and answer as far as they are there',
  params: one,
  query: batchResultsQuery,
  answers: { 200: { contentType: 'application/jsonl', description: 'An object a line' } },
  alternatives: [{ contentType: 'text/csv', description: 'For format=csv: a table with the same members' }],
  errors: ['not_found'],
})

/** Many prompts of one kind, run by the server while nobody watches. */
export const batchEndpoints = {
  createBatch,
  addBatchLines,
  startBatch,
  cancelBatch,
  listBatches,
  getBatch,
  batchResults,
}

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { job, jobId, jobList, jobListQuery, jobQuery, runRequest, submittedJob } from '../job.ts'

const oneJob = z.object({ job_id: jobId })

const runModel = defineEndpoint({
  name: 'runModel',
  method: 'POST',
  path: '/run/model',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Submit a job: a text, or the messages of a chat',
  body: runRequest,
  idempotent: true,
  answers: { 202: submittedJob },
  errors: [
    'idempotency_conflict',
    'insufficient_credits',
    'model_not_found',
    'not_found',
    'too_many_queued',
    'no_host_available',
  ],
})

const listJobs = defineEndpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/jobs',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Own jobs, newest first: all, or those of a state, a model, some days, or with a text in them',
  query: jobListQuery,
  answers: { 200: jobList },
  errors: [],
})

const getJob = defineEndpoint({
  name: 'getJob',
  method: 'GET',
  path: '/jobs/{job_id}',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'One own job, with detail=full its chat too; ?wait=30 answers when it has ended, or after so many seconds',
  params: oneJob,
  query: jobQuery,
  answers: { 200: job },
  errors: ['not_found'],
})

const cancelJob = defineEndpoint({
  name: 'cancelJob',
  method: 'POST',
  path: '/jobs/{job_id}/cancel',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Cancel a job; pieces received so far are charged, the rest is released',
  params: oneJob,
  answers: { 200: job },
  errors: ['not_found'],
})

const streamJob = defineEndpoint({
  name: 'streamJob',
  method: 'GET',
  path: '/jobs/{job_id}/stream',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'The tokens of a job as server-sent events; Last-Event-ID resumes',
  params: oneJob,
  answers: {
    200: {
      contentType: 'text/event-stream',
      description:
        'One event for each token, `data: {"token":"..."}` with `id: <attempt>.<offset>`; of a failed job ' +
        '`event: error` with `data: {"error":"<code>"}`; at the end `data: [DONE]`.',
    },
  },
  errors: ['not_found'],
})

/** What a buyer does with jobs. */
export const jobEndpoints = { runModel, listJobs, getJob, cancelJob, streamJob }

import { z } from 'zod'
import {
  adminDispute,
  adminDisputeList,
  adminDisputeQuery,
  dispute,
  disputeDecision,
  disputedJob,
  disputeList,
  disputeQuery,
  newDispute,
  ownDisputeQuery,
} from '../dispute.ts'
import { defineEndpoint } from '../endpoint.ts'
import { jobId } from '../job.ts'

const disputeJob = defineEndpoint({
  name: 'disputeJob',
  method: 'POST',
  path: '/jobs/{job_id}/dispute',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Say that an ended job is not worth what it cost: what its host earned waits until an operator decides',
  params: z.object({ job_id: jobId }),
  body: newDispute,
  answers: { 201: dispute },
  errors: ['not_found', 'conflict', 'rate_limited'],
})

const listDisputes = defineEndpoint({
  name: 'listDisputes',
  method: 'GET',
  path: '/users/me/disputes',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Own disputes, newest job first',
  query: ownDisputeQuery,
  answers: { 200: disputeList },
  errors: [],
})

const hostDisputes = defineEndpoint({
  name: 'hostDisputes',
  method: 'GET',
  path: '/hosts/me/disputes',
  credential: 'host',
  summary: 'Disputes of jobs of this host, newest job first',
  query: disputeQuery,
  answers: { 200: disputeList },
  errors: [],
})

const adminDisputes = defineEndpoint({
  name: 'adminDisputes',
  method: 'GET',
  path: '/admin/disputes',
  credential: 'admin',
  summary: 'Disputes of all jobs, newest job first',
  query: adminDisputeQuery,
  answers: { 200: adminDisputeList },
  errors: [],
})

const showDispute = defineEndpoint({
  name: 'showDispute',
  method: 'GET',
  path: '/admin/jobs/{job_id}/dispute',
  credential: 'admin',
  summary: 'A dispute with what its job was asked and answered',
  params: z.object({ job_id: jobId }),
  answers: { 200: disputedJob },
  errors: ['not_found'],
})

const decideDispute = defineEndpoint({
  name: 'decideDispute',
  method: 'POST',
  path: '/admin/jobs/{job_id}/dispute',
  credential: 'admin',
  summary: 'Refund a disputed job, or reject the dispute, which gives its host what it earned',
  params: z.object({ job_id: jobId }),
  body: disputeDecision,
  answers: { 200: adminDispute },
  errors: ['not_found', 'conflict'],
})

/** Jobs that are not worth what they cost. */
export const disputeEndpoints = { disputeJob, listDisputes, hostDisputes, adminDisputes, showDispute, decideDispute }

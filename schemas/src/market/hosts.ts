import { defineEndpoint } from '../endpoint.ts'
import { heartbeat, heartbeatAnswer, ownHost, registeredHost, registration } from '../host.ts'
import { jobOffer, nextJobRequest, resultsAnswer, resultsRequest } from '../job.ts'

const registerHost = defineEndpoint({
  name: 'registerHost',
  method: 'POST',
  path: '/hosts/register',
  credential: 'optional-user',
  summary: "Register a GPU machine; sent with a user's credentials, the host is owned by that user",
  body: registration,
  answers: { 201: registeredHost },
  errors: ['unauthorized', 'rate_limited'],
})

const heartbeatHost = defineEndpoint({
  name: 'heartbeatHost',
  method: 'POST',
  path: '/hosts/heartbeat',
  credential: 'host',
  summary: 'Say every 30 s that the host is up, how busy it is and which models it can run now',
  body: heartbeat,
  answers: { 200: heartbeatAnswer },
  errors: [],
})

const nextJob = defineEndpoint({
  name: 'nextJob',
  method: 'POST',
  path: '/hosts/next-job',
  credential: 'host',
  summary: 'Claim a job; wait_seconds makes it a long poll and the offer a full one',
  body: nextJobRequest,
  answers: { 200: jobOffer, 204: null },
  errors: [],
})

const results = defineEndpoint({
  name: 'results',
  method: 'POST',
  path: '/hosts/results',
  credential: 'host',
  summary: 'Tokens and ends of all running jobs of the host; every call may be repeated',
  body: resultsRequest,
  answers: { 200: resultsAnswer },
  errors: [],
})

const hostMe = defineEndpoint({
  name: 'hostMe',
  method: 'GET',
  path: '/hosts/me',
  credential: 'host',
  summary: 'The host as its owner sees it: balance, totals, running jobs, why no jobs',
  answers: { 200: ownHost },
  errors: [],
})

/** What a host does. */
export const hostEndpoints = { registerHost, heartbeatHost, nextJob, results, hostMe }

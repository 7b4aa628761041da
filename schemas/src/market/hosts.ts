import { defineEndpoint } from '../endpoint.ts'
import { heartbeat, heartbeatAnswer, hostChange, ownHost, registeredHost, registration, rotatedKey } from '../host.ts'
import { HOST_CHANNEL, hostFrame, serverFrame } from '../host-channel.ts'
import { jobOffer, nextJobRequest } from '../job.ts'
import { resultsAnswer, resultsRequest } from '../job-result.ts'
import { createdWithdrawal, newWithdrawal, ownWithdrawalList, withdrawalQuery } from '../withdrawal.ts'

const registerHost = defineEndpoint({
  name: 'registerHost',
  method: 'POST',
  path: '/hosts/register',
  credential: 'optional-user',
  scope: 'hosts:write',
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
  errors: ['rate_limited'],
})

const connectHost = defineEndpoint({
  name: 'connectHost',
  method: 'GET',
  path: '/hosts/connect',
  credential: 'host',
  summary:
    'In place of the calls above: a WebSocket of the protocol mkt-host.1, each message a HostFrame or a ServerFrame',
  upgrade: { protocol: HOST_CHANNEL, sent: hostFrame, received: serverFrame },
  answers: { 101: null },
  errors: ['upgrade_required'],
})

const hostMe = defineEndpoint({
  name: 'hostMe',
  method: 'GET',
  path: '/hosts/me',
  credential: 'host',
  evenRefused: true,
  summary: 'The host as its owner sees it: balance, totals, running jobs, why no jobs',
  answers: { 200: ownHost },
  errors: [],
})

const changeHost = defineEndpoint({
  name: 'changeHost',
  method: 'PATCH',
  path: '/hosts/me',
  credential: 'host',
  summary: 'Change price, models or the GPU that buyers see, pause or resume; jobs claimed before keep their price',
  body: hostChange,
  answers: { 200: ownHost },
  errors: [],
})

const rotateHostKey = defineEndpoint({
  name: 'rotateHostKey',
  method: 'POST',
  path: '/hosts/me/rotate-key',
  credential: 'host',
  summary: 'A new key for the host; the old one is revoked at once',
  answers: { 200: rotatedKey },
  errors: [],
})

const createWithdrawal = defineEndpoint({
  name: 'createWithdrawal',
  method: 'POST',
  path: '/hosts/withdrawals',
  credential: 'user-or-host',
  scope: 'withdraw',
  guarded: true,
  summary: "Withdraw earnings; an owned host's with its owner's credentials, an unowned one's with its key",
  body: newWithdrawal,
  idempotent: true,
  answers: { 201: createdWithdrawal },
  errors: ['idempotency_conflict', 'insufficient_credits', 'not_found', 'conflict'],
})

const listWithdrawals = defineEndpoint({
  name: 'listWithdrawals',
  method: 'GET',
  path: '/hosts/withdrawals',
  credential: 'user-or-host',
  scope: 'hosts:write',
  summary: 'Withdrawals of the host, or of all hosts of the user, newest first',
  query: withdrawalQuery,
  answers: { 200: ownWithdrawalList },
  errors: ['not_found'],
})

/** What a host does. */
export const hostEndpoints = {
  registerHost,
  heartbeatHost,
  nextJob,
  results,
  connectHost,
  hostMe,
  changeHost,
  rotateHostKey,
  createWithdrawal,
  listWithdrawals,
}

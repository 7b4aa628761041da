import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { hostId } from '../host.ts'
import { hostVerification, newAppeal, verdictDecision, verdictQueue, verdictQueueQuery } from '../verification.ts'

const params = z.object({ host_id: hostId })

const verification = defineEndpoint({
  name: 'verification',
  method: 'GET',
  path: '/hosts/me/verification',
  credential: 'host',
  evenRefused: true,
  summary: 'Whether the host was shown to run the models that it names, which jobs counted, and why',
  answers: { 200: hostVerification },
  errors: [],
})

const appeal = defineEndpoint({
  name: 'appeal',
  method: 'POST',
  path: '/hosts/me/verification/appeal',
  credential: 'host',
  evenRefused: true,
  summary: 'Say why a refusal is wrong: an operator reads it and decides',
  body: newAppeal,
  answers: { 200: hostVerification },
  errors: ['conflict'],
})

const ownedVerification = defineEndpoint({
  name: 'ownedVerification',
  method: 'GET',
  path: '/users/me/hosts/{host_id}/verification',
  credential: 'user',
  scope: 'hosts:write',
  summary: "The same of a host of the user's",
  params,
  answers: { 200: hostVerification },
  errors: ['not_found'],
})

const ownedAppeal = defineEndpoint({
  name: 'ownedAppeal',
  method: 'POST',
  path: '/users/me/hosts/{host_id}/verification/appeal',
  credential: 'user',
  scope: 'hosts:write',
  summary: "Say why the refusal of a host of the user's is wrong",
  params,
  body: newAppeal,
  answers: { 200: hostVerification },
  errors: ['not_found', 'conflict'],
})

const adminVerification = defineEndpoint({
  name: 'adminVerification',
  method: 'GET',
  path: '/admin/verification',
  credential: 'admin',
  summary: 'Hosts that are refused or on watch, open appeals first',
  query: verdictQueueQuery,
  answers: { 200: verdictQueue },
  errors: [],
})

const showVerificationOf = defineEndpoint({
  name: 'showVerificationOf',
  method: 'GET',
  path: '/admin/hosts/{host_id}/verification',
  credential: 'admin',
  summary: 'All that checks of a host have shown',
  params,
  answers: { 200: hostVerification },
  errors: ['not_found'],
})

const decideVerdict = defineEndpoint({
  name: 'decideVerdict',
  method: 'POST',
  path: '/admin/hosts/{host_id}/verification',
  credential: 'admin',
  summary: 'Uphold a refusal, or lift it: then the host is let in again, with what it earned, and tested anew',
  params,
  body: verdictDecision,
  answers: { 200: hostVerification },
  errors: ['not_found', 'conflict'],
})

/** Whether hosts run the models that they name. */
export const verificationEndpoints = {
  verification,
  appeal,
  ownedVerification,
  ownedAppeal,
  adminVerification,
  showVerificationOf,
  decideVerdict,
}

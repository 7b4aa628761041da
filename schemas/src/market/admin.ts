import { z } from 'zod'
import { creditGrant, grantedCredits, user, userChange, userList, userListQuery, userRef } from '../account.ts'
import { actList, actQuery } from '../act.ts'
import { adminHost, adminHostChange, adminHostList, adminHostQuery } from '../admin-host.ts'
import { madeDocumentsKey } from '../documents-key.ts'
import {
  decidedEarnings,
  earningsDecision,
  earningsHistory,
  frozenEarningsList,
  frozenEarningsQuery,
} from '../earnings.ts'
import { defineEndpoint } from '../endpoint.ts'
import { hostId } from '../host.ts'
import { adminWithdrawalQuery, resolution, withdrawal, withdrawalId, withdrawalList } from '../withdrawal.ts'

const adminUsers = defineEndpoint({
  name: 'adminUsers',
  method: 'GET',
  path: '/admin/users',
  credential: 'admin',
  summary:
    'All users, newest first; with search those whose name or email address holds it, with detail=full who is disabled',
  query: userListQuery,
  answers: { 200: userList },
  errors: [],
})

const adminHosts = defineEndpoint({
  name: 'adminHosts',
  method: 'GET',
  path: '/admin/hosts',
  credential: 'admin',
  summary: 'All hosts, newest first, or with first=flagged those that are flagged; with detail=full how they are',
  query: adminHostQuery,
  answers: { 200: adminHostList },
  errors: [],
})

const grantCredits = defineEndpoint({
  name: 'grantCredits',
  method: 'POST',
  path: '/admin/users/{user_id}/credits',
  credential: 'admin',
  summary: 'Issue credits to a user',
  params: z.object({ user_id: userRef }),
  body: creditGrant,
  idempotent: true,
  answers: { 201: grantedCredits },
  errors: ['not_found', 'idempotency_conflict'],
})

const changeUser = defineEndpoint({
  name: 'changeUser',
  method: 'PATCH',
  path: '/admin/users/{user_id}',
  credential: 'admin',
  summary: 'Shut a user out with all hosts that they own, or let them in again',
  params: z.object({ user_id: userRef }),
  body: userChange,
  answers: { 200: user },
  errors: ['not_found', 'conflict'],
})

const changeAnyHost = defineEndpoint({
  name: 'changeAnyHost',
  method: 'PATCH',
  path: '/admin/hosts/{host_id}',
  credential: 'admin',
  summary: 'Shut a host out, which freezes its earnings, or let it in again',
  params: z.object({ host_id: hostId }),
  body: adminHostChange,
  answers: { 200: adminHost },
  errors: ['not_found'],
})

const adminWithdrawals = defineEndpoint({
  name: 'adminWithdrawals',
  method: 'GET',
  path: '/admin/withdrawals',
  credential: 'admin',
  summary: 'Withdrawals of all hosts, newest first; with detail=full what their owners owe',
  query: adminWithdrawalQuery,
  answers: { 200: withdrawalList },
  errors: [],
})

const resolveWithdrawal = defineEndpoint({
  name: 'resolveWithdrawal',
  method: 'POST',
  path: '/admin/withdrawals/{withdrawal_id}',
  credential: 'admin',
  summary: 'Mark a pending withdrawal as paid, or reject it, which brings its amount back',
  params: z.object({ withdrawal_id: withdrawalId }),
  body: resolution,
  answers: { 200: withdrawal },
  errors: ['not_found', 'conflict'],
})

const adminEarnings = defineEndpoint({
  name: 'adminEarnings',
  method: 'GET',
  path: '/admin/earnings',
  credential: 'admin',
  summary: 'Frozen earnings of hosts that were shut out, newest host first',
  query: frozenEarningsQuery,
  answers: { 200: frozenEarningsList },
  errors: [],
})

const showEarnings = defineEndpoint({
  name: 'showEarnings',
  method: 'GET',
  path: '/admin/hosts/{host_id}/earnings',
  credential: 'admin',
  summary: 'Frozen earnings of a host, and what was frozen, given back or taken so far',
  params: z.object({ host_id: hostId }),
  answers: { 200: earningsHistory },
  errors: ['not_found'],
})

const decideEarnings = defineEndpoint({
  name: 'decideEarnings',
  method: 'POST',
  path: '/admin/hosts/{host_id}/earnings',
  credential: 'admin',
  summary: 'Give the frozen earnings of a host back to it, or take them for good; the ledger keeps who and why',
  params: z.object({ host_id: hostId }),
  body: earningsDecision,
  answers: { 200: decidedEarnings },
  errors: ['not_found', 'conflict'],
})

const createDocumentsKey = defineEndpoint({
  name: 'createDocumentsKey',
  method: 'POST',
  path: '/admin/users/{user_id}/documents-keys',
  credential: 'admin',
  summary:
    "A key of the documents service for a user, who fetches its secret at `claim`; an admin's own is in this answer",
  params: z.object({ user_id: userRef }),
  answers: { 201: madeDocumentsKey },
  errors: ['not_found', 'conflict'],
})

const adminLog = defineEndpoint({
  name: 'adminLog',
  method: 'GET',
  path: '/admin/log',
  credential: 'admin',
  summary: 'What admins and operators did, newest first: who, what, on whom, before, after, from where',
  query: actQuery,
  answers: { 200: actList },
  errors: [],
})

const removeAdmin = defineEndpoint({
  name: 'removeAdmin',
  method: 'DELETE',
  path: '/admin/users/{user_id}/role',
  credential: 'admin',
  summary: "Take an admin's role back; only an operator of the machine gives it",
  params: z.object({ user_id: userRef }),
  answers: { 204: null },
  errors: ['not_found', 'conflict'],
})

/** What an operator sees and does. */
export const adminEndpoints = {
  adminUsers,
  adminHosts,
  grantCredits,
  changeUser,
  changeAnyHost,
  adminWithdrawals,
  resolveWithdrawal,
  adminEarnings,
  showEarnings,
  decideEarnings,
  createDocumentsKey,
  adminLog,
  removeAdmin,
}

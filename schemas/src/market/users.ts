import { z } from 'zod'
import { accountEnd, newUser, ownUser, ownUserQuery, passwordChange, signup } from '../account.ts'
import { documentsKeyId, documentsKeyList, documentsKeySecret } from '../documents-key.ts'
import { defineEndpoint } from '../endpoint.ts'
import { adoption, hostChange, hostId, ownedHost, ownedHostList, ownedHostQuery, ownHost, rotatedKey } from '../host.ts'
import { createdToken, newToken, tokenId, tokenList, tokenListQuery } from '../token.ts'
import { hostEarnings, hostEarningsQuery } from '../usage.ts'

const createUser = defineEndpoint({
  name: 'createUser',
  method: 'POST',
  path: '/users',
  credential: 'none',
  summary: 'Sign up',
  body: signup,
  answers: { 201: newUser },
  errors: ['username_taken', 'email_taken', 'rate_limited'],
})

const me = defineEndpoint({
  name: 'me',
  method: 'GET',
  path: '/users/me',
  credential: 'user',
  scope: null,
  summary: 'The account of the caller; with detail=full also the kinds of its credits, and what open jobs reserve',
  query: ownUserQuery,
  answers: { 200: ownUser },
  errors: [],
})

const createToken = defineEndpoint({
  name: 'createToken',
  method: 'POST',
  path: '/users/me/tokens',
  credential: 'user',
  scope: null,
  summary: 'Make a bearer token; it is shown in this answer only',
  body: newToken,
  answers: { 201: createdToken },
  errors: ['conflict'],
})

const listTokens = defineEndpoint({
  name: 'listTokens',
  method: 'GET',
  path: '/users/me/tokens',
  credential: 'user',
  scope: null,
  summary: 'Own bearer tokens in force, with their limits; with detail=full which token made them',
  query: tokenListQuery,
  answers: { 200: tokenList },
  errors: [],
})

const revokeToken = defineEndpoint({
  name: 'revokeToken',
  method: 'DELETE',
  path: '/users/me/tokens/{token_id}',
  credential: 'user',
  scope: null,
  summary: 'Revoke a bearer token at once',
  params: z.object({ token_id: tokenId }),
  answers: { 204: null },
  errors: ['not_found'],
})

const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/users/me/password',
  credential: 'user',
  scope: 'account',
  summary: 'Change the password; every bearer token of the account is revoked',
  body: passwordChange,
  answers: { 204: null },
  errors: ['rate_limited'],
})

const closeAccount = defineEndpoint({
  name: 'closeAccount',
  method: 'DELETE',
  path: '/users/me',
  credential: 'user',
  scope: 'account',
  summary:
    'End the account: name and address are erased, queued jobs are cancelled, hosts become unowned, ' +
    'with strangers they are shut out',
  body: accountEnd,
  answers: { 204: null },
  errors: ['rate_limited'],
})

const adoptHost = defineEndpoint({
  name: 'adoptHost',
  method: 'POST',
  path: '/users/me/hosts',
  credential: 'user',
  scope: 'hosts:write',
  summary: 'Take over a host that was registered without an account, by its key',
  body: adoption,
  answers: { 201: ownedHost },
  errors: ['conflict'],
})

const listOwnHosts = defineEndpoint({
  name: 'listOwnHosts',
  method: 'GET',
  path: '/users/me/hosts',
  credential: 'user',
  scope: 'hosts:write',
  summary: 'Own hosts with what they earned; with detail=full also what is held of it, and until when',
  query: ownedHostQuery,
  answers: { 200: ownedHostList },
  errors: [],
})

const oneHost = z.object({ host_id: hostId })

const showOwnedHost = defineEndpoint({
  name: 'showOwnedHost',
  method: 'GET',
  path: '/users/me/hosts/{host_id}',
  credential: 'user',
  scope: 'hosts:write',
  summary: 'One own host: balance, totals, running jobs, why no jobs, as its key sees it',
  params: oneHost,
  answers: { 200: ownHost },
  errors: ['not_found'],
})

const changeOwnedHost = defineEndpoint({
  name: 'changeOwnedHost',
  method: 'PATCH',
  path: '/users/me/hosts/{host_id}',
  credential: 'user',
  scope: 'hosts:write',
  summary: 'Change price, models or the GPU that buyers see of an own host, pause or resume it',
  params: oneHost,
  body: hostChange,
  answers: { 200: ownHost },
  errors: ['not_found'],
})

const rotateOwnedHostKey = defineEndpoint({
  name: 'rotateOwnedHostKey',
  method: 'POST',
  path: '/users/me/hosts/{host_id}/rotate-key',
  credential: 'user',
  scope: 'hosts:write',
  guarded: true,
  summary: 'A new key for an own host; the old one is revoked at once, and its agent needs the new one',
  params: oneHost,
  answers: { 200: rotatedKey },
  errors: ['not_found'],
})

const ownedHostEarnings = defineEndpoint({
  name: 'ownedHostEarnings',
  method: 'GET',
  path: '/users/me/hosts/{host_id}/earnings',
  credential: 'user',
  scope: 'hosts:write',
  summary: 'What an own host earned, by UTC day and model; from is included, to is not, at most 366 days',
  params: oneHost,
  query: hostEarningsQuery,
  answers: { 200: hostEarnings },
  errors: ['not_found'],
})

const exportAccount = defineEndpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/users/me/export',
  credential: 'user',
  scope: 'account',
  guarded: true,
  summary: 'All that is held about the caller: account, tokens, hosts, credits, jobs with their texts, documents',
  answers: { 200: { contentType: 'application/json', description: 'One object, written as it is read' } },
  errors: [],
})

const listDocumentsKeys = defineEndpoint({
  name: 'listDocumentsKeys',
  method: 'GET',
  path: '/users/me/documents-keys',
  credential: 'user',
  scope: 'documents',
  summary: 'Own keys of the documents service in force: who made them, when, when each was used last',
  answers: { 200: documentsKeyList },
  errors: [],
})

const claimDocumentsKey = defineEndpoint({
  name: 'claimDocumentsKey',
  method: 'POST',
  path: '/users/me/documents-keys/{key_id}/claim',
  credential: 'user',
  scope: 'documents',
  guarded: true,
  summary: 'The secret of a documents key that an operator made for you; it is shown in this answer only',
  params: z.object({ key_id: documentsKeyId }),
  answers: { 201: documentsKeySecret },
  errors: ['not_found'],
})

const revokeDocumentsKey = defineEndpoint({
  name: 'revokeDocumentsKey',
  method: 'DELETE',
  path: '/users/me/documents-keys/{key_id}',
  credential: 'user',
  scope: 'documents',
  summary: 'Revoke a documents key at once',
  params: z.object({ key_id: documentsKeyId }),
  answers: { 204: null },
  errors: ['not_found'],
})

/** Accounts, their bearer tokens, documents keys and hosts. */
export const userEndpoints = {
  createUser,
  me,
  createToken,
  listTokens,
  revokeToken,
  changePassword,
  closeAccount,
  exportAccount,
  listDocumentsKeys,
  claimDocumentsKey,
  revokeDocumentsKey,
  adoptHost,
  listOwnHosts,
  showOwnedHost,
  changeOwnedHost,
  rotateOwnedHostKey,
  ownedHostEarnings,
}

import { z } from 'zod'
import { createdToken, newToken, newUser, signup, tokenId, tokenList, user } from '../account.ts'
import { defineEndpoint } from '../endpoint.ts'

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
  summary: 'The account of the caller',
  answers: { 200: user },
  errors: [],
})

const createToken = defineEndpoint({
  name: 'createToken',
  method: 'POST',
  path: '/users/me/tokens',
  credential: 'user',
  summary: 'Make a bearer token; it is shown in this answer only',
  body: newToken,
  answers: { 201: createdToken },
  errors: [],
})

const listTokens = defineEndpoint({
  name: 'listTokens',
  method: 'GET',
  path: '/users/me/tokens',
  credential: 'user',
  summary: 'Own bearer tokens in force',
  answers: { 200: tokenList },
  errors: [],
})

const revokeToken = defineEndpoint({
  name: 'revokeToken',
  method: 'DELETE',
  path: '/users/me/tokens/{token_id}',
  credential: 'user',
  summary: 'Revoke a bearer token at once',
  params: z.object({ token_id: tokenId }),
  answers: { 204: null },
  errors: ['not_found'],
})

/** Accounts and their bearer tokens. */
export const userEndpoints = { createUser, me, createToken, listTokens, revokeToken }

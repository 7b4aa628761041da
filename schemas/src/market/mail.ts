import { z } from 'zod'
import { email, password } from '../account.ts'
import { defineEndpoint } from '../endpoint.ts'

const code = z.string().min(1).max(100)
const page = { contentType: 'text/html', description: 'A page for the person who reads the mail' }

const showVerification = defineEndpoint({
  name: 'showVerification',
  method: 'GET',
  path: '/users/email/verify',
  credential: 'none',
  summary:
    'The page that a mail links to, with a button: opening it alone proves nothing, since programs open links too',
  query: z.object({ token: code }),
  answers: { 200: page },
  errors: [],
})

const verifyEmail = defineEndpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/users/email/verify',
  credential: 'none',
  summary: "Prove an address by the code that was sent to it; from then on it is the account's alone",
  query: z.object({ token: code }),
  answers: { 200: page },
  errors: ['not_found', 'email_taken', 'rate_limited'],
})

const sendVerification = defineEndpoint({
  name: 'sendVerification',
  method: 'POST',
  path: '/users/me/email/verify',
  credential: 'user',
  scope: 'account',
  summary: 'Send the link that proves the own address, at most three times an hour',
  answers: { 204: null },
  errors: ['not_found'],
})

const changeEmail = defineEndpoint({
  name: 'changeEmail',
  method: 'PUT',
  path: '/users/me/email',
  credential: 'user',
  scope: 'account',
  summary: 'Change the address, which is then to be proven; the one before is told',
  body: z.object({ email, password: z.string().max(1024) }),
  answers: { 204: null },
  errors: ['email_taken', 'rate_limited'],
})

const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/users/password-reset',
  credential: 'none',
  summary:
    'Send a code for a new password to an address, if it is the proven one of an account; the answer says not whether',
  body: z.object({ email }),
  answers: { 204: null },
  errors: ['not_found', 'rate_limited'],
})

const resetPassword = defineEndpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/users/password-reset/confirm',
  credential: 'none',
  summary:
    'Set a new password by a code from a mail, once and within 30 minutes; every token of the account is revoked',
  body: z.object({ code, new_password: password }),
  answers: { 204: null },
  errors: ['not_found', 'rate_limited'],
})

/** Addresses and forgotten passwords. */
export const mailEndpoints = {
  showVerification,
  verifyEmail,
  sendVerification,
  changeEmail,
  requestPasswordReset,
  resetPassword,
}

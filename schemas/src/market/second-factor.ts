import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const again = z.object({ password: z.string().max(1024) })

const showSecondFactor = defineEndpoint({
  name: 'showSecondFactor',
  method: 'GET',
  path: '/users/me/second-factor',
  credential: 'user',
  scope: 'account',
  summary: 'Whether passwords need a code beside them, who gives codes, and how many recovery codes are left',
  answers: { 200: z.object({ enabled: z.boolean(), app: z.boolean(), passkeys: z.int(), recovery_codes: z.int() }) },
  errors: [],
})

const beginSecondFactor = defineEndpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/users/me/second-factor',
  credential: 'user',
  scope: 'account',
  summary: 'A secret for an authenticator app (RFC 6238), shown in this answer only; it counts once it is confirmed',
  body: again,
  answers: { 201: z.object({ secret: z.string(), uri: z.string() }) },
  errors: ['conflict', 'rate_limited'],
})

const confirmSecondFactor = defineEndpoint({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/users/me/second-factor/confirm',
  credential: 'user',
  scope: 'account',
  summary:
    'Have every login need a code, by a first one; answers the recovery codes, and every token of the account is revoked',
  body: again.extend({ code: z.string().max(100) }),
  answers: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: ['rate_limited'],
})

const removeSecondFactor = defineEndpoint({
  name: 'removeSecondFactor',
  method: 'DELETE',
  path: '/users/me/second-factor',
  credential: 'user',
  scope: 'account',
  summary:
    'Remove the authenticator app; needs the password and a code in the header Mkt-Code. Without passkeys logins then need no code',
  body: again,
  answers: { 204: null },
  errors: ['rate_limited'],
})

/** Authenticator apps. */
export const secondFactorEndpoints = {
  showSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
}

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { passkeyAnswer } from '../passkey.ts'
import { id, timestamp } from '../text.ts'

const sessionId = id('ses')

const opened = z
  .object({
    username: z.string(),
    user_id: z.string(),
    admin: z.boolean(),
    expires_at: timestamp
      .nullable()
      .meta({ description: 'Twelve hours after its last use; null for who comes with a token or a password' }),
  })
  .meta({ id: 'Session' })

const createSession = defineEndpoint({
  name: 'createSession',
  method: 'POST',
  path: '/session',
  credential: 'none',
  summary: 'Sign in on a browser: answers a cookie that stands for the password until it is signed out',
  body: z.object({
    username: z.string().min(1).max(100),
    password: z.string().min(1).max(1000),
    code: z.string().max(100).optional().meta({ description: 'Of a second factor, where the account has one' }),
  }),
  answers: { 200: opened },
  errors: ['unauthorized', 'forbidden', 'second_factor_required', 'rate_limited'],
})

const createPasskeySession = defineEndpoint({
  name: 'createPasskeySession',
  method: 'POST',
  path: '/session/passkey',
  credential: 'none',
  summary: 'Sign in on a browser by a passkey that answers what POST /users/passkeys/options gave',
  body: z.object({ response: passkeyAnswer }),
  answers: { 200: opened },
  errors: ['not_found', 'forbidden'],
})

const showSession = defineEndpoint({
  name: 'showSession',
  method: 'GET',
  path: '/session',
  credential: 'user',
  scope: null,
  summary: 'Who is signed in',
  answers: { 200: opened },
  errors: [],
})

const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/session',
  credential: 'user',
  scope: null,
  summary: 'Sign out',
  answers: { 204: null },
  errors: [],
})

const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/users/me/sessions',
  credential: 'user',
  scope: 'account',
  guarded: true,
  summary: 'Where one is signed in, the last used first',
  answers: {
    200: z.object({
      sessions: z.array(
        z.object({
          session_id: sessionId,
          created_at: timestamp,
          last_used_at: timestamp,
          expires_at: timestamp,
          address: z.string().meta({ description: 'From where it was opened' }),
          agent: z.string().meta({ description: 'The browser, as it calls itself' }),
          current: z.boolean().meta({ description: 'Whether this request comes with it' }),
        }),
      ),
    }),
  },
  errors: [],
})

const revokeSession = defineEndpoint({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/users/me/sessions/{session_id}',
  credential: 'user',
  scope: 'account',
  guarded: true,
  summary: 'Sign out somewhere else',
  params: z.object({ session_id: sessionId }),
  answers: { 204: null },
  errors: ['not_found'],
})

/** Signing in on a browser. */
export const sessionEndpoints = {
  createSession,
  createPasskeySession,
  showSession,
  endSession,
  listSessions,
  revokeSession,
}

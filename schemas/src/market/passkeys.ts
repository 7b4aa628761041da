import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import {
  passkey,
  passkeyAnswer,
  passkeyCreated,
  passkeyCreation,
  passkeyId,
  passkeyName,
  passkeyRequest,
} from '../passkey.ts'
import { timestamp } from '../text.ts'
import { createdToken, newToken } from '../token.ts'

const again = z.object({ password: z.string().max(1024) })
const one = z.object({ passkey_id: passkeyId })

const beginPasskey = defineEndpoint({
  name: 'beginPasskey',
  method: 'POST',
  path: '/users/me/passkeys/options',
  credential: 'user',
  scope: 'account',
  summary: 'What a browser makes a passkey with (WebAuthn); good once and for five minutes',
  body: again,
  answers: { 201: passkeyCreation },
  errors: ['not_found', 'conflict', 'rate_limited'],
})

const addPasskey = defineEndpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/users/me/passkeys',
  credential: 'user',
  scope: 'account',
  summary:
    'Keep a passkey that was made with those options; ' +
    'with the first second factor of an account come recovery codes, and every token of it is revoked',
  body: z.object({ name: passkeyName, response: passkeyCreated }),
  answers: { 201: passkey.extend({ recovery_codes: z.array(z.string()) }) },
  errors: ['not_found', 'conflict'],
})

const listPasskeys = defineEndpoint({
  name: 'listPasskeys',
  method: 'GET',
  path: '/users/me/passkeys',
  credential: 'user',
  scope: 'account',
  summary: 'Own passkeys: their names, when they were made and used last',
  answers: { 200: z.object({ passkeys: z.array(passkey) }) },
  errors: [],
})

const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/users/me/passkeys/{passkey_id}',
  credential: 'user',
  scope: 'account',
  summary: 'Give a passkey another name',
  params: one,
  body: z.object({ name: passkeyName }),
  answers: { 200: passkey },
  errors: ['not_found'],
})

const removePasskey = defineEndpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/users/me/passkeys/{passkey_id}',
  credential: 'user',
  scope: 'account',
  summary: 'Remove a passkey; needs the password, and from whoever comes with a token a code in the header Mkt-Code',
  params: one,
  body: again,
  answers: { 204: null },
  errors: ['not_found', 'rate_limited'],
})

const beginPasskeyLogin = defineEndpoint({
  name: 'beginPasskeyLogin',
  method: 'POST',
  path: '/users/passkeys/options',
  credential: 'none',
  summary: 'What a browser asks a passkey with; good once and for five minutes',
  answers: { 201: passkeyRequest },
  errors: ['not_found', 'rate_limited'],
})

const logInByPasskey = defineEndpoint({
  name: 'logInByPasskey',
  method: 'POST',
  path: '/users/passkeys/login',
  credential: 'none',
  summary: 'Make a bearer token by a passkey, with all the rights that the password could give it',
  body: newToken.extend({ response: passkeyAnswer }),
  answers: { 201: createdToken },
  errors: ['not_found', 'forbidden', 'conflict'],
})

const codeByPasskey = defineEndpoint({
  name: 'codeByPasskey',
  method: 'POST',
  path: '/users/passkeys/code',
  credential: 'none',
  summary: 'A code by a passkey for the header Mkt-Code, beside the password: good once and for five minutes',
  body: z.object({ response: passkeyAnswer }),
  answers: { 201: z.object({ code: z.string(), expires_at: timestamp }) },
  errors: ['not_found', 'forbidden'],
})

/** Passkeys (WebAuthn). */
export const passkeyEndpoints = {
  beginPasskey,
  addPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey,
  beginPasskeyLogin,
  logInByPasskey,
  codeByPasskey,
}

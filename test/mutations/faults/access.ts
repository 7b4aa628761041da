import type { Fault } from '../fault.ts'

const AUTHENTICATE = 'server/src/accounts/authenticate.ts'
const CREDENTIALS = 'server/src/accounts/credential-store.ts'
const OWN = 'server/src/accounts/own-account.ts'

const USERS = ['test/server/contract/users.members.test.ts']
const MATRIX = ['test/server/contract/access.matrix.test.ts']
const PRIVACY = ['test/server/contract/access.privacy.test.ts']
const SELF = ['test/server/self-service.test.ts']
const OPERATORS = ['test/server/operators.test.ts']
const FORCE = ['test/server/credentials.force.test.ts']
const RATES = ['test/server/contract/limits.rates.test.ts']

export const ACCESS: readonly Fault[] = [
  {
    name: 'own-machine-answers-any-name',
    file: 'server/src/serve.ts',
    find: 'createListener(bounds, marketErrorForm, { ownNamesOnly })',
    replace: 'createListener(bounds, marketErrorForm)',
    why: 'a web page whose name is made to lead here reads what its visitor asks the models',
    tests: ['test/server/own-name.test.ts'],
  },
  {
    name: 'auth-revoked-accepted',
    file: AUTHENTICATE,
    find: 'if (credential.revoked_at !== null) throw',
    replace: 'if (credential.revoked_at === 0) throw',
    why: 'a token that leaked cannot be taken back',
    tests: USERS,
  },
  {
    name: 'auth-expired-accepted',
    file: AUTHENTICATE,
    find: 'credential.expires_at <= clock.now()',
    replace: 'credential.expires_at <= 0',
    why: 'tokens never expire',
    tests: USERS,
  },
  {
    name: 'auth-expired-a-moment-late',
    file: AUTHENTICATE,
    find: 'credential.expires_at <= clock.now()',
    replace: 'credential.expires_at < clock.now()',
    why: 'a token still opens at the moment at which it says that it ends',
    tests: USERS,
  },
  {
    name: 'auth-disabled-accepted',
    file: AUTHENTICATE,
    find: 'if (user.disabled === 1) throw',
    replace: 'if (user.disabled === 2) throw',
    why: 'an account that the operator shut out goes on',
    tests: OPERATORS,
  },
  {
    name: 'auth-disabled-password-accepted',
    file: AUTHENTICATE,
    find: "if (right && user) return { kind: 'user', user: demandEnabled(user), token_id: BY_PASSWORD }",
    replace: "if (right && user) return { kind: 'user', user, token_id: BY_PASSWORD }",
    why: 'an account that the operator shut out goes on with its password',
    tests: FORCE,
  },
  {
    name: 'auth-ended-account-accepted',
    file: AUTHENTICATE,
    find: 'if (!user || user.deleted_at !== null) throw',
    replace: 'if (!user) throw',
    why: 'a token of an account that has ended still opens it',
    tests: FORCE,
  },
  {
    name: 'auth-other-users-token-revoked',
    file: CREDENTIALS,
    find: "    .where('credential_id', '=', p('credential_id'))\n    .where('subject_id', '=', p('subject_id'))\n",
    replace: "    .where('credential_id', '=', p('credential_id'))\n",
    why: 'any user ends the tokens of others',
    tests: USERS,
  },
  {
    name: 'auth-tokens-outlive-password',
    file: OWN,
    find:
      '    await setPasswordHash(tx, user.user_id, password_hash)\n' +
      "    await revokeAll(tx, user.user_id, 'user', now)\n",
    replace: '    await setPasswordHash(tx, user.user_id, password_hash)\n',
    why: 'who stole a token stays in after the password was changed',
    tests: SELF,
  },
  {
    name: 'auth-documents-key-outlives-account',
    file: OWN,
    find: "    await revokeAll(tx, user.user_id, 'documents', now)\n",
    replace: '',
    why: 'keys of an account that has ended stay in force on paper',
    tests: FORCE,
  },
  {
    name: 'auth-password-not-demanded',
    file: OWN,
    find: "if (!right)\n    throw new DomainError('forbidden', needed",
    replace: "if (right === undefined)\n    throw new DomainError('forbidden', needed",
    why: 'whoever has a token takes the whole account over',
    tests: SELF,
  },
  {
    name: 'auth-old-host-key-kept',
    file: 'server/src/market/hosts/change.ts',
    find: "    await revokeAll(tx, hostId, 'host', market.clock.now())\n",
    replace: '',
    why: 'a host key that leaked cannot be replaced',
    tests: SELF,
  },
  {
    name: 'auth-rotated-key-adopts',
    file: 'server/src/market/hosts/adopt.ts',
    find: "credential?.kind !== 'host' || credential.revoked_at !== null",
    replace: "credential?.kind !== 'host'",
    why: 'who has an old key of a host takes it and its earnings over',
    tests: FORCE,
  },
  {
    name: 'auth-owned-host-adopted',
    file: 'server/src/market/hosts/owner-store.ts',
    find: "    .where((e) => e.or([e('owner_user_id', 'is', null), e('owner_user_id', '=', p('user_id'))])),",
    replace: '    ,',
    why: "who has a host's key takes it and its earnings from its owner",
    tests: SELF,
  },
  {
    name: 'auth-host-speaks-for-another',
    file: 'server/src/http/guard.ts',
    find: 'if (body.host_id !== hostId) throw',
    replace: 'if (body.host_id === undefined) throw',
    why: "a host's heartbeats and polls count for another",
    tests: MATRIX,
  },
  {
    name: 'auth-host-key-is-a-user',
    file: 'server/src/http/auth.ts',
    find: "  user: ['user'],\n",
    replace: "  user: ['user', 'documents'],\n",
    why: 'a key for documents spends credits',
    tests: [...MATRIX, ...OPERATORS],
  },
  {
    name: 'auth-user-opens-documents',
    file: 'server/src/http/auth.ts',
    find: "  documents: ['documents'],\n",
    replace: "  documents: ['documents', 'user'],\n",
    why: 'documents are open to any token of the marketplace',
    tests: ['test/server/documents.privacy.test.ts'],
  },
  {
    name: 'auth-anybody-is-admin',
    file: 'server/src/http/auth.ts',
    find: "credential === 'admin' && principal.user.role !== 'admin'",
    replace: "credential === 'admin' && principal.user.role === undefined",
    why: 'every user gives themselves credits',
    tests: MATRIX,
  },
  {
    name: 'auth-job-of-another-read',
    file: 'server/src/market/reports/job.ts',
    find: 'if (job?.user_id !== userId) throw',
    replace: 'if (!job) throw',
    why: 'anyone who knows its id reads the prompt and the answer of somebody else',
    tests: PRIVACY,
  },
  {
    name: 'auth-jobs-of-another-listed',
    file: 'server/src/market/jobs/list-store.ts',
    find: ".selectFrom('jobs')\n      .where('user_id', '=', p('user_id'))\n      .where('job_id', '>=',",
    replace:
      ".selectFrom('jobs')\n      .$if(byState, (own) => own.where('user_id', '=', p('user_id')))\n" +
      "      .where('job_id', '>=',",
    why: 'everybody sees the jobs of everybody',
    tests: ['test/server/contract/jobs.members.test.ts'],
  },
  {
    name: 'auth-jobs-of-a-state-of-another-listed',
    file: 'server/src/market/jobs/list-store.ts',
    find: ".selectFrom('jobs')\n      .where('user_id', '=', p('user_id'))\n      .where('job_id', '>=',",
    replace:
      ".selectFrom('jobs')\n      .$if(!byState, (own) => own.where('user_id', '=', p('user_id')))\n" +
      "      .where('job_id', '>=',",
    why: 'everybody sees the running jobs of everybody',
    tests: ['test/server/contract/jobs.members.test.ts'],
  },
  {
    name: 'auth-guesses-not-counted',
    file: 'server/src/accounts/rate-limits.ts',
    find: "      if (!right) return false\n      if (right !== 'half') proven.add(pair)\n",
    replace: '',
    why: 'passwords can be guessed without end',
    tests: RATES,
  },
  {
    name: 'auth-right-password-counts',
    file: 'server/src/accounts/rate-limits.ts',
    find: 'await counter.reward(name)',
    replace: 'await counter.reward(name, 0)',
    why: 'who logs in often with the right password is shut out',
    tests: RATES,
  },
  {
    name: 'auth-names-differ-by-case',
    file: 'server/src/accounts/user-store.ts',
    find: 'export const accountKey = (text: string) => text.toLowerCase()',
    replace: 'export const accountKey = (text: string) => text',
    why: 'somebody signs up under the name of another in capitals',
    tests: USERS,
  },
  {
    name: 'auth-verified-for-any-password',
    file: 'server/src/accounts/passwords.ts',
    find: '{password}`, ',
    replace: '{password.length}`, ',
    why: 'after one right login any password of its length opens the account',
    tests: FORCE,
  },
]

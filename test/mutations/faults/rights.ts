import type { Fault } from '../fault.ts'

const TOKENS = ['test/server/abuse/token-rights.test.ts']
const SPENDING = ['test/conformance/market.abuse-token-spending.test.ts', ...TOKENS]

export const RIGHTS: readonly Fault[] = [
  {
    name: 'rights-child-outlives-parent',
    file: 'server/src/accounts/credential-store.ts',
    find: '  await tx.run(revokeMade, { credential_id, now })\n',
    replace: '',
    why: 'whoever stole a token makes another one and stays in',
    tests: TOKENS,
  },
  {
    name: 'rights-scope-not-looked-at',
    file: 'server/src/http/auth.ts',
    find: '  if (scope === null || (scope !== undefined && scopes.includes(scope))) return\n',
    replace: '  if (scope !== "account") return\n',
    why: 'a token for jobs withdraws the earnings',
    tests: ['test/server/contract/access.scopes.test.ts'],
  },
  {
    name: 'rights-withdraw-by-token-among-strangers',
    file: 'server/src/http/auth.ts',
    find: 'if (guarded && strangers) throw',
    replace: 'if (guarded && scope === null) throw',
    why: 'a stolen token moves the earnings elsewhere',
    tests: TOKENS,
  },
  {
    name: 'rights-more-than-the-maker',
    file: 'server/src/accounts/token-rights.ts',
    find: 'has === null ? [] : wanted.filter((one) => !has.includes(one))',
    replace: 'wanted.filter(() => has === undefined)',
    why: 'a token for jobs makes itself one that withdraws',
    tests: TOKENS,
  },
  {
    name: 'rights-limit-passed-at-once',
    file: 'server/src/market/jobs/spending-store.ts',
    find: '(await tx.run(add, { ...row, amount, most })) === 1',
    replace: '(await tx.run(add, { ...row, amount, most: 1n << 62n })) === 1',
    why: 'a token spends more than its limit',
    tests: SPENDING,
  },
  {
    name: 'rights-limit-never-given-back',
    file: 'server/src/market/jobs/settle.ts',
    find: '  await countRelease(tx, job, job.reserved_nano - shares.gross)\n',
    replace: '',
    why: 'a limit is used up by what jobs might have cost',
    tests: SPENDING,
  },
  {
    name: 'rights-act-not-chained',
    file: 'server/src/accounts/act-log.ts',
    find: 'JSON.stringify([before, entry,',
    replace: "JSON.stringify(['', entry,",
    why: 'an entry of the log is taken from another place, and nobody sees it',
    tests: ['test/conformance/market.abuse-act-log.test.ts'],
  },
  {
    name: 'rights-grant-not-logged',
    file: 'server/src/market/routes/operators.ts',
    find: "        await logAct(tx, market, actorOf(call), { act: 'credits.grant', subject: user_id, after })\n",
    replace: '        void after\n',
    why: 'an admin gives credits to a friend, and nobody knows who it was',
    tests: ['test/server/abuse/acts-logged.test.ts'],
  },
  {
    name: 'rights-documents-secret-to-its-maker',
    file: 'server/src/accounts/documents-keys.ts',
    find: 'withheld: !show }',
    replace: 'withheld: false }',
    why: "an admin reads everybody's documents",
    tests: ['test/server/abuse/documents-keys.test.ts'],
  },
]

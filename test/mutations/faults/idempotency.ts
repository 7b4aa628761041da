import type { Fault } from '../fault.ts'

const ONCE = 'server/src/market/idempotency/once.ts'
const STORE = 'server/src/market/idempotency/store.ts'
const SUBMIT = ['test/server/idempotency.submit.test.ts']
const RESOLVE = 'server/src/market/withdrawals/resolve.ts'
const WITHDRAW = 'server/src/market/withdrawals/withdraw.ts'
const OPERATORS = ['test/server/operators.test.ts']

export const ONCE_ONLY: readonly Fault[] = [
  {
    name: 'key-of-anybody',
    file: STORE,
    find: "    .selectAll()\n    .where('user_id', '=', p('user_id'))\n",
    replace: '    .selectAll()\n',
    why: 'who uses the same key as another gets their job',
    tests: SUBMIT,
  },
  {
    name: 'key-of-any-body',
    file: ONCE,
    find: 'if (row.fingerprint === intent.fingerprint) return',
    replace: 'if (row.key === intent.key) return',
    why: 'another job under the same key is never run, and nobody is told',
    tests: SUBMIT,
  },
  {
    name: 'key-outside-the-transaction',
    file: 'server/src/market/jobs/submit.ts',
    find:
      '  return await market.database.transaction((tx) =>\n    once(tx, intent, submittedJob, job.created_at, ' +
      '() => enqueue(tx, market, job, beside)),\n  )',
    replace:
      '  const made = await market.database.transaction((tx) => ' +
      'enqueue(tx, market, job, beside))\n' +
      '  return await market.database.transaction((tx) => ' +
      'once(tx, intent, submittedJob, job.created_at, async () => made))',
    why: 'a request that is repeated quickly runs and costs twice',
    tests: ['test/server/idempotency.life.test.ts'],
  },
  {
    name: 'key-for-ever',
    file: ONCE,
    find: 'if (!intent || !row || row.created_at < now - TIMES.idempotency_ms) return undefined',
    replace: 'if (!intent || !row) return undefined',
    why: 'a key of last week answers with the job of last week',
    tests: ['test/server/idempotency.life.test.ts'],
  },
  {
    name: 'key-not-read',
    file: 'server/src/http/idempotency-key.ts',
    find: "if (key === '') return undefined",
    replace: "if (key !== '\\u0000') return undefined",
    why: 'every repetition runs and costs again',
    tests: SUBMIT,
  },
  {
    name: 'key-of-failures-kept',
    file: ONCE,
    find: '  const result = await work()\n',
    replace: '  const result = await work().catch((error) => ({ error: String(error) }) as T)\n',
    why: 'who had too few credits once cannot try again with the same key',
    tests: SUBMIT,
  },
  {
    name: 'key-of-a-grant-to-anybody',
    file: 'server/src/market/routes/operators.ts',
    find: '_id}`, idempotencyKey(ctx), body)',
    replace: '_id.slice(0, 0)}`, idempotencyKey(ctx), body)',
    why: 'an operator who pays two users under one key pays one of them',
    tests: ['test/server/withdrawals.access.test.ts'],
  },
  {
    name: 'withdrawal-resolved-twice',
    file: 'server/src/market/withdrawals/store.ts',
    find: "      .where('withdrawal_id', '=', p('withdrawal_id'))\n      .where('status', '=', 'pending'),",
    replace: "      .where('withdrawal_id', '=', p('withdrawal_id')),",
    why: 'a withdrawal is paid and then given back as well',
    tests: OPERATORS,
  },
  {
    name: 'withdrawal-rejected-not-returned',
    file: RESOLVE,
    find: "if (to.status === 'rejected') {",
    replace: "if (row.status === 'rejected') {",
    why: 'the earnings of a rejected withdrawal are gone',
    tests: OPERATORS,
  },
  {
    name: 'withdrawal-paid-returned',
    file: RESOLVE,
    find: "if (to.status === 'rejected') {",
    replace: "if (row.status === 'pending') {",
    why: 'what was paid out can be withdrawn again',
    tests: OPERATORS,
  },
  {
    name: 'withdrawal-with-stolen-key',
    file: WITHDRAW,
    find: 'if (host.owner_user_id === null) return host',
    replace: 'if (host.owner_user_id !== undefined) return host',
    why: "whoever steals a host's key empties its owner's earnings",
    tests: ['test/server/self-service.test.ts', 'test/server/withdrawals.access.test.ts'],
  },
  {
    name: 'withdrawal-of-another-owner',
    file: WITHDRAW,
    find: 'if (host?.owner_user_id !== claimant.user_id) throw',
    replace: 'if (!host) throw',
    why: 'any user withdraws the earnings of any host',
    tests: ['test/server/self-service.test.ts', 'test/server/withdrawals.access.test.ts'],
  },
  {
    name: 'withdrawals-of-another-owner-listed',
    file: 'server/src/market/routes/withdrawals.ts',
    find: 'if (host?.owner_user_id === claimant.user_id) return { host_id: hostId }',
    replace: 'if (host) return { host_id: hostId }',
    why: 'any user reads where others have their money sent',
    tests: ['test/server/withdrawals.access.test.ts'],
  },
  {
    name: 'withdrawal-destinations-to-the-machine',
    file: 'server/src/market/routes/withdrawals.ts',
    find: 'if (host?.owner_user_id === null) return { host_id: claimant.host_id }',
    replace: 'if (host) return { host_id: claimant.host_id }',
    why: "whoever has a host's key reads where its owner has money sent",
    tests: ['test/server/self-service.test.ts', 'test/server/withdrawals.access.test.ts'],
  },
]

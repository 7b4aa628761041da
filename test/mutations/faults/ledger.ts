import type { Fault } from '../fault.ts'

const POSTINGS = 'server/src/market/ledger/postings.ts'
const STORE = 'server/src/market/ledger/store.ts'
const SETTLE = 'server/src/market/jobs/settle.ts'
const AUDIT = 'server/src/market/ledger/audit.ts'

const PURE = ['test/server/contract/money.split.test.ts', 'test/server/ledger.postings.test.ts']
const BOOKS = ['test/server/contract/money.settle.test.ts']
const AUDITED = ['test/conformance/market.audit.test.ts']

export const LEDGER: readonly Fault[] = [
  {
    name: 'ledger-fee-rounded-down',
    file: POSTINGS,
    find: '(gross * FEE_PERCENT + 50n) / 100n',
    replace: '(gross * FEE_PERCENT) / 100n',
    why: 'the platform takes less than its 12 %',
    tests: PURE,
  },
  {
    name: 'ledger-rest-to-fees',
    file: POSTINGS,
    find: 'entry(userAccount(userId), reserved - shares.gross),',
    replace: 'entry(FEES, reserved - shares.gross),',
    why: 'what a buyer has over goes to the platform',
    tests: PURE,
  },
  {
    name: 'ledger-host-paid-gross',
    file: POSTINGS,
    find: 'return { gross, fee, host: gross - fee }',
    replace: 'return { gross, fee, host: gross }',
    why: 'no charge balances any more, so that no job ends',
    tests: PURE,
  },
  {
    name: 'ledger-transfer-to-reserve',
    file: POSTINGS,
    find: 'const entries = [entry(hostAccount(hostId), -amount), entry(userAccount(userId), amount)]',
    replace: 'const entries = [entry(hostAccount(hostId), -amount), entry(reserveAccount(userId), amount)]',
    why: 'earnings that an owner takes as credits can never be spent',
    tests: ['test/server/self-service.test.ts'],
  },
  {
    name: 'ledger-balance-not-checked',
    file: POSTINGS,
    find: 'if (sum !== 0n)',
    replace: 'if (sum > 0n)',
    why: 'a posting that loses money is written',
    tests: ['test/server/ledger.losses.test.ts'],
  },
  {
    name: 'ledger-whole-reserve-refused',
    file: POSTINGS,
    find: 'if (shares.gross > reserved)',
    replace: 'if (shares.gross >= reserved)',
    why: 'a job that uses all it reserved never ends',
    tests: BOOKS,
  },
  {
    name: 'ledger-charge-above-reserve',
    file: POSTINGS,
    find: 'if (shares.gross > reserved)',
    replace: 'if (shares.gross > reserved + 1n)',
    why: 'a buyer pays more than was set aside',
    tests: PURE,
  },
  {
    name: 'ledger-last-credit-unspendable',
    file: STORE,
    find: "('amount')} >= 0)",
    replace: "('amount')} > 0)",
    why: 'the last credit of an account cannot be spent',
    tests: ['test/server/contract/money.settle.test.ts', 'test/server/self-service.test.ts'],
  },
  {
    name: 'ledger-no-floor',
    file: STORE,
    find: '`(floored = 0 or',
    replace: '`(1 = 1 or floored = 0 or',
    why: 'buyers spend credits that they do not have',
    tests: BOOKS,
  },
  {
    name: 'ledger-entry-skipped',
    file: STORE,
    find: '...entries.map((entry) => () => tx.run(insertEntry',
    replace: '...entries.slice(1).map((entry) => () => tx.run(insertEntry',
    why: 'the books do not say where money came from',
    tests: BOOKS,
  },
  {
    name: 'ledger-release-omitted',
    file: SETTLE,
    find: '() => mustPost(tx, market, release(job.user_id, job.job_id, job.reserved_nano)),',
    replace: 'async () => undefined,',
    why: 'the reserve of a failed job is lost to its buyer',
    tests: BOOKS,
  },
  {
    name: 'ledger-earnings-gross',
    file: SETTLE,
    find: 'addEarnings(tx, job.host_id, shares.host)',
    replace: 'addEarnings(tx, job.host_id, shares.gross)',
    why: 'hosts are shown more earnings than they have',
    tests: ['test/server/main-job.test.ts', 'test/server/contract/hosts.members.test.ts'],
  },
  {
    name: 'ledger-answer-says-gross',
    file: SETTLE,
    find: 'earned_nano: shares.host,',
    replace: 'earned_nano: shares.gross,',
    why: 'a host is told that it earned what it did not',
    tests: BOOKS,
  },
  {
    name: 'ledger-grant-over-bound',
    file: 'server/src/market/ledger/grant.ts',
    find: 'if (most <= MAX_NANO)',
    replace: 'if (balance <= MAX_NANO)',
    why: 'a balance grows beyond what JSON can carry once a reserve comes back',
    tests: AUDITED,
  },
  {
    name: 'audit-below-zero-unseen',
    file: AUDIT,
    find: ".where('balance_nano', '<', 0n)",
    replace: ".where('balance_nano', '<', -1_000_000_000n)",
    why: 'the audit passes an account that owes money',
    tests: ['test/server/ledger.losses.test.ts'],
  },
  {
    name: 'audit-charged-twice-unseen',
    file: AUDIT,
    find: 'then 1 else 0 end`',
    replace: 'then 2 else 0 end`',
    why: 'the audit passes a job that ended twice in the books',
    tests: AUDITED,
  },
  {
    name: 'audit-unbalanced-unseen',
    file: AUDIT,
    find: ".having((e) => e(e.fn.sum<bigint>('amount_nano'), '<>', 0n))",
    replace: ".having((e) => e(e.fn.sum<bigint>('amount_nano'), '>', 0n))",
    why: 'the audit passes a transaction that lost money',
    tests: ['test/server/ledger.losses.test.ts'],
  },
  {
    name: 'audit-queue-unseen',
    file: AUDIT,
    find: ".where('w.waiting', '<>', 0)",
    replace: ".where('w.waiting', '<', 0)",
    why: 'the audit passes a queue that counts jobs which it does not hold',
    tests: AUDITED,
  },
]

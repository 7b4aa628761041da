import type { Fault } from '../fault.ts'

const ROOM = 'server/src/market/verification'
const SEQUENTIAL = ['test/server/verification/sequential-test.test.ts']
const JUDGED = ['test/server/verification/judge-check.test.ts']
const LIVED = ['test/conformance/market.verification.test.ts']
const LEFT = ['test/conformance/market.verification-left.test.ts']
const ENDS = ['test/conformance/market.verification-ends.test.ts']
const CONTEXT = ['test/conformance/market.verification-context.test.ts']
const APPEAL = ['test/server/verification/appeal.http.test.ts']

export const VERIFICATION: readonly Fault[] = [
  {
    name: 'verify-unseen-beginnings-weigh-nothing',
    file: `${ROOM}/sequential-test.ts`,
    find: 'const waiting = Math.log(notBefore(jobs + 1))',
    replace: 'const waiting = Math.log(notBefore(jobs + 2))',
    why: 'what is promised of false accusations holds no more',
    tests: SEQUENTIAL,
  },
  {
    name: 'verify-sources-multiplied',
    file: `${ROOM}/sequential-test.ts`,
    find: 'return parts.reduce(logAdd)',
    replace: 'return parts.reduce((a, b) => a + b)',
    why: 'two things of one job count as two jobs, and honest hosts are refused',
    tests: SEQUENTIAL,
  },
  {
    name: 'verify-trials-without-end',
    file: `${ROOM}/sequential-test.ts`,
    find: 'return Math.log(trial * (trial + 1)) - Math.log(FALSE_ACCUSATIONS)',
    replace: 'return -Math.log(FALSE_ACCUSATIONS)',
    why: 'a host of many models is refused by chance',
    tests: SEQUENTIAL,
  },
  {
    name: 'verify-plausible-is-verified',
    file: `${ROOM}/sequential-test.ts`,
    find: 'shown === undefined ? Math.max(1, odd)',
    replace: 'shown === undefined ? odd',
    why: 'a host whose answers only look like ones is shown as verified',
    tests: SEQUENTIAL,
  },
  {
    name: 'verify-near-ties-counted',
    file: `${ROOM}/scored-text.ts`,
    find: 'const NEAR_TIE = 0.1',
    replace: 'const NEAR_TIE = 0.001',
    why: 'hosts with other kernels than the reference are refused',
    tests: JUDGED,
  },
  {
    name: 'verify-tokens-not-counted',
    file: `${ROOM}/plausibility.ts`,
    find: '(suspect.tokens - SPARE_TOKENS) / counted',
    replace: 'SPARE_TOKENS / counted',
    why: 'who bills two tokens for one is not found where the reference only reads',
    tests: JUDGED,
  },
  {
    name: 'verify-early-ends-believed',
    file: `${ROOM}/pair-check.ts`,
    find: 'return job.tokens_generated < EARLY * job.max_tokens',
    replace: 'return job.tokens_generated < 0 * job.max_tokens',
    why: 'a host that cuts texts is found late or never',
    tests: LEFT,
  },
  {
    name: 'verify-broken-off-believed',
    file: `${ROOM}/pair-check.ts`,
    find: "return job.finish_reason === 'length' && isFar(job) && ",
    replace: "return job.finish_reason === 'stop' && isFar(job) && ",
    why: 'who knows checks by their words ends them at once and says that they were full',
    tests: ENDS,
  },
  {
    name: 'verify-thoughts-read',
    file: `${ROOM}/reading.ts`,
    find: "if (text === '' || hasThoughts(pieces)) return undefined",
    replace: "if (text === '') return undefined",
    why: 'each honest host of a model that thinks is refused',
    tests: ENDS,
  },
  {
    name: 'verify-beyond-context',
    file: `${ROOM}/begin-check.ts`,
    find: 'both.map(({ context_tokens = null }) => context_tokens)',
    replace: 'both.map(() => null)',
    why: 'an honest host with a short context is refused for what it never could answer',
    tests: CONTEXT,
  },
  {
    name: 'verify-left-checks-dropped',
    file: `${ROOM}/leave-check.ts`,
    find: 'return attempt > 0 && (',
    replace: 'return attempt < 0 && (',
    why: 'a cheat hands back what smells of a check and stays',
    tests: LEFT,
  },
  {
    name: 'verify-checks-make-prices',
    file: 'server/src/market/trust/sales-store.ts',
    find: 'where not exists (select 1 from verification_buyers',
    replace:
      'where not exists (select 1 from verification_buyers where 1 = 0) or exists (select 1 from verification_buyers',
    why: 'what a host asks of the platform becomes what customers are told to pay',
    tests: LEFT,
  },
  {
    name: 'verify-counted-twice',
    file: `${ROOM}/check-store.ts`,
    find: "    .where('check_id', '=', p('check_id'))\n    .where('state', 'in', ['answering', 'scoring']),",
    replace: "    .where('check_id', '=', p('check_id')),",
    why: 'two servers count one check twice',
    tests: ['test/conformance/market.verification-servers.test.ts'],
  },
  {
    name: 'verify-refused-stays-in',
    file: `${ROOM}/count-check.ts`,
    find: "if (verdict !== 'refused') return\n  await markHostOut",
    replace: "if (verdict !== 'refused') return\n  if (host_id === '') await markHostOut",
    why: 'a host that was shown to cheat goes on claiming',
    tests: LIVED,
  },
  {
    name: 'verify-refused-is-paid',
    file: `${ROOM}/count-check.ts`,
    find: 'await freezeEarnings(tx, market, host_id, REFUSED)',
    replace: "if (host_id === '') await freezeEarnings(tx, market, host_id, REFUSED)",
    why: 'a cheat takes out what it earned after it was found',
    tests: LIVED,
  },
  {
    name: 'verify-lift-keeps-earnings',
    file: `${ROOM}/decide-verdict.ts`,
    find: 'if (sumOf(frozen) > 0n) await mustPost',
    replace: 'if (sumOf(frozen) < 0n) await mustPost',
    why: 'a host that was let in again does not get its earnings',
    tests: APPEAL,
  },
  {
    name: 'verify-appeal-after-the-answer',
    file: `${ROOM}/verdict-store.ts`,
    find: "    .where('upheld_at', 'is', null),",
    replace: "    .where('host_id', 'is not', null),",
    why: 'an operator is asked again and again about what they have decided',
    tests: APPEAL,
  },
]

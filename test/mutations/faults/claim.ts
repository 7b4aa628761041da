import type { Fault } from '../fault.ts'

const QUEUE = 'server/src/market/jobs/queue-store.ts'
const TURNS = 'server/src/market/broker/turn-store.ts'
const NEXT = 'server/src/market/broker/next-job.ts'
const CLAIM = 'server/src/market/broker/claim.ts'
const RANK = 'server/src/market/broker/rank.ts'
const WAITING = 'server/src/market/broker/waiting.ts'

const ORDER = ['test/conformance/market.queue.test.ts']
const LIMITS = ['test/server/claim.limits.test.ts']
const OFFERS = ['test/server/waiting.offers.test.ts']
const FAIR = ['test/server/broker.fairness.test.ts', ...ORDER]
const RANKED = ['test/server/broker.rank.test.ts']
const LIVENESS = ['test/server/contract/host.liveness.test.ts']

export const CLAIMS: readonly Fault[] = [
  {
    name: 'claim-exclusion-ignored',
    file: TURNS,
    find: 'where x.job_id = jobs.job_id and',
    replace: 'where x.job_id <> jobs.job_id and',
    why: 'a host that failed a job gets it again',
    tests: ORDER,
  },
  {
    name: 'claim-price-cap-ignored',
    file: TURNS,
    find: '+jobs.price_cap_nano >= ',
    replace: '1 + +jobs.price_cap_nano > 0 * ',
    why: 'a host dearer than what was reserved gets the job',
    tests: LIMITS,
  },
  {
    name: 'claim-price-cap-exclusive',
    file: TURNS,
    find: '+jobs.price_cap_nano >= ',
    replace: '+jobs.price_cap_nano > ',
    why: 'the host whose price was reserved does not get the job',
    tests: LIMITS,
  },
  {
    name: 'claim-length-ignored',
    file: TURNS,
    find: '+jobs.max_tokens <= ',
    replace: '+jobs.max_tokens * 0 <= ',
    why: 'a host gets a job longer than it can generate',
    tests: LIMITS,
  },
  {
    name: 'claim-user-of-another',
    file: TURNS,
    find: 'where pg_try_advisory_xact_lock(',
    replace: 'where pg_try_advisory_xact_lock_shared(',
    why: 'claims on Postgres wait for each other at one user',
    tests: ['test/conformance/market.claims-apart.test.ts'],
  },
  {
    name: 'claim-holds-whom-it-cannot-serve',
    file: TURNS,
    find: ') is not null',
    replace: ') is not null or 1 = 1',
    why: 'on Postgres the user who waits longest is passed over for hosts that have nothing for them',
    tests: ['test/conformance/market.claims-apart.test.ts'],
  },
  {
    name: 'claim-target-ignored',
    file: TURNS,
    find: '(jobs.target_host_id is null or',
    replace: '(1 = 1 or',
    why: "another host runs an owner's self-test, which then proves nothing",
    tests: LIMITS,
  },
  {
    name: 'claim-limit-of-the-host',
    file: TURNS,
    find: 'coalesce(m.max_tokens, $',
    replace: 'coalesce(null, $',
    why: 'a host gets a job that is longer than it takes of that model',
    tests: ['test/server/hosts.limits.test.ts'],
  },
  {
    name: 'claim-model-not-served',
    file: TURNS,
    find: "    .where('m.available', '=', 1)\n",
    replace: '',
    why: 'a host gets a job of a model that its engine has not loaded',
    tests: ['test/conformance/market.queue.test.ts'],
  },
  {
    name: 'claim-newest-first',
    file: TURNS,
    find: "    .orderBy('job_id')\n",
    replace: "    .orderBy('job_id', 'desc')\n",
    why: 'the first job that somebody submitted waits longest',
    tests: ORDER,
  },
  {
    name: 'claim-newest-model-first',
    file: CLAIM,
    find: 'oldest.job_id < job.job_id',
    replace: 'oldest.job_id > job.job_id',
    why: 'of jobs for two models the later one runs first',
    tests: ORDER,
  },
  {
    name: 'claim-turn-not-taken',
    file: QUEUE,
    find: 'select max(turn) + 1 from queues',
    replace: 'select max(turn) from queues',
    why: 'who has ten thousand jobs is served before everybody else',
    tests: FAIR,
  },
  {
    name: 'claim-new-model-jumps',
    file: QUEUE,
    find: 'coalesce((select max(turn) from queues where user_id = ',
    replace: 'coalesce((select min(0) from queues where user_id = ',
    why: 'who uses a new model for each job is always next',
    tests: FAIR,
  },
  {
    name: 'claim-paused-host',
    file: NEXT,
    find: "return host.status === 'active' && host.paused === 0",
    replace: "return host.status === 'active'",
    why: 'a host that its owner paused gets jobs',
    tests: ['test/server/self-service.test.ts'],
  },
  {
    name: 'claim-inactive-host',
    file: NEXT,
    find: "return host.status === 'active' && host.paused === 0",
    replace: 'return host.paused === 0',
    why: 'a host that was silent for long gets jobs',
    tests: LIVENESS,
  },
  {
    name: 'claim-for-who-left',
    file: NEXT,
    find: 'if (claimed || answered || request.gone.aborted) return undefined',
    replace: 'if (claimed) return undefined',
    why: 'a job is given to a host that has hung up, and waits for its lease to end',
    tests: OFFERS,
  },
  {
    name: 'claim-offer-into-closed-connection',
    file: 'server/src/market/routes/hosts.ts',
    find: 'if (!(await callerIsThere(ctx, gone))) {',
    replace: 'if (gone.aborted && !(await callerIsThere(ctx, gone))) {',
    why: 'a job whose host hung up at that moment waits 90 s',
    tests: ['test/server/polls.gone.test.ts'],
  },
  {
    name: 'claim-not-at-once',
    file: WAITING,
    find: 'if (await poll.look(() => rivalsOf(poll, idle))) return',
    replace: 'if (!(await poll.look(() => rivalsOf(poll, idle)))) return',
    why: 'one job wakes and asks all hosts, or only the first',
    tests: OFFERS,
  },
  {
    name: 'claim-busy-poll-not-stale',
    file: WAITING,
    find: 'if (poll.busy) poll.stale = true\n  }\n}',
    replace: 'if (poll.busy) poll.stale = false\n  }\n}',
    why: 'a job that comes while a poll looks waits for the next one',
    tests: OFFERS,
  },
  {
    name: 'rank-dearest-first',
    file: RANK,
    find: 'return a.price_nano < b.price_nano ? -1 : 1',
    replace: 'return a.price_nano < b.price_nano ? 1 : -1',
    why: 'buyers get the dearest of the hosts that wait',
    tests: RANKED,
  },
  {
    name: 'rank-price-as-number',
    file: RANK,
    find: 'if (a.price_nano !== b.price_nano)',
    replace: 'if (Number(a.price_nano) !== Number(b.price_nano))',
    why: 'of great prices that differ a little the dearer may win',
    tests: RANKED,
  },
  {
    name: 'rank-flagged-first',
    file: RANK,
    find: 'return a.flagged ? 1 : -1',
    replace: 'return a.flagged ? -1 : 1',
    why: 'a host that bills tokens which it did not deliver comes first',
    tests: RANKED,
  },
  {
    name: 'rank-new-host-last',
    file: RANK,
    find: 'host.tokens_per_second ?? Number.MAX_VALUE',
    replace: 'host.tokens_per_second ?? 0',
    why: 'a new host never gets its first job',
    tests: RANKED,
  },
  {
    name: 'honesty-single-rival',
    file: 'server/src/market/broker/honesty.ts',
    find: 'const ENOUGH_OTHERS = 2',
    replace: 'const ENOUGH_OTHERS = 1',
    why: 'one rival that pads its text has an honest host flagged',
    tests: ['test/server/broker.honesty.test.ts'],
  },
  {
    name: 'position-ignores-others',
    file: QUEUE,
    find: "    .where('user_id', '<>', p('user_id')),",
    replace: "    .where('user_id', '=', p('user_id')),",
    why: 'the place in the queue is wrong',
    tests: ORDER,
  },
]

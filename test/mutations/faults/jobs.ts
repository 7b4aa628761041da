import type { Fault } from '../fault.ts'

const STORE = 'server/src/market/jobs/store.ts'
const MACHINE = 'server/src/market/jobs/machine.ts'
const LOSE = 'server/src/market/jobs/lose.ts'
const SETTLE = 'server/src/market/jobs/settle.ts'
const CANCEL = 'server/src/market/jobs/cancel.ts'
const EXPIRE = 'server/src/market/jobs/expire.ts'

const SETTLED = ['test/server/contract/money.settle.test.ts']
const LOSS = ['test/server/contract/lease.loss.test.ts']
const PURE = ['test/server/jobs.machine.test.ts']
const RACES = ['test/conformance/market.races-ends.test.ts', 'test/conformance/market.races-queue.test.ts']
const EXPIRY = ['test/server/contract/job.expiry.test.ts']

export const JOBS: readonly Fault[] = [
  {
    name: 'job-claim-unguarded',
    file: STORE,
    find: "    .where('state', '=', TRANSITIONS.claim.from)\n",
    replace: '',
    why: 'a job that was cancelled at the same moment runs all the same',
    tests: RACES,
  },
  {
    name: 'job-end-unguarded',
    file: STORE,
    find: "      .where('state', '=', from)\n",
    replace: '',
    why: 'a job ends twice where two ends meet',
    tests: RACES,
  },
  {
    name: 'job-end-of-any-attempt',
    file: SETTLE,
    find: "if (job?.state !== 'running' || job.attempt !== attempt) return undefined",
    replace: "if (job?.state !== 'running') return undefined",
    why: 'the end of a lost attempt ends the one that runs now',
    tests: ['test/server/jobs.attempts.test.ts'],
  },
  {
    name: 'job-settled-twice',
    file: SETTLE,
    find: 'if (!(await endJob(tx, transition, end))) throw new AlreadyEnded(end.job_id)',
    replace: 'await endJob(tx, transition, end)',
    why: 'a job that ended meanwhile is charged again',
    tests: RACES,
  },
  {
    name: 'job-one-failure-too-many',
    file: MACHINE,
    find: 'failures >= MAX_FAILURES',
    replace: 'failures > MAX_FAILURES',
    why: 'a job that no host can run goes round once more',
    tests: PURE,
  },
  {
    name: 'job-seen-runs-again',
    file: MACHINE,
    find: '!loss.retryable || job.seen || failures',
    replace: '!loss.retryable || failures',
    why: 'a reader gets the beginning of one text and the end of another',
    tests: PURE,
  },
  {
    name: 'job-not-retryable-runs-again',
    file: MACHINE,
    find: '!loss.retryable || job.seen || failures',
    replace: 'job.seen || failures',
    why: 'a job that its engine refuses is tried on three hosts',
    tests: PURE,
  },
  {
    name: 'job-hand-back-counts',
    file: MACHINE,
    find: '(loss.unharmed || loss.untried ? 0 : 1)',
    replace: '1',
    why: 'three restarts of agents end a job that nothing is wrong with',
    tests: PURE,
  },
  {
    name: 'job-hand-back-excludes',
    file: MACHINE,
    find: 'exclude: !loss.unharmed',
    replace: 'exclude: true',
    why: 'a host that restarted does not get its job again, perhaps nobody does',
    tests: PURE,
  },
  {
    name: 'job-failed-host-not-excluded',
    file: LOSE,
    find: 'if (after.exclude) await exclude(tx, market, job)',
    replace: '',
    why: 'a broken host gets the same job until it has failed for good',
    tests: LOSS,
  },
  {
    name: 'job-failed-is-charged',
    file: LOSE,
    find: "await failFree(tx, market, job, { transition: 'fail', error: after.error, error_message, pieces: stream.pieces })",
    replace:
      "const { chargeDelivered } = await import('./settle.ts')\n    await chargeDelivered(tx, market, job, stream, { transition: 'fail', finish_reason: null, error: after.error })",
    why: 'a job that failed costs money',
    tests: SETTLED,
  },
  {
    name: 'job-host-says-our-words',
    file: LOSE,
    find: "const code = OURS.has(error.code) ? 'host_error' : error.code",
    replace: 'const code = error.code',
    why: 'a host tells a buyer that they cancelled the job themselves',
    tests: ['test/server/jobs.attempts.test.ts'],
  },
  {
    name: 'job-failure-not-counted',
    file: LOSE,
    find: 'if (!loss.unharmed) await countHostFailure(tx, job.host_id)',
    replace: '',
    why: 'a host that fails everything keeps its good name and its place before others',
    tests: ['test/server/jobs.attempts.test.ts'],
  },
  {
    name: 'job-lost-not-offered',
    file: LOSE,
    find: '    market.bus.publish(queueTopic(job.model))\n',
    replace: '',
    why: 'a lost job waits although a host is waiting for work',
    tests: LOSS,
  },
  {
    name: 'cancel-takes-no-pieces',
    file: CANCEL,
    find: 'pieces: stream?.pieces ?? []',
    replace: 'pieces: [] as string[]',
    why: 'a buyer reads all but the last token and pays nothing',
    tests: SETTLED,
  },
  {
    name: 'cancel-of-another',
    file: CANCEL,
    find: 'if (job?.user_id !== userId) throw',
    replace: 'if (!job) throw',
    why: 'anyone who knows its id ends the job of somebody else',
    tests: ['test/server/contract/access.privacy.test.ts'],
  },
  {
    name: 'cancel-stays-in-queue',
    file: CANCEL,
    find: '  await leaveQueue(tx, job)\n',
    replace: '',
    why: 'cancelled jobs count against the limit for ever',
    tests: SETTLED,
  },
  {
    name: 'job-engine-away-is-failure',
    file: MACHINE,
    find: 'loss.unharmed || loss.untried ? 0 : 1',
    replace: 'loss.unharmed ? 0 : 1',
    why: 'the restart of an engine uses up all attempts of a job',
    tests: PURE,
  },
  {
    name: 'job-engine-away-in-the-middle',
    file: LOSE,
    find: ' && error.retryable && pieces === 0',
    replace: '',
    why: 'a host that breaks off every answer with the same word is never given up',
    tests: ['test/server/contract/job.waiting.test.ts'],
  },
  {
    name: 'job-message-as-it-came',
    file: 'server/src/market/jobs/message.ts',
    find: "    .replace(/[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\s]+/gu, ' ')\n",
    replace: '',
    why: 'what a host says of its failure clears the terminal of a buyer',
    tests: ['test/server/contract/job.waiting.test.ts'],
  },
  {
    name: 'job-message-is-kept',
    file: 'server/src/market/retention/store.ts',
    find: 'error_message: null, ',
    replace: '',
    why: 'an error that quotes the prompt outlives the prompt',
    tests: ['test/server/contract/job.waiting.test.ts'],
  },
  {
    name: 'expiry-ignores-exclusion',
    file: EXPIRE,
    find: 'and not exists (select 1 from job_exclusions x',
    replace: 'and not exists (select 1 from (select * from job_exclusions where 1 = 0) x',
    why: 'a job that its only host failed waits a day instead of ten minutes',
    tests: EXPIRY,
  },
  {
    name: 'expiry-ignores-price',
    file: EXPIRE,
    find: ' and h.price_nano <= jobs.price_cap_nano\n',
    replace: '\n',
    why: 'a job that no host runs at its price waits a day instead of ten minutes',
    tests: [...EXPIRY, 'test/conformance/market.queue.test.ts'],
  },
  {
    name: 'expiry-of-all-queued',
    file: EXPIRE,
    find: "e('unserved_ms', '>=', p('unserved'))",
    replace: "e('unserved_ms', '>=', 0)",
    why: 'every queued job expires at the next look',
    tests: EXPIRY,
  },
  {
    name: 'expiry-by-wall-clock',
    file: 'server/src/market/upkeep/job-expiry.ts',
    find: 'await expireJobs(market, market.queueTime.submittedBefore())',
    replace: 'await expireJobs(market, market.clock.now() - TIMES.queue_ms)',
    why: 'setting the clock of the server ends every queued job',
    tests: EXPIRY,
  },
]

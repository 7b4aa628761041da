import type { Fault } from '../fault.ts'

const SCRIPTS = 'server/src/live/redis/scripts.ts'
const STREAMS = ['test/conformance/live.streams.test.ts']
const ROOMS = ['test/conformance/live.rooms.test.ts']
const BUS = ['test/server/servers.bus.test.ts']
const MARKET = ['test/conformance/market.servers.test.ts']
const LINES = ['test/conformance/live.lines.test.ts']
const HAND_OVER = ['test/conformance/market.hand-over.test.ts']
const FOLLOWED = ['test/server/live.followed-streams.test.ts']
const SEVERAL = ['test/e2e/several-servers.test.ts']

/** What only several servers show. */
export const SERVERS: readonly Fault[] = [
  {
    name: 'servers-read-while-taken-back',
    file: SCRIPTS,
    find: "if redis.call('HGET', s, 'withheld') ~= '' then return 0 end",
    replace: '',
    why: 'a reader at one server gets a text that another has given to a second host',
    tests: STREAMS,
  },
  {
    name: 'servers-taken-back-though-read',
    file: SCRIPTS,
    find: "local unseen = known[1] ~= '1' or untouched",
    replace: 'local unseen = true',
    why: 'a job runs again of which a reader at another server has seen the beginning',
    tests: STREAMS,
  },
  {
    name: 'servers-pieces-twice',
    file: SCRIPTS,
    find: 'grow(job, known[2], 5 + len - offset)',
    replace: 'grow(job, known[2], 5)',
    why: 'a call that came at two servers doubles its text',
    tests: STREAMS,
  },
  {
    name: 'servers-gap-accepted',
    file: SCRIPTS,
    find: 'if offset <= len and known[3]',
    replace: 'if offset <= len + 100 and known[3]',
    why: 'text is missing in the middle and nobody is told',
    tests: STREAMS,
  },
  {
    name: 'servers-resumed-over-a-claim',
    file: SCRIPTS,
    find: 'if was[1] and tonumber(was[1]) == attempt then',
    replace: 'if was[1] and tonumber(was[1]) == attempt + 1 then',
    why: 'a server that starts throws away the text of all running jobs',
    tests: STREAMS,
  },
  {
    name: 'servers-old-attempt-closes-new',
    file: SCRIPTS,
    find: 'if attempt_of(ARGV[1]) == ARGV[2] then drop(ARGV[1]) end',
    replace: 'drop(ARGV[1])',
    why: 'a server that was paused ends the stream of the attempt after its own',
    tests: STREAMS,
  },
  {
    name: 'servers-memory-not-given-back',
    file: SCRIPTS,
    find: "redis.call('DECRBY', P .. 'total', known[2])",
    replace: '',
    why: 'servers that ran for long take no texts any more',
    tests: STREAMS,
  },
  {
    name: 'servers-any-host-names',
    file: SCRIPTS,
    find: 'if known[1] == ARGV[1] and same then',
    replace: 'if known[1] then',
    why: "a host keeps another's job from being given up",
    tests: STREAMS,
  },
  {
    name: 'servers-limits-by-process',
    file: 'server/src/live/redis/redis-rate-limits.ts',
    find: 'return windowOf(new RateLimiterRedis({ ...limiter, rejectIfRedisNotReady: true }))',
    replace: 'return windowOf(limiter.insuranceLimiter)',
    why: 'each server more is as many guesses at passwords more',
    tests: ROOMS,
  },
  {
    name: 'servers-hint-before-listening-lost',
    file: 'server/src/live/redis/redis-bus.ts',
    find: 'some.filter((topic) => topics.get(topic)?.missed).forEach(near.publish)',
    replace: '',
    why: 'who begins to read as a job ends, or while Redis was away, waits for ever',
    tests: BUS,
  },
  {
    name: 'servers-not-revived',
    file: 'server/src/market/streams/open.ts',
    find: '  resumeAttempt(market, { ...job, before: await textSoFar(market.database, job) })\n',
    replace: '',
    why: 'when Redis was emptied every host is told that its job is lost',
    tests: SEVERAL,
  },
  {
    name: 'servers-alone-beside-others',
    file: 'server/src/storage/postgres-lock.ts',
    find: "const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'",
    replace: "const lock = 'pg_try_advisory_lock_shared'",
    why: 'a server that shares nothing runs beside those that do',
    tests: SEVERAL,
  },
  {
    name: 'servers-hint-heard-twice',
    file: 'server/src/live/redis/redis-bus.ts',
    find: 'else if (text === own) return',
    replace: 'else if (text === topic) return',
    why: 'a server ends polls that its own hand-over has just woken',
    tests: BUS,
  },
  {
    name: 'servers-withheld-for-ever',
    file: 'server/src/market/upkeep/lease-watch.ts',
    find: 'streams.now() - withheld_at >= TAKING_BACK_MS',
    replace: 'streams.now() - withheld_at >= Infinity',
    why: 'a job whose server was killed as it took it back is read by nobody until its host ends it',
    tests: MARKET,
  },
  {
    name: 'servers-line-keeps-who-was-taken',
    file: 'server/src/live/redis/line-scripts.ts',
    find: "        redis.call('ZREM', line, place)\n        removed = removed + 1",
    replace: '        removed = removed + 1',
    why: 'one host is handed every job, and the others wait on',
    tests: LINES,
  },
  {
    name: 'servers-gone-one-is-handed-jobs',
    file: 'server/src/live/redis/line-scripts.ts',
    find: "poll .. '|' .. ARGV[11]) > 0 then",
    replace: "poll .. '|' .. ARGV[11]) > -1 then",
    why: 'each host that a killed server had waiting costs a job 50 ms',
    tests: LINES,
  },
  {
    name: 'servers-no-answer-waited-for-ever',
    file: 'server/src/market/broker/answers-awaited.ts',
    find: "cancel = this.#clock.timer(ANSWER_MS, () => this.answered(id, 'passed'))",
    replace: 'cancel = () => undefined',
    why: 'a job that was handed to a server which ended is run by nobody until a host asks anew',
    tests: HAND_OVER,
  },
  {
    name: 'servers-gap-read-over',
    file: 'server/src/live/redis/followed-streams.ts',
    find: '!known || Number(offset) > known.pieces.length',
    replace: '!known',
    why: 'a reader elsewhere misses the text that was published while its server was cut off',
    tests: FOLLOWED,
  },
  {
    name: 'servers-polls-elsewhere-not-told',
    file: 'server/src/market/broker/shared-waiting.ts',
    find: 'follow(changedTopic(hostId), () => this.#here.refresh(hostId)),',
    replace: '',
    why: 'a host that was shut out at one server waits on for work at another',
    tests: MARKET,
  },
]

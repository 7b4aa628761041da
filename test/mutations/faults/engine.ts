import type { Fault } from '../fault.ts'

const WITHDRAW = 'agent/src/operations/withdraw.ts'
const ENGINE_ERROR = 'agent/src/backends/engine-error.ts'
const ENGINE_CALL = 'agent/src/backends/engine-call.ts'
const GENERATION = 'agent/src/backends/generation.ts'

const HEALTH = 'agent/src/engines/model-health.ts'

const HEALTHY = ['test/agent/engines.health.test.ts']
const PRICED = ['test/agent/price.follow.test.ts', 'test/agent/price.settle.test.ts']
const RUNS = ['test/agent/daemon.jobs.test.ts']
const ONCE = ['test/agent/withdraw.once.test.ts']
const KEPT = ['test/agent/engine-call.kept.test.ts']
const EXCHANGE = ['test/agent/exchange.faults.test.ts']
const BACKENDS = ['test/conformance/backends.test.ts']

/** What the agent has to do with its engine, its machine and its money. */
export const ENGINES: readonly Fault[] = [
  {
    name: 'run-watchdog-not-rearmed',
    file: 'agent/src/watchdog.ts',
    find: 'return this.#pieces > 0 ? this.#options.idle_timeout_ms : this.#options.first_token_timeout_ms',
    replace: 'return Math.max(this.#options.idle_timeout_ms, this.#options.first_token_timeout_ms)',
    why: 'an engine that hangs keeps its slot far longer than it was given',
    tests: RUNS,
  },
  {
    name: 'run-watchdog-deaf',
    file: 'agent/src/watchdog.ts',
    find: 'if (effects.monotonic() < this.#due_ms)',
    replace: 'if (effects.monotonic() < 0 * this.#due_ms)',
    why: 'a long text is cut off although the engine goes on writing',
    tests: RUNS,
  },
  {
    name: 'run-past-the-markets-deadline',
    file: 'agent/src/watchdog.ts',
    find: 'return Math.min(this.#sign_ms + this.#limit_ms, this.#taken_ms)',
    replace: 'return this.#sign_ms + this.#limit_ms',
    why: 'an engine that is too slow loses its jobs without a word that says why',
    tests: RUNS,
  },
  {
    name: 'run-deaf-to-the-end-of-its-job',
    file: 'agent/src/abort-scope.ts',
    find: "else job.addEventListener('abort', this.#follow)",
    replace: '',
    why: 'a job that was cancelled goes on to burn the engine',
    tests: RUNS,
  },
  {
    name: 'engine-connection-thrown-away',
    file: ENGINE_CALL,
    find: 'if (this.sawDone) this.#linger()',
    replace: 'if (this.sawDone) this.#abort.abort(LEFT)',
    why: 'each generation waits for a new connection to the engine',
    tests: KEPT,
  },
  {
    name: 'engine-connection-held-for-ever',
    file: ENGINE_CALL,
    find: 'this.#effects.timer(LINGER_MS, () => this.#abort.abort(LEFT))',
    replace: 'this.#effects.timer(LINGER_MS, () => undefined)',
    why: 'an engine that does not end its answers runs out of connections',
    tests: KEPT,
  },
  {
    name: 'exchange-follows-everywhere',
    file: 'agent/src/exchange.ts',
    find: "const strict = init.redirect === 'error'",
    replace: 'const strict = false',
    why: "the host's key goes wherever an answer points to",
    tests: EXCHANGE,
  },
  {
    name: 'exchange-deaf-to-an-abort',
    file: 'agent/src/exchange.ts',
    find: '{ ...asked, signal, ',
    replace: '{ ...asked, signal: null, ',
    why: 'a call that is over goes on',
    tests: EXCHANGE,
  },
  {
    name: 'heartbeat-names-what-is-not-there',
    file: 'agent/src/engines/engine-watch.ts',
    find: 'words.engineTrouble((error as Error).message))\n      return []',
    replace: 'words.engineTrouble((error as Error).message))\n      return [...this.engine.models]',
    why: 'a host whose engine is away claims jobs and fails them',
    tests: ['test/agent/heartbeat.gpu.test.ts'],
  },
  {
    name: 'health-sold-before-it-works',
    file: HEALTH,
    find: "return this.#state === 'well'",
    replace: "return this.#state !== 'off'",
    why: 'a model is sold that has never generated anything',
    tests: HEALTHY,
  },
  {
    name: 'health-failing-jobs-stay-on-sale',
    file: HEALTH,
    find: 'if (this.streak.length >= JOBS_TO_FALL)',
    replace: 'if (this.streak.length > 1000)',
    why: 'an engine that fails each job goes on selling them',
    tests: HEALTHY,
  },
  {
    name: 'health-trusts-an-engine-that-was-away',
    file: 'agent/src/engines/engine-watch.ts',
    find: 'if (!listed.has(model.name)) model.away()',
    replace: 'if (!listed.has(model.name)) model.postponeProbe()',
    why: 'a restarted engine gets jobs before its model is loaded',
    tests: HEALTHY,
  },
  {
    name: 'slot-takes-jobs-of-other-engines',
    file: 'agent/src/slot.ts',
    find: 'models.length < offered.length ?',
    replace: 'models.length > offered.length ?',
    why: 'an engine that is full is given one job more',
    tests: HEALTHY,
  },
  {
    name: 'slot-sits-out-its-poll',
    file: 'agent/src/slot.ts',
    find: 'void watch.claimableBeside(models, poll.signal).then(over)',
    replace: 'void watch',
    why: "a model that came back waits for the end of a poll that was asked without it, with its buyers' jobs",
    tests: HEALTHY,
  },
  {
    name: 'price-of-a-stranger-stops-a-host',
    file: 'agent/src/price/settle-price.ts',
    find: 'if (yes || meant) return',
    replace: 'if (yes) return',
    why: 'a stranger who asks next to nothing keeps a host from starting again',
    tests: PRICED,
  },
  {
    name: 'price-follow-begins-at-each-start',
    file: 'agent/src/price/pick-price.ts',
    find: 'return boundsAround(from || price_nano, price)',
    replace: 'return boundsAround(price_nano, price)',
    why: 'restarts walk the price any distance',
    tests: PRICED,
  },
  {
    name: 'price-follows-itself',
    file: 'agent/src/price/market-price.ts',
    find: "host.status === 'active' && host.host_id !== own",
    replace: "host.status === 'active'",
    why: 'a host takes its own price for the market',
    tests: PRICED,
  },
  {
    name: 'price-steps-without-bound',
    file: 'agent/src/price/follow.ts',
    find: 'if (step === 0n || far <= step) return goal',
    replace: 'if (step >= 0n) return goal',
    why: 'one look at the market doubles or halves a price',
    tests: PRICED,
  },
  {
    name: 'provider-taken-at-its-word',
    file: 'agent/src/backends/langchain.ts',
    find: 'if (listed === undefined) await this.#demandProvider(signal)',
    replace: '',
    why: 'doctor passes an engine that fails every job',
    tests: ['test/agent/langchain.provider.test.ts'],
  },
  {
    name: 'config-flag-for-no-engine',
    file: 'agent/src/config-reader.ts',
    find: 'if (only && others.length === 0) {',
    replace: 'if (only) {',
    why: 'a flag that says not which engine is meant drops all but the first',
    tests: ['test/agent/config.file.test.ts'],
  },
  {
    name: 'engine-refusal-retried',
    file: ENGINE_ERROR,
    find: 'const retryable = !refuses(status)\n  const { origin }',
    replace: 'const retryable = status >= 400\n  const { origin }',
    why: 'a prompt that is too long is tried on three hosts before its buyer hears of it',
    tests: [...BACKENDS, ...RUNS],
  },
  {
    name: 'engine-cut-stream-is-whole',
    file: GENERATION,
    find: 'if (finish === undefined && !call.sawDone && !options.cleanEndSuffices) {',
    replace: 'if (finish === undefined && !call.sawDone && options.max_tokens < 0) {',
    why: 'a text that broke off in the middle is sold as whole',
    tests: BACKENDS,
  },
  {
    name: 'engine-usage-not-sane',
    file: GENERATION,
    find: 'Number.isSafeInteger(count) && count >= 0)',
    replace: 'Number.isFinite(count))',
    why: 'an engine that counts wrongly has its whole result refused',
    tests: ['test/agent/generation.usage.test.ts'],
  },
  {
    name: 'withdraw-key-forgotten',
    file: WITHDRAW,
    find: 'if (error instanceof UnreachableError) throw unanswered(error)',
    replace:
      'if (error instanceof UnreachableError) intent.forget()\n' +
      '    if (error instanceof UnreachableError) throw unanswered(error)',
    why: 'the same command after a lost answer pays out twice',
    tests: ONCE,
  },
  {
    name: 'withdraw-key-outlives-the-server',
    file: WITHDRAW,
    find: 'const KEY_LIFE_MS = 23 * 3_600_000',
    replace: 'const KEY_LIFE_MS = 230 * 3_600_000',
    why: 'a command repeated after days pays out twice',
    tests: ONCE,
  },
  {
    name: 'withdraw-twice-at-once',
    file: 'agent/src/withdrawal-intent.ts',
    find: "mode: 0o600, flag: 'wx', flush: true",
    replace: "mode: 0o600, flag: 'w', flush: true",
    why: 'a command given twice by accident pays out twice',
    tests: ['test/agent/withdrawal-intent.race.test.ts'],
  },
  {
    name: 'state-key-readable-by-all',
    file: 'agent/src/state.ts',
    find: '  chmodSync(draft, 0o600)\n',
    replace: '  chmodSync(draft, 0o644)\n',
    why: "anybody on the machine reads the host's key",
    tests: ['test/agent/state.directory.test.ts'],
  },
]

import type { Fault } from '../fault.ts'

const CHARGE = 'server/src/market/attempts/charge-delivered.ts'
const LOSE = 'server/src/market/attempts/lose.ts'
const CONTINUABLE = 'server/src/market/attempts/continuable.ts'
const HAND_OVER = 'server/src/market/attempts/hand-over.ts'
const CLAIM = 'server/src/market/broker/claim.ts'

const CONTINUED = ['test/server/continuation.test.ts']
const HANDED = ['test/server/continuation.hand-over.test.ts']
/** No other test was seen to notice. */
const SIMULATED = ['test/simulation/faults/faults.simulation.test.ts']
const PREFIXED = ['test/agent/parcel.prefix.test.ts']

/** What goes wrong where a text survives its host. */
export const CONTINUATIONS: readonly Fault[] = [
  {
    name: 'continued-prefix-one-short',
    file: LOSE,
    find: 'await markContinued(tx, job_id, stream.pieces.length,',
    replace: 'await markContinued(tx, job_id, stream.pieces.length - 1,',
    why: 'the last token that a reader has is written again by the next host, and paid twice',
    tests: CONTINUED,
  },
  {
    name: 'continued-part-holds-the-whole-text',
    file: LOSE,
    find: 'const own = stream.pieces.slice(first_offset)',
    replace: 'const own = stream.pieces.slice(0 * first_offset)',
    why: 'a third host goes on with a text that has its beginning twice',
    tests: CONTINUED,
  },
  {
    name: 'continued-begins-again',
    file: 'server/src/market/jobs/machine.ts',
    find: "job.seen ? 'continue' : 'requeue'",
    replace: "'requeue'",
    why: 'a reader gets the beginning of one sample and the end of another',
    tests: CONTINUED,
  },
  {
    name: 'continued-though-formed',
    file: CONTINUABLE,
    find: 'return (stream.needs & FORMED) === 0 && leavesRoom',
    replace: 'return (stream.needs & FORMED) >= 0 && leavesRoom',
    why: 'JSON that one engine had begun by a schema is ended by another that does not know where in it it is',
    tests: CONTINUED,
  },
  {
    name: 'continued-by-hosts-without-prefix',
    file: 'server/src/market/attempts/continue-store.ts',
    find: 'needs: sql<number>`needs | ',
    replace: 'needs: sql<number>`needs + 0 * ',
    why: 'a host that cannot go on with a text gets it, and begins anew in the middle of it',
    tests: CONTINUED,
  },
  {
    name: 'continued-max-tokens-anew',
    file: CLAIM,
    find: 'max_tokens: job.max_tokens - job.prefix_tokens }',
    replace: 'max_tokens: job.max_tokens }',
    why: 'each host that goes on with a text writes as much as the buyer asked of all of them',
    tests: CONTINUED,
  },
  {
    name: 'continued-waits-behind-older-jobs',
    file: CLAIM,
    find: 'return oldestOf(continued) ?? oldestOf(others)',
    replace: 'return oldestOf(others) ?? oldestOf(continued)',
    why: 'a reader waits in the middle of a sentence until other jobs have been done',
    tests: CONTINUED,
  },
  {
    name: 'continued-share-to-the-last-host',
    file: CHARGE,
    find: 'sharesOf([...parts.map(deliveredBy), own], boundsOf(job))',
    replace: 'sharesOf([...parts.map((part) => ({ ...deliveredBy(part), host_id })), own], boundsOf(job))',
    why: 'a host that wrote half of a text is paid nothing, and the one that ended it all',
    tests: CONTINUED,
  },
  {
    name: 'continued-all-at-the-last-price',
    file: CHARGE,
    find: 'sharesOf([...parts.map(deliveredBy), own], boundsOf(job))',
    replace: 'sharesOf([...parts.map((part) => ({ ...deliveredBy(part), price_nano })), own], boundsOf(job))',
    why: 'tokens that were written at one price are billed at the price of another host',
    tests: CONTINUED,
  },
  {
    name: 'continued-prefix-paid-again',
    file: CHARGE,
    find: 'pieces: pieces.slice(prefix_tokens) }',
    replace: 'pieces }',
    why: 'whoever ends a text is paid for what another wrote, and its buyer pays that twice',
    tests: CONTINUED,
  },
  {
    name: 'continued-waits-for-ever',
    file: 'server/src/market/upkeep/continuation-watch.ts',
    find: 'if (now - first < TIMES.continue_ms - EVERY_MS) return',
    replace: 'if (now - first < Number.POSITIVE_INFINITY) continue',
    why: 'a text that nobody goes on with keeps its reader and its reserve for a day',
    tests: CONTINUED,
  },
  {
    name: 'continued-given-up-at-once',
    file: 'server/src/market/upkeep/continuation-watch.ts',
    find: 'if (now - first < TIMES.continue_ms - EVERY_MS) return',
    replace: '',
    why: 'a text ends as failed although a host would have gone on with it a moment later',
    tests: CONTINUED,
  },
  {
    name: 'continued-handed-to-nobody',
    file: HAND_OVER,
    find: 'covers(offer.capabilities, needs | besides)',
    replace: 'covers(offer.capabilities, needs)',
    why: 'a host that could have ended its text leaves it, and nobody goes on with it',
    tests: HANDED,
  },
  {
    name: 'continued-handed-above-the-reserve',
    file: HAND_OVER,
    find: 'const within = offer.price_nano <= price_cap_nano &&',
    replace: 'const within = offer.price_nano >= 0n * price_cap_nano &&',
    why: 'a text is left for a host that is too dear to get it, and fails',
    tests: HANDED,
  },
  {
    name: 'continued-handed-above-the-reserve-of-the-prompt',
    file: HAND_OVER,
    find: ' && offer.input_price_nano <= input_cap_nano',
    replace: ' && offer.input_price_nano >= 0n * input_cap_nano',
    why: 'a text is left for a host that asks too much for the prompt to get it, and fails',
    tests: HANDED,
  },
  {
    name: 'continued-handed-to-the-full',
    file: HAND_OVER,
    find: '(await market.streams.countOf(offer.host_id)) < host.concurrency',
    replace: '(await market.streams.countOf(offer.host_id)) <= host.concurrency',
    why: 'a reader waits for a host that is busy with the job of somebody else',
    tests: HANDED,
  },
  {
    name: 'continued-agent-counts-from-nothing',
    file: 'agent/src/delivery.ts',
    find: 'this.#before = job.prefix?.tokens ?? 0',
    replace: 'this.#before = 0 * (job.prefix?.tokens ?? 0)',
    why: 'the beginning of what a host goes on with is taken for text that is there already, and trimmed',
    tests: PREFIXED,
  },
  {
    name: 'continued-agent-takes-the-prefix-for-its-own',
    file: 'agent/src/delivery.ts',
    find: 'const next = answer.next_offset - this.#before',
    replace: 'const next = answer.next_offset',
    why: 'a host that goes on with a text gives its job up at the first answer',
    tests: PREFIXED,
  },
  {
    name: 'continued-engine-begins-anew',
    file: 'agent/src/backends/generate-request.ts',
    find: "return [...sent, { role: 'assistant', content: prefix }]",
    replace: 'return [...sent]',
    why: 'an engine answers from the beginning, behind a text that another has half written',
    tests: PREFIXED,
  },
  {
    name: 'continued-completion-begins-anew',
    file: 'agent/src/backends/generate-request.ts',
    find: 'string => input_text + prefix',
    replace: 'string => (prefix ? input_text : input_text + prefix)',
    why: 'an engine without chat writes the beginning of a text a second time',
    tests: PREFIXED,
  },
  {
    name: 'continued-ids-of-the-attempt-before',
    file: 'server/src/market/streams/relay.ts',
    find: 'return parts.at(-1)?.attempt === attempt ? parts : [...parts, {',
    replace: 'return [...parts.filter((start) => start.attempt !== attempt), {',
    why: 'a text that nobody ends is told as if its last host had written nothing, so that a reader goes back',
    tests: CONTINUED,
  },
  {
    name: 'continued-though-half-forgotten',
    file: LOSE,
    find: 'const known = heirs && !stream.resumed',
    replace: 'const known = heirs',
    why: 'behind a restart a reader gets the beginning of one text and the end of another',
    tests: SIMULATED,
  },
  {
    name: 'continued-forgotten-by-a-restart',
    file: 'server/src/market/open-market.ts',
    find: 'before: await textSoFar(database, job) })',
    replace: 'before: undefined })',
    why: 'a restarted server asks the host that goes on with a text for what another had written',
    tests: SIMULATED,
  },
]

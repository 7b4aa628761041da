import type { Fault } from '../fault.ts'

const CHANNEL = 'server/src/market/channel/host-channel.ts'
const OFFERS = 'server/src/market/channel/offers-under-way.ts'
const RUNNING = 'server/src/market/channel/running-here.ts'
const FORGET = 'server/src/market/broker/forget-polls.ts'
const AGENT = 'agent/src/transport/channel.ts'

const SERVED = ['test/server/host.channel.test.ts', 'test/server/host.channel.hostile.test.ts']
const SPOKEN = ['test/agent/channel.fallback.test.ts']
const OFFERED = ['test/server/host.channel.offers.test.ts']
const LOST = ['test/server/polls.unanswered.test.ts']
const POLLED = ['test/agent/polls.unanswered.test.ts']

/** What goes wrong where a host speaks over one connection. */
export const CHANNELS: readonly Fault[] = [
  {
    name: 'channel-frames-in-one-turn',
    file: 'server/src/http/web-socket.ts',
    find: 'allowSynchronousEvents: false',
    replace: 'allowSynchronousEvents: true',
    why: 'a host that sends thousands of small frames holds everybody else up for seconds',
    tests: SERVED,
  },
  {
    name: 'channel-key-believed',
    file: CHANNEL,
    find: '      await prove()\n',
    replace: '',
    why: 'a host whose key was changed or that was shut out goes on for as long as its connection lasts',
    tests: SERVED,
  },
  {
    name: 'channel-offer-kept',
    file: CHANNEL,
    find: '    this.#offers.takeAllBack()\n',
    replace: '',
    why: 'a job whose offer a cut took waits for its lease',
    tests: SERVED,
  },
  {
    name: 'channel-drop-keeps-offer',
    file: CHANNEL,
    find: '      this.#offers.takeBack(frame.id)\n',
    replace: '',
    why: 'a job that was offered to a slot that has left waits for its lease',
    tests: SERVED,
  },
  {
    name: 'channel-named-offer-taken-back',
    file: CHANNEL,
    find: 'for (const { job_id } of body.results) this.#offers.named(job_id)',
    replace: '',
    why: 'a host that writes a job loses it ten seconds later',
    tests: SERVED,
  },
  {
    name: 'channel-silence-endured',
    file: OFFERS,
    find: 'stop: this.#market.clock.timer(RECEIPT_MS, late)',
    replace: 'stop: this.#market.clock.timer(RECEIPT_MS * 0, () => void late)',
    why: 'a host that hears nothing any more is offered job after job',
    tests: OFFERED,
  },
  {
    name: 'channel-told-of-other-runs',
    file: AGENT,
    find: "else if (frame?.type === 'ended') this.#options.ended(frame.results)",
    replace: '',
    why: 'an engine writes on for a buyer who has cancelled',
    tests: SPOKEN,
  },
  {
    name: 'channel-ends-told-while-running',
    file: RUNNING,
    find: 'if (stream && speaksFor(sender, stream)) return []',
    replace: '',
    why: 'a host is told that a job is over that runs',
    tests: OFFERED,
  },
  {
    name: 'channel-named-by-another-way',
    file: 'server/src/market/channel/cut-off.ts',
    find: 'stream.named_at <= spoken_at + OTHER_WAY_MS',
    replace: 'true',
    why: 'a host that goes on by requests loses its job since its channel broke',
    tests: ['test/server/host.channel.cut-off.test.ts'],
  },
  {
    name: 'channel-receipt-forgotten',
    file: AGENT,
    find: "if (pending.call === 'next-job' && answer) this.#send({ type: 'received', id })",
    replace: '',
    why: 'each job that takes longer than ten seconds to its first piece is taken away and begun again',
    tests: SPOKEN,
  },
  {
    name: 'channel-dead-one-trusted',
    file: AGENT,
    find: 'if (now - this.#heard_ms > (waits ? SILENT_MS : IDLE_SILENT_MS)) {',
    replace: 'if (now - this.#heard_ms > 100 * (waits ? SILENT_MS : IDLE_SILENT_MS)) {',
    why: 'an agent behind a router that has forgotten its connection is silent for a quarter of an hour',
    tests: SPOKEN,
  },
  {
    name: 'channel-calls-lost-with-it',
    file: AGENT,
    find: 'for (const { reject } of [...this.#pending.values()]) reject(this.#ended(why))',
    replace: '',
    why: 'a slot whose poll a cut took never asks for a job again',
    tests: SPOKEN,
  },
  {
    name: 'polls-of-any-agent-forgotten',
    file: FORGET,
    find: '    if (stream.instance === instance && stream.poll',
    replace: '    if (stream.poll',
    why: 'two machines with one key take each other the jobs away',
    tests: LOST,
  },
  {
    name: 'polls-forgotten-in-vain',
    file: FORGET,
    find: '      await returnOffer(market, stream)\n',
    replace: '      stream.poll\n',
    why: 'a job whose offer was lost on its way waits for its lease, and its host for a minute more',
    tests: LOST,
  },
  {
    name: 'polls-waiting-left',
    file: FORGET,
    find: 'lost.has(poll.number)) poll.dismiss()',
    replace: 'lost.has(poll.number)) continue',
    why: 'a poll that nobody listens to gets the next job',
    tests: LOST,
  },
  {
    name: 'polls-lost-unsaid',
    file: 'agent/src/slot.ts',
    find: 'error.status >= 500) polls.lost(poll)',
    replace: 'error.status >= 500) polls.begin()',
    why: 'the server is never told which offers were lost',
    tests: POLLED,
  },
  {
    name: 'polls-answered-named',
    file: 'agent/src/slot.ts',
    find: 'return await connection.host.nextJob({ ...body, ...poll }, call)',
    replace: 'return await connection.host.nextJob({ ...body, ...poll }, call).finally(() => polls.lost(poll))',
    why: 'each job is taken back as soon as another slot asks for one',
    tests: POLLED,
  },
]

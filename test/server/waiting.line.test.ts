import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { HandOver } from '../../server/src/market/broker/hand-over.ts'
import { ModelLine } from '../../server/src/market/broker/model-line.ts'
import { mayTake } from '../../server/src/market/broker/parked-polls.ts'
import type { PlacedPoll } from '../../server/src/market/broker/placed-poll.ts'
import { candidateOf, compareHosts, nearEnough } from '../../server/src/market/broker/rank.ts'
import type { Poll, WantedJob } from '../../server/src/market/broker/waiting.ts'
import { until } from './contract/until.ts'
import { ManualClock } from './manual-clock.ts'

const JOB: WantedJob = {
  ...{ job_id: 'job_1', model: 'm', max_tokens: 100, price_cap_nano: 3n, input_cap_nano: 0n, needs: 0 },
  ...{ target_host_id: null, only_hosts: null, not_hosts: null },
}

interface Drawn {
  price: number
  busy: number
  busyPolls: readonly boolean[]
  verified: number
  longest: number
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  price: fc.integer({ min: 1, max: 4 }),
  busy: fc.integer({ min: 0, max: 2 }),
  busyPolls: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
  verified: fc.integer({ min: 0, max: 1 }),
  longest: fc.constantFrom(50, 100, 200),
})

function pollOf(host_id: string, { price, busy, verified, longest }: Drawn): Poll {
  const known = { success_rate: 1, tokens_per_second: null, flagged: 0, verified, gpu_utilization: busy / 4 }
  const open = { status: 'active', paused: 0, disabled: 0, price_nano: BigInt(price), input_price_nano: 0n }
  return {
    host: { host_id, ...known, ...open } as Poll['host'],
    models: new Map([['m', { max_tokens: longest, capabilities: 0, price_nano: BigInt(price), input_price_nano: 0n }]]),
    ...{ instance: null, busy: false, stale: false, dismiss: () => undefined },
    look: async () => false,
    take: async () => undefined,
  }
}

/** As each poll by itself ranks. */
function bestOf(polls: readonly Poll[]): Poll | undefined {
  return polls.reduce<Poll | undefined>(
    (best, poll) => (best && compareHosts(candidateOf(best.host), candidateOf(poll.host)) <= 0 ? best : poll),
    undefined,
  )
}

test('a line by hosts chooses whom a line of all polls chooses, and names the same hosts as waiting', () => {
  const parts = fc.tuple(fc.array(drawn, { maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 3 }), fc.nat())
  fc.assert(
    fc.property(parts, ([hosts, warmOnes, mix]) => {
      const line = new ModelLine('m')
      const slots = hosts.flatMap((host, at) => host.busyPolls.map((busy, slot) => ({ at, slot, busy })))
      // In any order, those of a host not behind one another.
      const order = slots.toSorted(
        (a, b) => ((a.at * 7 + a.slot * 3 + mix) % 11) - ((b.at * 7 + b.slot * 3 + mix) % 11),
      )
      const polls = order.map(({ at, busy }) => Object.assign(pollOf(`host_${at}`, hosts[at] as Drawn), { busy }))
      for (const poll of polls) line.enter(poll)
      const left = polls.filter((poll, at) => (at + mix) % 5 === 0 && line.leave(poll) === undefined)
      const idle = polls.filter((poll) => !left.includes(poll) && !poll.busy)
      const job = { ...JOB, warm: warmOnes.map((at) => `host_${at}`) }
      const able = idle.filter((poll) => mayTake(poll, job))
      const best = bestOf(able)
      const first = best && candidateOf(best.host)
      const near = able.filter(
        ({ host }) => job.warm.includes(host.host_id) && first && nearEnough(candidateOf(host), first),
      )
      const chosen = line.choose(job, mayTake)
      expect(chosen.best).toBe(bestOf(near) ?? best)
      const waiting = chosen.waiting.map(({ host }) => host.host_id).sort()
      expect(waiting).toEqual([...new Set(idle.map(({ host }) => host.host_id))].sort())
      expect(line.inOrder().map(({ host }) => host.host_id)).toHaveLength(waiting.length)
      expect(
        line
          .waiting()
          .map(({ host }) => host.host_id)
          .sort(),
      ).toEqual(waiting)
    }),
  )
})

test('a host ranks by what was last read of it, and a line that all have left is empty', () => {
  const line = new ModelLine('m')
  const [dear, cheap] = [3, 2].map((price) =>
    pollOf(`host_${price}`, { price, busy: 0, busyPolls: [false], verified: 0, longest: 200 }),
  ) as [Poll, Poll]
  line.enter(dear)
  line.enter(cheap)
  expect(line.choose(JOB, mayTake).best).toBe(cheap)
  cheap.host = { ...cheap.host, flagged: 1 }
  expect(line.choose(JOB, mayTake).best).toBe(dear)
  dear.busy = true
  expect([line.choose(JOB, mayTake).best, line.idleOf('host_3')]).toEqual([cheap, undefined])
  for (const poll of [dear, cheap]) line.leave(poll)
  expect([line.isEmpty, line.choose(JOB, mayTake)]).toEqual([true, { best: undefined, waiting: [] }])
})

test('the line is read for a job that the poll may take, and for no other', async () => {
  const waitingFor = vi.fn(() => [])
  const poll = pollOf('host_1', { price: 1, busy: 0, busyPolls: [false], verified: 0, longest: 100 })
  const told = vi.fn()
  const deps = { clock: new ManualClock(), lines: { send: told }, database: {}, here: { waitingFor } }
  const handOver = new HandOver(deps as never, () => ({ poll }) as PlacedPoll, { again: async () => undefined })
  const { price_cap_nano, input_cap_nano } = JOB
  const caps = { price_cap_nano: String(price_cap_nano), input_cap_nano: String(input_cap_nano) }
  const hear = async (more: object) => {
    const heard = told.mock.calls.length
    handOver.heard(JSON.stringify({ job: { ...JOB, ...caps, ...more }, from: 'srv_2', id: 'q' }), 'poll')
    await until(() => told.mock.calls.length > heard)
  }
  await hear({ max_tokens: 101 })
  poll.busy = true
  await hear({})
  expect(waitingFor).not.toHaveBeenCalled()
  poll.busy = false
  await hear({})
  expect(waitingFor).toHaveBeenCalledTimes(1)
})

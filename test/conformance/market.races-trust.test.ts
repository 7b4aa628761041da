import { expect } from 'vitest'
import { decideDispute, type Verdict } from '../../server/src/market/disputes/decide-dispute.ts'
import { openDispute } from '../../server/src/market/disputes/open-dispute.ts'
import { disputeOf } from '../../server/src/market/disputes/store.ts'
import { releaseDue } from '../../server/src/market/earnings/release-due.ts'
import { STAGES, type Stage, sumOf } from '../../server/src/market/ledger/accounts.ts'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { watchShutOut } from '../../server/src/market/upkeep/shut-out-watch.ts'
import { onEveryDialect } from './databases.ts'
import type { Floor } from './market-floor.ts'
import { type Lane, lanesOn, refusals } from './market-lanes.ts'

const PRICE = 1_000_000n
const COST = 3n * PRICE
const EARNED = (COST * 88n) / 100n
const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }
const HOLD_MS = 74 * 3_600_000
const OPERATOR = { actor: 'usr_operator', via: 'http' as const, origin: '127.0.0.1' }

await onEveryDialect((databases) => {
  const { on, race, running, manyRaces, thorough } = lanesOn(databases, { trust: 'strangers', few: true })

  /** What a host has, wherever it is. */
  const held = async (host: string) => {
    const stages = await stagesOf(on.floor.market.database, host, STAGES)
    return Object.fromEntries(STAGES.map((stage) => [stage, sumOf(stages[stage])])) as Record<Stage, bigint>
  }
  const wherever = async (host: string) => Object.values(await held(host)).reduce((sum, one) => sum + one, 0n)
  /** A host of the lane's model that has earned nothing, and one job of three tokens that it was paid for. */
  async function earn(lane: Lane): Promise<{ host: string; job_id: string }> {
    const host = await on.floor.host({ models: [lane.model] })
    const job_id = await running({ ...lane, host })
    await on.floor.results(host, { job_id, ...FINISH })
    return { host, job_id }
  }
  const dispute = ({ market }: Floor, buyer: string, job_id: string) =>
    openDispute(market, buyer, job_id, { reason: 'garbage' })
  const decide = ({ market }: Floor, job_id: string, verdict: Verdict) =>
    market.database.transaction((tx) => decideDispute(tx, market, OPERATOR, { job_id, verdict, note: null }))
  /** Now and then the hold is over at this moment: for all lanes, which share the clock. */
  const release = ({ market }: Floor, { random }: Lane) => {
    if (random() < 0.2) on.floor.clock.advance(HOLD_MS)
    return releaseDue(market)
  }
  /** Whatever the host is, its earnings can be taken out afterwards. */
  async function letIn(host: string): Promise<void> {
    await on.floor.shutOut(host, false)
    if ((await held(host)).frozen > 0n) await on.floor.releaseFrozen(host)
  }
  const won = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status === 'fulfilled')

  const opened = new Set<boolean>()
  manyRaces(
    'disputes on two servers against the end of the hold: set aside once, or released whole',
    async (lane) => {
      const { host, job_id } = await earn(lane)
      const outcomes = await race<unknown>(lane.random, [
        () => dispute(on.floor, lane.buyer, job_id),
        () => dispute(on.other, lane.buyer, job_id),
        () => release(on.other, lane),
      ])
      for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'conflict' })
      const disputed = won(outcomes.slice(0, 2)).filter(Boolean).length
      opened.add(disputed > 0)
      expect(disputed).toBeLessThan(2)
      const now = await held(host)
      expect(now.disputed).toBe(disputed === 1 ? EARNED : 0n)
      expect(await wherever(host)).toBe(EARNED)
      if (disputed === 1) await decide(on.floor, job_id, 'reject')
      const { available, pending } = await held(host)
      expect(available + pending).toBe(EARNED)
      return [job_id]
    },
    // A few rounds need not meet both.
    () => expect(opened.size).toBeGreaterThan(thorough ? 1 : 0),
  )

  const verdicts = new Set<string>()
  manyRaces(
    'a refund against a rejection, while the host is shut out: one verdict, and not a credit more or less',
    async (lane) => {
      const before = await on.floor.credits(lane.buyer)
      const { host, job_id } = await earn(lane)
      await dispute(on.floor, lane.buyer, job_id)
      const outcomes = await race<unknown>(lane.random, [
        () => decide(on.floor, job_id, 'refund'),
        () => decide(on.other, job_id, 'reject'),
        () => on.other.shutOut(host, true),
      ])
      const [refunded, rejected, out] = won(outcomes)
      expect([refunded !== rejected, out]).toEqual([true, true])
      for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'conflict' })
      const { status = '' } = (await disputeOf(on.floor.market.database, job_id)) ?? {}
      verdicts.add(status)
      expect(status).toBe(refunded ? 'refunded' : 'rejected')
      expect(await on.floor.credits(lane.buyer)).toBe(refunded ? before : before - COST)
      // Given to it at the moment at which it was shut out, the share may be pending still: the watch freezes it.
      await watchShutOut(on.floor.market)
      const { frozen, disputed } = await held(host)
      expect([frozen, disputed]).toEqual([refunded ? 0n : EARNED, 0n])
      return [job_id]
    },
    () => expect(verdicts).toEqual(new Set(['refunded', 'rejected'])),
  )

  manyRaces(
    'a dispute, a freeze and a release of one job’s earnings at once: they are somewhere, once, and come back',
    async (lane) => {
      const { host, job_id } = await earn(lane)
      const outcomes = await race<unknown>(lane.random, [
        () => dispute(on.floor, lane.buyer, job_id),
        () => on.other.shutOut(host, true),
        () => release(on.other, lane),
      ])
      for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'conflict' })
      expect(await wherever(host)).toBe(EARNED)
      const disputed = outcomes[0]?.status === 'fulfilled'
      expect((await held(host)).disputed).toBe(disputed ? EARNED : 0n)
      if (disputed) await decide(on.other, job_id, 'reject')
      expect((await held(host)).frozen).toBe(EARNED)
      await letIn(host)
      expect((await held(host)).available).toBe(EARNED)
      return [job_id]
    },
  )

  const states = new Set<string>()
  manyRaces(
    'shutting a host out against the end of its job: earned and frozen, or lost and queued again',
    async (lane) => {
      const { random, buyer, model } = lane
      const host = await on.floor.host({ models: [model] })
      const job_id = await running({ ...lane, host })
      const outcomes = await race<unknown>(random, [
        async () => {
          await on.other.shutOut(host, true)
          await watchShutOut(on.floor.market)
        },
        () => on.floor.results(host, { job_id, ...FINISH }),
      ])
      expect(refusals(outcomes)).toEqual([])
      await watchShutOut(on.floor.market)
      const { state } = await on.floor.job(job_id)
      states.add(state)
      expect(await held(host)).toMatchObject({ frozen: state === 'completed' ? EARNED : 0n, pending: 0n })
      expect(await on.floor.next(host)).toBeUndefined()
      if (state === 'queued') await on.floor.cancel(buyer, job_id)
      return [job_id]
    },
    () => expect(states.has('completed')).toBe(true),
  )

  const fates = new Set<string>()
  manyRaces(
    'the end of the hold on two servers against withdrawals and a dispute: what is taken out is neither held nor disputed',
    async (lane) => {
      const { host, job_id } = await earn(lane)
      const outcomes = await race<{ withdrawal_id?: string } | undefined>(lane.random, [
        async () => void (await release(on.floor, lane)),
        async () => void (await releaseDue(on.other.market)),
        () => on.other.withdraw(host, EARNED),
        () => on.floor.withdraw(host, EARNED),
        async () => void (await dispute(on.other, lane.buyer, job_id)),
      ])
      for (const { code } of refusals(outcomes)) expect(['insufficient_credits', 'conflict']).toContain(code)
      const taken = outcomes.slice(2, 4).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(taken.length).toBeLessThan(2)
      fates.add(`${taken.length} taken, ${outcomes[4]?.status}`)
      expect((await wherever(host)) + (taken.length === 1 ? EARNED : 0n)).toBe(EARNED)
      if (taken.length === 1) expect(outcomes[4]?.status).toBe('rejected')
      for (const one of taken) await on.floor.resolve(one?.withdrawal_id as string, 'rejected')
      if (outcomes[4]?.status === 'fulfilled') await decide(on.floor, job_id, 'reject')
      const { available, pending } = await held(host)
      expect(available + pending).toBe(EARNED)
      return [job_id]
    },
    () => expect(fates.size).toBeGreaterThan(thorough ? 2 : 0),
  )

  manyRaces('as many claims at once as there are jobs, on two servers: a host on probation holds two', async (lane) => {
    const { random, buyer, model } = lane
    const host = await on.floor.host({ models: [`${model}-probed`] })
    const probed = { model: `${model}-probed` }
    const jobs = await Promise.all(Array.from({ length: 4 }, () => on.floor.submit(buyer, probed)))
    const outcomes = await race(
      random,
      jobs.map((_, at) => () => (at % 2 === 0 ? on.floor : on.other).next(host)),
    )
    expect(refusals(outcomes)).toEqual([])
    expect(outcomes.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(2)
    for (const { job_id } of jobs) {
      await on.floor.cancel(buyer, job_id)
      for (const floor of [on.floor, on.other]) await floor.forget(job_id)
    }
    return jobs.map(({ job_id }) => job_id)
  })
})

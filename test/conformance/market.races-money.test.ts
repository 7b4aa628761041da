import { expect } from 'vitest'
import { onEveryDialect } from './databases.ts'
import { type Lane, lanesOn, refusals } from './market-lanes.ts'

const PRICE = 1_000_000n
/** A host's share of a job of three tokens. */
const EARNED = (3n * PRICE * 88n) / 100n
const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }

await onEveryDialect((databases) => {
  const { on, race, running, manyRaces } = lanesOn(databases)

  /** Completes a job on the lane's host where it has earned nothing that it still has. */
  async function earn(lane: Lane): Promise<string[]> {
    if ((await on.floor.earnings(lane.host)) > 0n) return []
    const job_id = await running(lane)
    await on.floor.results(lane.host, { job_id, ...FINISH })
    return [job_id]
  }

  manyRaces('withdrawal against withdrawal: what is there is taken once', async (lane) => {
    const { random, host } = lane
    const jobs = await earn(lane)
    // Two that both fit, or two of which each is more than half.
    const amount = random() < 0.2 ? EARNED / 2n : EARNED / 2n + 1n + BigInt(Math.floor(random() * Number(EARNED / 2n)))
    const outcomes = await race(random, [() => on.floor.withdraw(host, amount), () => on.other.withdraw(host, amount)])
    const taken = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.withdrawal_id] : []))
    expect(taken).toHaveLength(amount * 2n <= EARNED ? 2 : 1)
    for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'insufficient_credits' })
    expect(await on.floor.earnings(host)).toBe(EARNED - BigInt(taken.length) * amount)
    for (const id of taken) await on.floor.resolve(id, 'rejected')
    expect(await on.floor.earnings(host)).toBe(EARNED)
    return jobs
  })

  const fates = new Set<string>()
  manyRaces(
    'withdrawal against shutting the host out: what it earned is withdrawn before, or frozen whole',
    async (lane) => {
      const { random, host } = lane
      const jobs = await earn(lane)
      const outcomes = await race<{ withdrawal_id: string } | undefined>(random, [
        () => on.floor.withdraw(host, EARNED),
        async () => void (await on.other.shutOut(host, true)),
      ])
      const [withdrawn] = outcomes
      fates.add(withdrawn?.status ?? '')
      for (const reason of refusals(outcomes)) expect(['insufficient_credits', 'forbidden']).toContain(reason.code)
      expect(await on.floor.earnings(host)).toBe(0n)
      await on.floor.shutOut(host, false)
      if (withdrawn?.status === 'fulfilled' && withdrawn.value)
        await on.floor.resolve(withdrawn.value.withdrawal_id, 'rejected')
      else await on.floor.releaseFrozen(host)
      expect(await on.floor.earnings(host)).toBe(EARNED)
      return jobs
    },
    () => expect(fates).toEqual(new Set(['fulfilled', 'rejected'])),
  )

  const verdicts = new Set<string>()
  manyRaces(
    'paying against rejecting one withdrawal: one of the two, and what is rejected comes back once',
    async (lane) => {
      const { random, host } = lane
      const jobs = await earn(lane)
      const { withdrawal_id } = await on.floor.withdraw(host, EARNED)
      const outcomes = await race(random, [
        () => on.floor.resolve(withdrawal_id, 'paid'),
        () => on.other.resolve(withdrawal_id, 'rejected'),
        () => on.floor.resolve(withdrawal_id, 'rejected'),
      ])
      const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.status] : []))
      expect(won).toHaveLength(1)
      for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'conflict' })
      for (const status of won) verdicts.add(status)
      expect(await on.floor.earnings(host)).toBe(won[0] === 'paid' ? 0n : EARNED)
      return jobs
    },
    () => expect(verdicts).toEqual(new Set(['paid', 'rejected'])),
  )

  let serial = 0
  const winners = new Set<string>()
  manyRaces(
    'one submission sent twice with one key, and another with the same key: one job, and the other is a conflict',
    async ({ random, buyer, model }) => {
      const key = `key${++serial}`
      const send = (floor: typeof on.floor, input_text: string) => () => floor.submit(buyer, { model, input_text }, key)
      const outcomes = await race(random, [
        send(on.floor, 'one'),
        send(on.other, 'one'),
        ...(random() < 0.5 ? [send(on.floor, 'other')] : []),
      ])
      const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'idempotency_conflict' })
      const [first] = answers
      if (!first) throw new Error('one of them must be first')
      for (const answer of answers) expect(answer).toEqual(first)
      const { input_text } = await on.floor.job(first.job_id)
      winners.add(input_text)
      expect(answers).toHaveLength(input_text === 'one' ? 2 : 1)
      // No other job, hidden behind the same answer, has set anything aside.
      expect(await on.floor.reserved(buyer)).toBe(10n * PRICE)
      await on.floor.cancel(buyer, first.job_id)
      return [first.job_id]
    },
    () => expect(winners).toEqual(new Set(['one', 'other'])),
  )
})

import { expect } from 'vitest'
import { insertPurchase, purchaseById } from '../../server/src/market/purchases/purchase-store.ts'
import { takePayment } from '../../server/src/market/purchases/take-payment.ts'
import { onEveryDialect } from './databases.ts'
import { type Lane, lanesOn } from './market-lanes.ts'

const BOUGHT = 1_000_000_000n
const CENTS = 50

await onEveryDialect((databases) => {
  const { on, race, manyRaces } = lanesOn(databases)
  let serial = 0

  async function pending({ buyer }: Lane): Promise<string> {
    const { database, ids, clock } = on.floor.market
    const purchase_id = ids.next('pur')
    const terms = { credits_nano: BOUGHT, amount_minor: CENTS, currency: 'usd', provider: 'stripe' }
    const times = { created_at: clock.now(), expires_at: clock.now() + 3_600_000 }
    await database.transaction((tx) => insertPurchase(tx, { purchase_id, user_id: buyer, ...terms, ...times }))
    return purchase_id
  }

  const paid = (purchase_id: string, event_id = `evt_${++serial}`) => ({
    ...{ event_id, type: 'paid', purchase_id, payment_id: `pi_${purchase_id}` },
    change: { kind: 'paid' as const, amount_minor: CENTS, currency: 'usd' },
  })
  const refunded = (purchase_id: string, refunded_minor: number) => ({
    ...paid(purchase_id),
    change: { kind: 'refunded' as const, amount_minor: CENTS, refunded_minor, currency: 'usd' },
  })
  const disputed = (purchase_id: string) => ({
    ...paid(purchase_id),
    change: { kind: 'disputed' as const, amount_minor: undefined, currency: 'usd' },
  })
  const row = async (purchase_id: string) => await purchaseById(on.floor.market.database, purchase_id)
  const ofFloors = () => [on.floor.market, on.other.market] as const

  manyRaces(
    'one payment told at once on two connections, by the same event and by another: its credits once',
    async (lane) => {
      const purchase_id = await pending(lane)
      const before = await on.floor.credits(lane.buyer)
      const [here, there] = ofFloors()
      const event = paid(purchase_id)
      const outcomes = await race(lane.random, [
        () => takePayment(here, event),
        () => takePayment(there, event),
        () => takePayment(there, paid(purchase_id)),
      ])
      const told = outcomes.map((one) => (one.status === 'fulfilled' ? one.value.outcome : one.reason))
      expect(told.filter((outcome) => outcome === 'applied')).toHaveLength(1)
      expect(told.filter((outcome) => outcome !== 'applied' && outcome !== 'again' && outcome !== 'ignored')).toEqual(
        [],
      )
      expect(await on.floor.credits(lane.buyer)).toBe(before + BOUGHT)
      return []
    },
  )

  manyRaces('payment, part of a refund, refund and dispute at once: paid once, taken back once', async (lane) => {
    const purchase_id = await pending(lane)
    const before = await on.floor.credits(lane.buyer)
    const [here, there] = ofFloors()
    const outcomes = await race(lane.random, [
      () => takePayment(here, paid(purchase_id)),
      () => takePayment(there, refunded(purchase_id, 20)),
      () => takePayment(here, refunded(purchase_id, CENTS)),
      ...(lane.random() < 0.5 ? [() => takePayment(there, disputed(purchase_id))] : []),
    ])
    for (const one of outcomes)
      expect(one.status === 'fulfilled' ? one.value.outcome : one.reason).toMatch(/applied|ignored/)
    expect(await row(purchase_id)).toMatchObject({ status: 'refunded', taken_back_nano: BOUGHT, owed_nano: 0n })
    expect(await on.floor.credits(lane.buyer)).toBe(before)
    return []
  })

  manyRaces(
    'a refund against a job that spends the same credits: what is left is taken, the rest is owed',
    async (lane) => {
      const { buyer, model } = lane
      const purchase_id = await pending(lane)
      await takePayment(on.floor.market, paid(purchase_id))
      const [before, [here, there]] = [await on.floor.credits(buyer), ofFloors()]
      const all = Number(before / 1_000_000n)
      const jobs = [Math.min(4096, all), Math.min(4096, Math.floor(all / 2))]
      const outcomes = await race<unknown>(lane.random, [
        () => takePayment(there, refunded(purchase_id, CENTS)),
        ...jobs.map((max_tokens) => () => on.floor.submit(buyer, { model, max_tokens })),
        () => takePayment(here, disputed(purchase_id)),
      ])
      const found = await row(purchase_id)
      expect((found?.taken_back_nano ?? 0n) + (found?.owed_nano ?? 0n)).toBe(BOUGHT)
      expect(await on.floor.credits(buyer)).toBeGreaterThanOrEqual(0n)
      const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value as { job_id?: string }] : []))
      const ids = made.flatMap(({ job_id }) => (job_id === undefined ? [] : [job_id]))
      for (const job_id of ids) await on.floor.cancel(buyer, job_id)
      return ids
    },
  )
})

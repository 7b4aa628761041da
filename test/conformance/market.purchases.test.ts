import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableUser, erasePerson } from '../../server/src/accounts/user-store.ts'
import { intentOf } from '../../server/src/market/idempotency/once.ts'
import { buyCredits } from '../../server/src/market/purchases/buy.ts'
import { collectOwed } from '../../server/src/market/purchases/collect-owed.ts'
import { purchasesOf } from '../../server/src/market/purchases/list-store.ts'
import type { OpenedCheckout, PaymentChange, Payments } from '../../server/src/market/purchases/provider.ts'
import { purchaseById } from '../../server/src/market/purchases/purchase-store.ts'
import { takePayment } from '../../server/src/market/purchases/take-payment.ts'
import { anyPayments } from '../server/fake-payments.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const BOUGHT = 50_000_000_000n
const CENTS = 50

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(async () => {
    expect((await floor.audit()).faults).toEqual([])
    await floor.close()
  })

  const opening = (open: () => Promise<OpenedCheckout | undefined>): Payments => ({
    ...anyPayments,
    provider: {
      ...anyPayments.provider,
      open: async (checkout) => (await open()) ?? (await anyPayments.provider.open(checkout)),
    },
  })
  function buy(user_id: string, key?: string, payments: Payments = anyPayments) {
    const intent = intentOf(user_id, 'buy', key, {})
    return buyCredits(floor.market, payments, { user_id, credits: BOUGHT, intent, return_url: 'https://shop.example/' })
  }
  const listOf = async (user_id: string) =>
    (await purchasesOf(floor.market.database, user_id, { limit: 100, offset: 0 })).rows.map(({ status }) => status)

  test('of many purchases at once a user has as many as they may leave unpaid', async () => {
    const user = await floor.user()
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => buy(user)))
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('rate_limited'))
    expect(refused[0].message).toMatch(/^You have 10 purchases to pay: .* in 3600 seconds/)
    expect(await listOf(user)).toEqual(Array(10).fill('pending'))
  })

  test('repetitions of a key that is too late for its checkout begin one purchase together', async () => {
    const user = await floor.user()
    const away = opening(async () => ({ refused: 'unreachable', why: 'away' }))
    await expect(buy(user, 'late', away)).rejects.toMatchObject({ code: 'payments_unavailable' })
    floor.clock.advance(30 * 60_000)
    const made = await Promise.all(Array.from({ length: 6 }, () => buy(user, 'late')))
    expect(new Set(made.map(({ purchase_id }) => purchase_id)).size).toBe(1)
    expect(await listOf(user)).toEqual(['pending', 'failed'])
  })

  test('credits set aside for jobs when their payment goes back buy nothing, and are taken back', async () => {
    const user = await floor.user(0n)
    const own = await floor.host({ models: ['own'], owner: user })
    const { purchase_id } = await buy(user)
    const tell = (event_id: string, change: PaymentChange) =>
      takePayment(floor.market, { event_id, type: 'x', purchase_id, payment_id: 'pi_owed', change })
    await tell('evt_owed_1', { kind: 'paid', amount_minor: CENTS, currency: 'usd' })
    const { job_id } = await floor.submit(user, { model: 'own', host_id: own, max_tokens: 4096 })
    const reserved = await floor.reserved(user)
    expect(reserved).toBeGreaterThan(0n)
    await tell('evt_owed_2', { kind: 'disputed', amount_minor: undefined, currency: 'usd' })
    expect(await floor.credits(user)).toBe(0n)
    await floor.cancel(user, job_id)
    expect(await floor.credits(user)).toBe(reserved)
    await expect(floor.submit(user, { model: 'own', host_id: own })).rejects.toMatchObject({
      code: 'insufficient_credits',
    })
    await collectOwed(floor.market)
    await collectOwed(floor.market)
    expect(await floor.credits(user)).toBe(0n)
    expect(await purchaseById(floor.market.database, purchase_id)).toMatchObject({
      owed_nano: 0n,
      taken_back_nano: BOUGHT,
    })
    expect((await floor.audit()).faults).toEqual([])
  })

  test('a failure that is told late frees no key that has begun another purchase since', async () => {
    const user = await floor.user()
    const broken = { refused: 'failed', why: 'Stripe answered 500' } as const
    let fail = () => {}
    const told = new Promise<void>((resolve) => {
      fail = resolve
    })
    const slow = buy(
      user,
      'k',
      opening(() => told.then(() => broken)),
    )
    await expect.poll(() => listOf(user)).toEqual(['pending'])
    await expect(
      buy(
        user,
        'k',
        opening(async () => broken),
      ),
    ).rejects.toMatchObject({ code: 'payments_unavailable' })
    floor.clock.advance(1000)
    const second = await buy(user, 'k')
    fail()
    await expect(slow).rejects.toMatchObject({ code: 'payments_unavailable' })
    expect(await buy(user, 'k')).toEqual(second)
    expect(await listOf(user)).toEqual(['pending', 'failed'])
  })

  const refunded = (refunded_minor: number): PaymentChange => ({
    ...{ kind: 'refunded', amount_minor: CENTS, currency: 'usd' },
    refunded_minor,
  })
  const CHANGES = {
    paid: { kind: 'paid', amount_minor: CENTS, currency: 'usd' },
    'a part back': refunded(20),
    'more back': refunded(35),
    'all back': refunded(CENTS),
    disputed: { kind: 'disputed', amount_minor: undefined, currency: 'usd' },
    won: { kind: 'dispute won' },
    'not arrived': { kind: 'refund failed', refunded_minor: undefined },
    expired: { kind: 'expired' },
  } satisfies Record<string, PaymentChange>
  type Told = keyof typeof CHANGES
  const MONEY: readonly Told[] = ['paid', 'a part back', 'more back', 'all back', 'disputed']
  let serial = 0
  const tell = (purchase_id: string, what: Told) =>
    takePayment(floor.market, {
      ...{ event_id: `evt_${++serial}`, type: what, purchase_id, payment_id: `pi_${purchase_id}`, said_at: serial },
      change: CHANGES[what],
    })

  /** What the books must hold after these, in whatever order they were told. */
  function takenBack(told: readonly Told[]): bigint {
    if (told.includes('disputed') || told.includes('all back')) return BOUGHT
    const cents = told.includes('more back') ? 35n : told.includes('a part back') ? 20n : 0n
    return (BOUGHT * cents) / BigInt(CENTS)
  }

  test('payment, refunds, disputes in any order, told twice, of any account: the books are right', async () => {
    const account = fc.constantFrom('there', 'disabled', 'ended')
    const told = fc.shuffledSubarray(Object.keys(CHANGES) as Told[], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(account, told, async (state, events) => {
        const user = await floor.user(0n)
        const { purchase_id } = await buy(user)
        await floor.market.database.transaction(async (tx) => {
          if (state === 'disabled') await disableUser(tx, user, true, 1)
          if (state === 'ended') await erasePerson(tx, user, floor.clock.now())
        })
        const warnings: (string | undefined)[] = []
        for (const what of [...events, ...events]) {
          const { outcome, warning } = await tell(purchase_id, what)
          if (MONEY.includes(what)) warnings.push(warning)
          else if (what !== 'expired') expect(outcome).toBe('refused')
        }
        const row = await purchaseById(floor.market.database, purchase_id)
        const paid = events.some((what) => MONEY.includes(what))
        const taken_back_nano = paid ? takenBack(events) : 0n
        expect(row).toMatchObject({ taken_back_nano, owed_nano: 0n })
        expect(await floor.credits(user)).toBe(paid ? BOUGHT - taken_back_nano : 0n)
        // Whichever event proves the payment says once that nobody is there to spend it.
        const said = warnings.filter((one) => one !== undefined)
        expect(said).toEqual(
          paid && state !== 'there' ? [expect.stringMatching(/(disabled|ended).* before paying; /)] : [],
        )
        expect(warnings[0]).toBe(said[0])
      }),
      { numRuns: 40 },
    )
  })

  const early = (event_id: string, payment_id: string, what: Told, purchase_id?: string) =>
    takePayment(floor.market, {
      ...{ event_id, type: what, purchase_id, payment_id },
      change: CHANGES[what],
    })

  test('a dispute that is told before its payment waits for it, and takes its credits back then, once', async () => {
    const user = await floor.user(0n)
    const { purchase_id } = await buy(user)
    expect(await early('evt_early', 'pi_early', 'disputed')).toMatchObject({
      outcome: 'ignored',
      warning: expect.stringMatching(/^it is disputed, and of no purchase here so far/),
    })
    expect(await early('evt_paid', 'pi_early', 'paid', purchase_id)).toMatchObject({ outcome: 'applied' })
    expect(await floor.credits(user)).toBe(0n)
    expect(await purchaseById(floor.market.database, purchase_id)).toMatchObject({
      ...{ status: 'disputed', taken_back_nano: BOUGHT, owed_nano: 0n },
    })
    expect(await early('evt_early', 'pi_early', 'disputed')).toMatchObject({ outcome: 'again' })
    expect(await floor.credits(user)).toBe(0n)
  })

  test('one that is won before the payment is told takes nothing, and what is of no purchase is nobody’s', async () => {
    const user = await floor.user(0n)
    const { purchase_id } = await buy(user)
    await early('evt_soon', 'pi_won', 'disputed')
    for (const what of ['all back', 'won', 'not arrived'] as const)
      expect(await early(`evt ${what}`, 'pi_won', what)).toEqual({ outcome: 'ignored', note: 'of no purchase here' })
    await early('evt_paid_won', 'pi_won', 'paid', purchase_id)
    expect(await floor.credits(user)).toBe(BOUGHT)
  })

  test('a payment and its dispute that are told at once, on two servers, end as disputed', async () => {
    for (let round = 0; round < 8; round++) {
      const user = await floor.user(0n)
      const { purchase_id } = await buy(user)
      const calls = [
        () => early(`evt_d${round}`, `pi_${round}`, 'disputed'),
        () => early(`evt_p${round}`, `pi_${round}`, 'paid', purchase_id),
      ]
      await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
      expect(await purchaseById(floor.market.database, purchase_id)).toMatchObject({ status: 'disputed' })
      expect(await floor.credits(user)).toBe(0n)
    }
  })

  test('what an operator has to do is said: refund the rest, or give back what was taken for nothing', async () => {
    const user = await floor.user(0n)
    const ended = [await buy(user), await buy(user)].map(({ purchase_id }) => purchase_id) as [string, string]
    const { purchase_id } = await buy(await floor.user(0n))
    await floor.market.database.transaction((tx) => erasePerson(tx, user, floor.clock.now()))
    expect((await tell(ended[0], 'a part back')).warning).toMatch(/a part of it was refunded; refund the rest/)
    expect((await tell(ended[1], 'disputed')).warning).toMatch(/it is disputed$/)
    await tell(purchase_id, 'disputed')
    expect(await tell(purchase_id, 'won')).toMatchObject({
      outcome: 'refused',
      note: 'the dispute was won, and 50 credits were taken back: grant them again if the buyer shall have them',
    })
    expect((await tell(purchase_id, 'not arrived')).note).toMatch(/^a refund did not reach the buyer, and 50 credits/)
    expect(await purchaseById(floor.market.database, purchase_id)).toMatchObject({ status: 'paid', disputed: 0 })
  })
})

import type { AlertLimits } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../server/src/accounts/authenticate.ts'
import { userById } from '../../server/src/accounts/user-store.ts'
import { ownAlerts, setAlerts } from '../../server/src/market/alerts/own-alerts.ts'
import { tellReached } from '../../server/src/market/alerts/tell-reached.ts'
import { closingWith } from '../../server/src/market/close-account.ts'
import { marketSections } from '../../server/src/market/export/sections.ts'
import { grant } from '../../server/src/market/ledger/grant.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { addWebhook } from '../../server/src/webhooks/registrations.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const DAY_MS = 86_400_000
const CREDIT = 1_000_000_000n
/** What one job of ten tokens costs. */
const JOB = 10_000_000n
const TOLD = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.webhook_id', 'd.webhook_id')
    .select(['d.event', 'd.payload_json'])
    .where('w.user_id', '=', p('user_id'))
    .where('d.event', '<>', 'job.ended')
    .orderBy('d.delivery_id'),
)

const clock = new ManualClock()

/** A market on one database, with people who have a webhook. */
function stage(databases: Databases) {
  let floor: Floor
  let host: string
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh(), { clock })
    host = await floor.host({ models: ['m'] })
  })
  afterAll(() => floor.close())
  return {
    floor: () => floor,
    async person(nano = CREDIT): Promise<User> {
      const user = (await userById(floor.market.database, await floor.user(nano))) as User
      const targets = { privateTargets: 'loopback' as const, lookUp: async () => [] }
      await addWebhook({ ...floor.market, targets }, user, { url: 'http://127.0.0.1:9/hook' })
      return user
    },
    async spend(user: User, jobs = 1): Promise<void> {
      for (let count = 0; count < jobs; count++) {
        const { job_id } = await floor.submit(user.user_id)
        await floor.next(host)
        await floor.results(host, { job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' })
      }
    },
    set: (user: User, limits: AlertLimits) => setAlerts(floor.market, user, limits),
    look: () => tellReached(floor.market),
    told: async ({ user_id }: User) =>
      (await floor.market.database.all(TOLD, { user_id })).map(({ event, payload_json }) => {
        const { data } = JSON.parse(payload_json) as { data: object }
        return [event, data]
      }),
    now: async (user: User) =>
      (await ownAlerts(floor.market, user)).alerts.map(({ kind, now, reached }) => [kind, now, reached]),
  }
}

await onEveryDialect((databases) => {
  const { floor, person, spend, set, look, told, now } = stage(databases)

  test('they are in the export, and go with the account', async () => {
    const user = await person()
    await set(user, { month: 5n * CREDIT })
    const section = () => Array.fromAsync(marketSections(floor().market.database, user.user_id).alerts ?? [])
    expect(await section()).toMatchObject([{ month_nano: 5n * CREDIT, day_nano: null }])
    const closing = closingWith(floor().market)
    await floor().market.database.transaction((tx) => closing.finish(tx, user.user_id))
    expect(await section()).toEqual([])
  })

  test('a day and a month that cost as much are told once each, and anew when the next begins', async () => {
    clock.advance(Date.parse('2026-11-29T12:00:00Z') - clock.now())
    const user = await person()
    await set(user, { day: 2n * JOB, month: 3n * JOB })
    await spend(user)
    await look()
    expect(await told(user)).toEqual([])
    await spend(user)
    await look()
    await look()
    const day = ['spending.reached', { period: 'day', limit: 0.02, spent: 0.02 }]
    expect(await told(user)).toEqual([day])
    clock.advance(DAY_MS)
    await spend(user)
    expect(await now(user)).toEqual([
      ['day', JOB, false],
      ['month', 3n * JOB, true],
    ])
    await look()
    const month = ['spending.reached', { period: 'month', limit: 0.03, spent: 0.03 }]
    expect(await told(user)).toEqual([day, month])
    // The first of December.
    clock.advance(DAY_MS)
    await spend(user, 2)
    await look()
    expect(await told(user)).toEqual([day, month, day])
    expect(await now(user)).toEqual([
      ['day', 2n * JOB, true],
      ['month', 2n * JOB, false],
    ])
  })
})

await onEveryDialect((databases) => {
  const { floor, person, set, look, told } = stage(databases)

  test('a balance below is told once for each fall, set aside credits counting as gone', async () => {
    const user = await person(10n * JOB)
    await set(user, { balance: 9n * JOB })
    const { job_id } = await floor().submit(user.user_id, { max_tokens: 20 })
    await look()
    await look()
    const low = (balance: number) => ['balance.low', { below: 0.09, balance }]
    expect(await told(user)).toEqual([low(0.08)])
    await grant(floor().market, user.user_id, CREDIT, 'more')
    await look()
    expect(await told(user)).toHaveLength(1)
    await set(user, { balance: 2n * CREDIT })
    await look()
    expect(await told(user)).toEqual([low(0.08), ['balance.low', { below: 2, balance: 1.08 }]])
    await floor().cancel(user.user_id, job_id)
  })
})

await onEveryDialect((databases) => {
  const { floor, person, set, look, told } = stage(databases)

  test('a balance that jobs take to and fro at its limit is told of once an hour', async () => {
    const user = await person(10n * JOB)
    await set(user, { balance: 9n * JOB })
    const low = async () => {
      const { job_id } = await floor().submit(user.user_id, { max_tokens: 20 })
      await look()
      await floor().cancel(user.user_id, job_id)
      await look()
    }
    await low()
    await low()
    expect(await told(user)).toHaveLength(1)
    clock.advance(DAY_MS / 24)
    await look()
    await low()
    expect(await told(user)).toHaveLength(2)
  })
})

await onEveryDialect((databases) => {
  const { floor, person, spend, set, look, told } = stage(databases)

  test('another limit is told anew, the same one is not, and none is silent', async () => {
    const user = await person()
    await spend(user)
    await set(user, { day: JOB })
    await look()
    await set(user, { day: JOB })
    await look()
    expect(await told(user)).toHaveLength(1)
    await set(user, { day: JOB / 2n })
    await look()
    expect(await told(user)).toHaveLength(2)
    await set(user, {})
    await spend(user)
    await look()
    expect(await told(user)).toHaveLength(2)
    expect((await ownAlerts(floor().market, user)).alerts).toEqual([])
  })

  test('servers that look at once tell once, and of many users none is left out', async () => {
    const users = await Promise.all(Array.from({ length: 230 }, () => floor().user(JOB)))
    const people = await Promise.all([person(JOB), person(JOB)])
    for (const user_id of users) {
      const user = (await userById(floor().market.database, user_id)) as User
      await set(user, { balance: CREDIT })
    }
    for (const user of people) await set(user, { balance: CREDIT })
    await Promise.all([look(), look(), look()])
    for (const user of people) expect(await told(user)).toHaveLength(1)
  })
})

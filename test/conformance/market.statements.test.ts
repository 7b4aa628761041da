import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuanceAccount, reserveAccount, userAccount } from '../../server/src/market/ledger/accounts.ts'
import { issue } from '../../server/src/market/ledger/postings.ts'
import { post } from '../../server/src/market/ledger/store.ts'
import { type Line, linesOf } from '../../server/src/market/statements/lines.ts'
import { statementPage } from '../../server/src/market/statements/statement.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const PRICE = 1_000_000n
const READS = 200
const JOBS = 30

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(async () => await floor.close())

  async function linesNow(buyer: string): Promise<Line[]> {
    const lines: Line[] = []
    const accounts = [userAccount(buyer), reserveAccount(buyer)] as const
    for await (const line of linesOf(floor.market.database, accounts, { after: 'ltx_', before: 'ltx_z' }))
      lines.push(line)
    return lines
  }

  test('a statement that is read while jobs are submitted and charged has each of them whole', async () => {
    const buyer = await floor.user(10n ** 15n)
    const host = await floor.host({ models: ['busy'] })
    const work = { goes: true, jobs: 0 }
    const keepBusy = async () => {
      while (work.goes) {
        await floor.submit(buyer, { model: 'busy' })
        const offer = await floor.next(host)
        if (!offer) continue
        await floor.results(host, { job_id: offer.job_id, tokens: ['a', 'b'], finish_reason: 'stop' })
        work.jobs++
      }
    }
    const workers = [keepBusy(), keepBusy(), keepBusy()]
    try {
      for (let reads = 0; reads < READS || work.jobs < JOBS; reads++) {
        // SQLite answers in the same turn: the workers must have theirs.
        await new Promise(setImmediate)
        const [first, ...jobs] = await linesNow(buyer)
        expect(first).toMatchObject({ kind: 'grant', amount_nano: 10n ** 15n })
        expect(jobs.filter(({ kind, amount_nano }) => kind !== 'job' || amount_nano !== -2n * PRICE)).toEqual([])
      }
    } finally {
      work.goes = false
      await Promise.all(workers)
    }
    expect(await linesNow(buyer)).toHaveLength(1 + work.jobs)
  })

  test('a transaction of more entries than are written together has all of them', async () => {
    const { market, clock } = floor
    const users = await Promise.all(Array.from({ length: 9 }, () => floor.user(5n)))
    const [first] = users
    const { entries: _, ...kind } = issue(first as string, 1n, 'to many')
    const shares = users.map((user) => ({ account: userAccount(user), amount: 10n }))
    const entries = [{ account: issuanceAccount('paid'), amount: -90n }, ...shares]
    await market.database.transaction(async (tx) => {
      await post(tx, { ...kind, entries }, market.ids.next('ltx'), clock.now())
    })
    expect((await floor.audit()).faults).toEqual([])
    for (const user of users) expect((await linesNow(user)).map((line) => line.amount_nano)).toEqual([5n, 10n])
  })

  // On SQLite there is one writer: it would wait for the first transaction here, and ids come in the order of commits.
  if (databases.dialect !== 'postgres') return

  test('what is committed after a later one is on the page where it belongs, and in every balance', async () => {
    const { market, clock } = floor
    const buyer = await floor.user(5n)
    clock.advance(60_000)
    const gate = Promise.withResolvers<void>()
    const late = market.database.transaction(async (tx) => {
      const id = market.ids.next('ltx')
      await gate.promise
      await post(tx, issue(buyer, 30n, 'late'), id, clock.now())
    })
    await market.database.transaction(async (tx) => {
      await post(tx, issue(buyer, 7n, 'quick'), market.ids.next('ltx'), clock.now())
    })
    clock.advance(1000)
    const holder = { user_id: buyer }
    const before = await statementPage(market, holder, { limit: 500 })
    expect(before.closing_balance).toBe(5n)
    expect(Date.parse(before.to)).toBe(clock.now() - 5000)
    gate.resolve()
    await late
    clock.advance(10_000)
    const next = await statementPage(market, holder, { limit: 500, from: before.to })
    expect(next.opening_balance).toBe(5n)
    expect(next.entries.map(({ amount, balance }) => [amount, balance])).toEqual([
      [30n, 35n],
      [7n, 42n],
    ])
    const pageOf = (cursor?: string) => statementPage(market, holder, { limit: 1, ...(cursor ? { cursor } : {}) })
    const one = await pageOf()
    const two = await pageOf(one.next_cursor ?? undefined)
    expect([two.opening_balance, two.closing_balance]).toEqual([5n, 35n])
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAccount } from '../../server/src/accounts/own-account.ts'
import { userById } from '../../server/src/accounts/user-store.ts'
import { closingWith } from '../../server/src/market/close-account.ts'
import { finishErasures } from '../../server/src/market/erasure/erase-person.ts'
import { enlist } from '../../server/src/market/hosts/enlist.ts'
import { grant } from '../../server/src/market/ledger/grant.ts'
import {
  openVerdict,
  recordAppeal,
  saveVerdict,
  upholdVerdict,
} from '../../server/src/market/verification/verdict-store.ts'
import { requestWithdrawal } from '../../server/src/market/withdrawals/withdraw.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onEveryDialect } from './databases.ts'
import { dumpTables } from './dump-tables.ts'
import { type Floor, openFloor } from './market-floor.ts'

const FINISH = { offset: 0, tokens: ['SECRET answer'], finish_reason: 'stop' as const }

await onEveryDialect((databases) => {
  let location: Location
  let floor: Floor
  beforeEach(async () => {
    location = await databases.fresh()
    floor = await openFloor(location)
  })
  afterEach(() => floor.close())

  async function close(userId: string): Promise<void> {
    const { database, clock } = floor.market
    const user = await userById(database, userId)
    if (!user) throw new Error('there is no such user')
    const verified = { verify: async () => true, failures: { attempt: async () => true }, derive: async () => '' }
    const deps = { database, clock, ...verified, closings: [closingWith(floor.market)] }
    await closeAccount(deps as never, user, 'password', { address: '127.0.0.1' })
  }

  const withdraw = (user_id: string, host_id: string) =>
    requestWithdrawal(floor.market, { user_id }, { amount: 1000n, destination: 'IBAN SECRET', host_id }, undefined)
  /** Rows in which something of the person stands. */
  const left = async () => (await dumpTables(location)).filter((row) => row.includes('SECRET'))

  test('of an account that ended nothing is left but what is still open, and of that nothing at its end', async () => {
    const leaver = await floor.user()
    await grant(floor.market, leaver, 1_000_000_000n, 'a gift')
    const terms = { gpu: 'GPU', models: ['m'], price_per_token: 1_000_000n, backend: 'worker' as const }
    const form = { ...terms, max_tokens: 4096, endpoint_url: 'http://me:SECRET@10.0.0.1' }
    const { host_id } = await enlist(floor.market, form, leaver)
    const buyer = await floor.user(0n)
    await grant(floor.market, buyer, 1_000_000_000n, 'paid for')
    await floor.submit(buyer)
    const offer = await floor.next(host_id)
    await floor.results(host_id, { job_id: offer?.job_id ?? '', offset: 0, tokens: ['a', 'b'], finish_reason: 'stop' })
    const [paid, pending] = [await withdraw(leaver, host_id), await withdraw(leaver, host_id)]
    await floor.resolve(paid.withdrawal_id, 'paid')
    const other = await floor.host({ models: ['other'] })
    for (const state of ['ended', 'running'] as const) {
      const { job_id } = await floor.submit(leaver, { model: 'other', input_text: 'SECRET prompt' }, `SECRET-${state}`)
      expect((await floor.next(other))?.job_id).toBe(job_id)
      if (state === 'ended') await floor.results(other, { job_id, ...FINISH })
    }
    await floor.market.database.transaction(async (tx) => {
      const of = { host_id, model: 'm', now: 1, note: 'SECRET note' }
      await openVerdict(tx, { ...of, state_json: '{}' })
      await saveVerdict(tx, { ...of, verdict: 'refused', state_json: '{}', decided_at: 1, shown_until: null })
      await recordAppeal(tx, { ...of, text: 'SECRET appeal' })
      await upholdVerdict(tx, of)
    })
    expect((await left()).length).toBeGreaterThan(6)
    await close(leaver)
    const open = await left()
    expect(open.map((row) => row.split(' ', 1)[0]).sort()).toEqual(['jobs', 'withdrawals'])
    await finishErasures(floor.market.database)
    expect(await left()).toHaveLength(2)
    const [running] = open.flatMap((row) => /job_\w{26}/.exec(row) ?? [])
    await floor.results(other, { job_id: running ?? '', ...FINISH })
    await floor.resolve(pending.withdrawal_id, 'paid')
    await finishErasures(floor.market.database)
    expect(await left()).toEqual([])
    expect((await dumpTables(location)).filter((row) => row.startsWith('erasures '))).toEqual([])
    expect((await floor.audit()).faults).toEqual([])
  })

  test('what other people have is left as it is', async () => {
    const [leaver, other] = [await floor.user(), await floor.user()]
    const host = await floor.host()
    const { job_id } = await floor.submit(other, { input_text: 'SECRET of another' })
    await floor.next(host)
    await floor.results(host, { job_id, ...FINISH })
    const before = await left()
    await close(leaver)
    await finishErasures(floor.market.database)
    expect(await left()).toEqual(before)
  })
})
